--- The terminals that this editor runs for termhost. They are ordinary terminal buffers; what their shells print is
--- passed on as it is, and what termhost sends is typed as it is. Nothing here looks into either.
local bytes = require('termhost.bytes')
local config = require('termhost.config')
local log = require('termhost.log')
local outbox = require('termhost.outbox')
local size = require('termhost.terminal_size')

local M = {}

---@class termhost.Terminal
---@field id string
---@field buffer integer
---@field job integer
---@field busy boolean a command was sent, and is not known to be over
---@field told_of_typing boolean

---@type table<string, termhost.Terminal>
local terminals = {}
local last = 0
local augroup = vim.api.nvim_create_augroup('termhost.terminals', {})

local CTRL_C = '\3'

---@param id string
---@return termhost.Terminal? terminal
---@return string? problem
local function find(id)
  local terminal = terminals[id]
  if not terminal then
    return nil, ("there is no terminal '%s'"):format(id)
  end
  return terminal
end

--- Tells the server once that a terminal is gone.
---@param terminal termhost.Terminal
---@param exit_code integer?
---@param reason string
local function closed(terminal, exit_code, reason)
  if terminals[terminal.id] ~= terminal then
    return
  end
  terminals[terminal.id] = nil
  outbox.post('terminal/didClose', { terminalId = terminal.id, exitCode = exit_code, reason = reason })
end

---@param argv string[]
---@param options table
---@return integer
local function start_in_current_buffer(argv, options)
  if vim.fn.has('nvim-0.11') == 1 then
    return vim.fn.jobstart(argv, vim.tbl_extend('force', options, { term = true }))
  end
  return vim.fn.termopen(argv, options)
end

--- The size of a new terminal is that of the window it starts in: one as large as the editor, that nobody sees.
---@param buffer integer
---@param start fun()
local function in_hidden_window(buffer, start)
  local window = vim.api.nvim_open_win(buffer, false, {
    relative = 'editor',
    row = 0,
    col = 0,
    width = math.max(vim.o.columns, 1),
    height = math.max(vim.o.lines - vim.o.cmdheight - 1, 1),
    style = 'minimal',
    focusable = false,
    noautocmd = true,
    hide = true,
  })
  local ok, problem = pcall(vim.api.nvim_win_call, window, start)
  vim.api.nvim_win_close(window, true)
  if not ok then
    error(problem, 0)
  end
end

--- Many people have `autocmd TermOpen * startinsert`. It is not meant for the window that they are in.
---@param start fun()
local function without_insert_mode(start)
  local mode = vim.api.nvim_get_mode().mode
  start()
  if not mode:find('^[iRt]') then
    vim.cmd.stopinsert()
  end
end

---@param buffer integer
---@param start fun()
---@return string? problem
local function out_of_sight(buffer, start)
  local ok, problem = pcall(without_insert_mode, function()
    in_hidden_window(buffer, start)
  end)
  return not ok and tostring(problem) or nil
end

---@param terminal termhost.Terminal
local function watch(terminal)
  vim.api.nvim_create_autocmd({ 'BufUnload', 'BufWipeout' }, {
    group = augroup,
    buffer = terminal.buffer,
    desc = 'Tell termhost that its terminal was closed',
    callback = function()
      closed(terminal, nil, 'its buffer was deleted')
    end,
  })
  require('termhost.typing').watch(terminal.buffer, function()
    if terminals[terminal.id] == terminal and not terminal.told_of_typing then
      terminal.told_of_typing = true
      outbox.post('terminal/didInteract', { terminalId = terminal.id })
    end
  end)
end

---@param terminal termhost.Terminal
---@param params termhost.TerminalCreateParams
---@return string? problem
local function start(terminal, params)
  local options = {
    cwd = params.cwd,
    env = params.env,
    on_stdout = function(_, data)
      if terminals[terminal.id] == terminal then
        outbox.write(terminal.id, bytes.join(data))
      end
    end,
    on_exit = function(_, code)
      closed(terminal, code, 'its process ended')
    end,
  }
  return out_of_sight(terminal.buffer, function()
    terminal.job = start_in_current_buffer(params.argv, options)
    vim.bo.scrollback = config.get().scrollback -- a new terminal has the default again
    if terminal.job <= 0 then
      error(("'%s' can't be run"):format(params.argv[1]), 0)
    end
  end)
end

---@param params termhost.TerminalCreateParams
---@return termhost.TerminalCreateResult?
---@return string? problem
function M.create(params)
  last = last + 1
  local id = ('nvim-%d-%d'):format(vim.uv.os_getpid(), last)
  local buffer = vim.api.nvim_create_buf(config.get().buflisted, false)
  ---@type termhost.Terminal
  local terminal = { id = id, buffer = buffer, job = 0, busy = false, told_of_typing = false }
  terminals[id] = terminal
  local problem = start(terminal, params)
  if problem then
    terminals[id] = nil
    vim.api.nvim_buf_delete(buffer, { force = true })
    return nil, problem
  end
  vim.b[buffer].termhost_terminal = id
  vim.b[buffer].term_title = params.name
  watch(terminal)
  local columns, rows = size.of(buffer)
  outbox.post('terminal/didOpen', {
    terminalId = id,
    requestId = params.requestId,
    name = params.name,
    pid = vim.fn.jobpid(terminal.job),
    cwd = params.cwd,
    shellPath = params.argv[1],
    cols = columns,
    rows = rows,
  })
  size.watch(id, buffer)
  return { terminalId = id }
end

--- Types into a terminal.
---@param id string
---@param text string
---@return table?
---@return string? problem
function M.type(id, text)
  local terminal, problem = find(id)
  if not terminal then
    return nil, problem
  end
  local sent, why = pcall(vim.api.nvim_chan_send, terminal.job, text)
  return {}, not sent and tostring(why) or nil
end

--- Types a command, with all keys that it takes.
---@param id string
---@param text string
---@return table?
---@return string? problem
function M.submit(id, text)
  if terminals[id] then
    terminals[id].busy = true
  end
  return M.type(id, text)
end

---@param id string
---@return table?
---@return string? problem
function M.interrupt(id)
  return M.type(id, CTRL_C)
end

---@param id string
---@return integer?
function M.buffer(id)
  return terminals[id] and terminals[id].buffer
end

--- Closes a terminal; false if there is none of that name.
---@param id string
---@return boolean
function M.dispose(id)
  local terminal = terminals[id]
  if not terminal then
    return false
  end
  closed(terminal, nil, 'termhost closed it')
  pcall(vim.api.nvim_buf_delete, terminal.buffer, { force = true })
  return true
end

---@param status termhost.TerminalDidChangeStatusParams
function M.status_changed(status)
  local terminal = terminals[status.terminalId]
  if terminal then
    terminal.busy = status.busy
    terminal.told_of_typing = false
  end
end

--- Where a command runs or somebody looks, the buffer stays.
---@param terminal termhost.Terminal
---@return boolean
local function is_needed(terminal)
  return terminal.busy or vim.fn.bufwinid(terminal.buffer) ~= -1
end

--- The editor is about to be left: some versions do not let it go while shells run.
function M.close_idle()
  for id, terminal in pairs(terminals) do
    if not is_needed(terminal) then
      M.dispose(id)
    end
  end
end

--- Whoever comes next can't use these shells: what marks their output was a secret of the server that ended.
function M.server_ended()
  local left = terminals
  terminals = {}
  vim.schedule(function()
    for _, terminal in pairs(left) do
      if is_needed(terminal) then
        log.info(('terminal %s is left alone: the server that knew it has ended'):format(terminal.id))
      else
        pcall(vim.api.nvim_buf_delete, terminal.buffer, { force = true })
      end
    end
  end)
end

return M

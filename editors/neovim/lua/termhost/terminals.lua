--- The terminals that this editor runs for termhost: a job with a terminal of its own, and a buffer that shows it. What the
--- shell prints is passed on as it is, and what termhost sends is typed as it is. Nothing here looks into either.
---
--- It is not |termopen()| that shows it: there, in Neovim 0.10, |on_stdout| gets other bytes than were printed where a read
--- ends within a character (the rest of it is moved over the beginning of what is handed out).
local bytes = require('termhost.bytes')
local config = require('termhost.config')
local log = require('termhost.log')
local outbox = require('termhost.outbox')
local screen = require('termhost.screen')
local size = require('termhost.terminal_size')

local M = {}

---@class termhost.Terminal
---@field id string
---@field screen termhost.Screen
---@field job integer
---@field busy boolean a command was sent, and is not known to be over
---@field typed fun(ends_line: boolean) the person typed a key
---@field pid_told? boolean
---@field left? boolean the server that knew it has ended; no other one can use it

---@type table<string, termhost.Terminal>
local terminals = {}
local last = 0
local augroup = vim.api.nvim_create_augroup('termhost.terminals', {})

local CTRL_C = '\3'
--- Neovim stops reading when a job has ended, though its terminal may hold kilobytes yet. So the shell gets a parent that
--- ends a moment later, with the shell's exit code.
local LINGER = '"$0" "$@"; code=$?; sleep 0.5; exit "$code"'

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
  if terminal.left then
    return
  end
  outbox.post('terminal/didClose', { terminalId = terminal.id, exitCode = exit_code, reason = reason })
end

---@param terminal termhost.Terminal
local function watch(terminal)
  local buffer = terminal.screen.buffer
  vim.api.nvim_create_autocmd({ 'BufUnload', 'BufWipeout' }, {
    group = augroup,
    buffer = buffer,
    desc = 'End the shell of a terminal that was closed',
    callback = function()
      closed(terminal, nil, 'user')
      pcall(vim.fn.jobstop, terminal.job)
    end,
  })
  require('termhost.typing').watch(buffer, terminal.typed)
  size.watch(terminal.id, buffer, function(columns, rows)
    pcall(vim.fn.jobresize, terminal.job, columns, rows)
  end)
end

--- What the terminal itself answers to programs, and keys without a character, begin with ESC.
---@param terminal termhost.Terminal
---@param buffer integer
local function open_screen(terminal, buffer)
  require('termhost.hidden_window').run(buffer, function()
    terminal.screen = screen.open(buffer, function(data)
      if not vim.startswith(data, '\27') then
        terminal.typed(data:find('[\r\n\3\4]$') ~= nil)
      end
      pcall(vim.api.nvim_chan_send, terminal.job, data)
    end, config.get().scrollback)
  end)
end

--- The shell is known by its pid as soon as it has something to say.
---@param terminal termhost.Terminal
local function tell_pid(terminal)
  local pid = not terminal.pid_told and vim.api.nvim_get_proc_children(vim.fn.jobpid(terminal.job))[1]
  if pid then
    terminal.pid_told = true
    outbox.post('terminal/didOpen', { terminalId = terminal.id, pid = pid })
  end
end

---@param terminal termhost.Terminal
---@param params termhost.TerminalCreateParams
---@param columns integer
---@param rows integer
local function start_job(terminal, params, columns, rows)
  if vim.fn.executable(params.argv[1]) ~= 1 then
    error(("'%s' can't be run"):format(params.argv[1]), 0)
  end
  terminal.job = vim.fn.jobstart(vim.list_extend({ '/bin/sh', '-c', LINGER }, params.argv), {
    pty = true,
    width = columns,
    height = rows,
    cwd = params.cwd,
    env = next(params.env or {}) and params.env or nil,
    on_stdout = function(_, data)
      local printed = bytes.join(data)
      terminal.screen:write(printed)
      if terminals[terminal.id] == terminal and not terminal.left then
        tell_pid(terminal)
        outbox.write(terminal.id, printed)
      end
    end,
    on_exit = function(_, code)
      closed(terminal, code, 'process')
      terminal.screen:finish('This shell has ended.')
    end,
  })
  if terminal.job <= 0 then
    error('the editor can start no more jobs', 0)
  end
end

---@param params termhost.TerminalCreateParams
---@return termhost.TerminalCreateResult?
---@return string? problem
function M.create(params)
  last = last + 1
  local id = ('nvim-%d-%d'):format(vim.uv.os_getpid(), last)
  local buffer = vim.api.nvim_create_buf(config.get().buflisted, false)
  local columns, rows = size.of(buffer)
  ---@type termhost.Terminal
  local terminal = { id = id, job = 0, busy = false } ---@diagnostic disable-line: missing-fields
  terminal.typed = require('termhost.throttle').typing(function()
    if terminals[id] == terminal and not terminal.left then
      outbox.post('terminal/didInteract', { terminalId = id })
    end
  end)
  terminals[id] = terminal
  local ok, problem = pcall(function()
    open_screen(terminal, buffer)
    start_job(terminal, params, columns, rows)
  end)
  if not ok then
    terminals[id] = nil
    vim.api.nvim_buf_delete(buffer, { force = true })
    return nil, tostring(problem)
  end
  vim.api.nvim_buf_set_name(buffer, 'termhost://terminal/' .. id)
  vim.b[buffer].termhost_terminal = id
  watch(terminal)
  outbox.post('terminal/didOpen', {
    terminalId = id,
    requestId = params.requestId,
    name = params.name,
    cwd = params.cwd,
    shellPath = params.argv[1],
    cols = columns,
    rows = rows,
  })
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

--- What runs where no server looks any more; false if there is no such terminal.
---@param id string?
---@return boolean
function M.interrupt_left(id)
  local terminal = id and terminals[id]
  if not terminal or not terminal.left then
    return false
  end
  M.interrupt(terminal.id)
  return true
end

---@param id string
---@return integer?
function M.buffer(id)
  return terminals[id] and terminals[id].screen.buffer
end

--- Closes a terminal; false if there is none of that name.
---@param id string
---@return boolean
function M.dispose(id)
  local terminal = terminals[id]
  if not terminal then
    return false
  end
  closed(terminal, nil, 'extension')
  pcall(vim.api.nvim_buf_delete, terminal.screen.buffer, { force = true })
  return true
end

--- The server has too much to read: the terminals wait for it.
outbox.hold = function(hold)
  for _, terminal in pairs(terminals) do
    require('termhost.flow').set(terminal.job, hold)
  end
end

---@param status termhost.TerminalDidChangeStatusParams
function M.status_changed(status)
  local terminal = terminals[status.terminalId]
  if terminal and not terminal.left then
    terminal.busy = status.busy
  end
end

--- Where a command runs or somebody looks, the buffer stays.
---@param terminal termhost.Terminal
---@return boolean
local function is_needed(terminal)
  return terminal.busy or vim.fn.bufwinid(terminal.screen.buffer) ~= -1
end

--- The editor is about to be left: some versions do not let it go while shells run.
function M.close_idle()
  for id, terminal in pairs(terminals) do
    if not is_needed(terminal) then
      M.dispose(id)
    end
  end
end

--- Whoever comes next can't use these shells: what marks their output was a secret of the server that ended. What runs in
--- them can be looked at and interrupted.
function M.server_ended()
  local before = vim.tbl_values(terminals)
  for _, terminal in ipairs(before) do
    terminal.left = true
  end
  vim.schedule(function()
    for _, terminal in ipairs(before) do
      if is_needed(terminal) then
        log.info(('terminal %s stays open, but its server has ended'):format(terminal.id))
      else
        closed(terminal, nil, 'extension')
        pcall(vim.api.nvim_buf_delete, terminal.screen.buffer, { force = true })
      end
    end
  end)
end

return M

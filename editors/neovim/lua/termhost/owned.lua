--- Terminals that termhost runs and this editor shows. Bytes go through, both ways.
local bytes = require('termhost.bytes')
local config = require('termhost.config')
local outbox = require('termhost.outbox')
local size = require('termhost.terminal_size')

local M = {}

---@type table<string, { buffer: integer, channel: integer }>
local terminals = {}
local augroup = vim.api.nvim_create_augroup('termhost.owned', {})

---@param params termhost.TerminalCreateParams
---@return termhost.TerminalCreateResult
function M.create(params)
  local id = params.requestId
  local buffer = vim.api.nvim_create_buf(config.get().buflisted, true)
  local channel = vim.api.nvim_open_term(buffer, {
    on_input = function(_, _, _, data)
      outbox.post('terminal/didInput', vim.tbl_extend('error', { terminalId = id }, bytes.encode(data)))
    end,
  })
  vim.bo[buffer].scrollback = config.get().scrollback
  vim.api.nvim_buf_set_name(buffer, 'termhost://terminal/' .. id)
  vim.b[buffer].termhost_terminal = id
  terminals[id] = { buffer = buffer, channel = channel }
  vim.api.nvim_create_autocmd({ 'BufUnload', 'BufWipeout' }, {
    group = augroup,
    buffer = buffer,
    desc = 'Tell termhost that its terminal was closed',
    callback = function()
      if terminals[id] then
        terminals[id] = nil
        outbox.post('terminal/didClose', { terminalId = id, reason = 'its buffer was deleted' })
      end
    end,
  })
  size.watch(id, buffer)
  return { terminalId = id }
end

---@param params termhost.TerminalDataParams
function M.print(params)
  local terminal = terminals[params.terminalId]
  if terminal then
    pcall(vim.api.nvim_chan_send, terminal.channel, bytes.decode(params))
  end
end

---@param id string
---@return integer?
function M.buffer(id)
  return terminals[id] and terminals[id].buffer
end

--- What somebody looks at stays to be read; the rest goes.
---@param terminal { buffer: integer, channel: integer }
---@param note string
local function finish(terminal, note)
  if vim.fn.bufwinid(terminal.buffer) ~= -1 then
    pcall(vim.api.nvim_chan_send, terminal.channel, ('\r\n\27[2m%s\27[0m\r\n'):format(note))
  else
    pcall(vim.api.nvim_buf_delete, terminal.buffer, { force = true })
  end
end

---@param id string
---@return boolean
function M.dispose(id)
  local terminal = terminals[id]
  if not terminal then
    return false
  end
  terminals[id] = nil
  finish(terminal, 'This shell has ended.')
  return true
end

--- Their shells are gone with the server that ran them.
function M.server_ended()
  local ended = terminals
  terminals = {}
  vim.schedule(function()
    for _, terminal in pairs(ended) do
      finish(terminal, 'termhost has ended, and this shell with it.')
    end
  end)
end

return M

--- Terminals that termhost runs and this editor shows. Bytes go through, both ways.
local bytes = require('termhost.bytes')
local config = require('termhost.config')
local outbox = require('termhost.outbox')
local screen = require('termhost.screen')
local size = require('termhost.terminal_size')

local M = {}

---@type table<string, termhost.Screen>
local screens = {}
local augroup = vim.api.nvim_create_augroup('termhost.owned', {})

---@param params termhost.TerminalCreateParams
---@return termhost.TerminalCreateResult
function M.create(params)
  local id = params.requestId
  local buffer = vim.api.nvim_create_buf(config.get().buflisted, true)
  local function typed(data)
    outbox.post('terminal/didInput', vim.tbl_extend('error', { terminalId = id }, bytes.encode(data)))
  end
  require('termhost.hidden_window').run(buffer, function()
    screens[id] = screen.open(buffer, typed, config.get().scrollback)
  end)
  vim.api.nvim_buf_set_name(buffer, 'termhost://terminal/' .. id)
  vim.b[buffer].termhost_terminal = id
  vim.b[buffer].term_title = params.name -- as of the editor's own; it says the sandbox
  vim.api.nvim_create_autocmd({ 'BufUnload', 'BufWipeout' }, {
    group = augroup,
    buffer = buffer,
    desc = 'Tell termhost that its terminal was closed',
    callback = function()
      if screens[id] then
        screens[id] = nil
        outbox.post('terminal/didClose', { terminalId = id, reason = 'user' })
      end
    end,
  })
  size.watch(id, buffer)
  return { terminalId = id }
end

---@param params termhost.TerminalDataParams
function M.print(params)
  if screens[params.terminalId] then
    screens[params.terminalId]:write(bytes.decode(params))
  end
end

---@param id string
---@return integer?
function M.buffer(id)
  return screens[id] and screens[id].buffer
end

---@param id string
---@return boolean
function M.dispose(id)
  local ended = screens[id]
  if not ended then
    return false
  end
  screens[id] = nil
  ended:finish('This shell has ended.')
  return true
end

--- Their shells are gone with the server that ran them.
function M.server_ended()
  local ended = screens
  screens = {}
  for _, left in pairs(ended) do
    left:finish('termhost has ended, and this shell with it.')
  end
end

return M

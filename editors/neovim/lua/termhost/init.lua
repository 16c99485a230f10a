--- termhost in Neovim: the commands of AI agents in terminals of this editor, with results that can be trusted.
local M = {}

---@class (exact) termhost.ExecuteOptions: termhost.CallOptions
---@field cwd? string default: the editor's
---@field shell? string bash, zsh, fish, …; default: the person's own
---@field timeout? integer seconds after which to answer with what there is; the command goes on
---@field background? boolean answer as soon as the command has started

--- Changes what is not as it should be; nothing needs it.
---@param options? table see |termhost-setup|
function M.setup(options)
  for _, problem in ipairs(require('termhost.config').set(options)) do
    vim.notify('termhost: setup: ' .. problem, vim.log.levels.WARN)
  end
  if package.loaded['termhost.session'] then
    require('termhost.session').settings_changed()
  end
  if require('termhost.config').get().agents then
    require('termhost.session').start()
    require('termhost.client').ready(function() end)
  end
end

--- Runs a command line and calls back with its result, once.
---@param command string
---@param options? termhost.ExecuteOptions
---@param callback fun(err: string?, result: termhost.Result?) `err` if termhost could not be asked at all
---@return termhost.Call
function M.execute(command, options, callback)
  vim.validate({ command = { command, 'string' }, options = { options, 'table', true }, callback = { callback, 'function' } })
  options = options or {}
  require('termhost.session').start()
  return require('termhost.calls').call('execute_command', {
    command = command,
    cwd = options.cwd or vim.fn.getcwd(),
    shell = options.shell,
    timeout = options.timeout,
    background = options.background,
  }, options, callback)
end

--- Calls any of termhost's tools.
---@param tool string
---@param arguments? table
---@param callback fun(err: string?, result: termhost.Result?)
---@param options? termhost.CallOptions
---@return termhost.Call
function M.call(tool, arguments, callback, options)
  vim.validate({ tool = { tool, 'string' }, arguments = { arguments, 'table', true }, callback = { callback, 'function' } })
  require('termhost.session').start()
  return require('termhost.calls').call(tool, arguments or {}, options or {}, callback)
end

--- Listens; see |termhost-events|.
---@param event string
---@param fn fun(params: any)
---@return fun() off
function M.on(event, fn)
  require('termhost.session').start()
  local off = require('termhost.events').on(event, fn)
  if event ~= 'tool/calling' then
    return off
  end
  local client = require('termhost.client')
  client.live_output(1)
  local left = false
  return function()
    off()
    if not left then
      client.live_output(-1)
    end
    left = true
  end
end

--- For a status line; empty while there is nothing to say.
---@return string
function M.statusline()
  return package.loaded['termhost.session'] and require('termhost.statusline').text() or ''
end

return M

--- Puts the parts together, once, when termhost is first used.
local agents = require('termhost.agents')
local approval = require('termhost.approval')
local client = require('termhost.client')
local config = require('termhost.config')
local events = require('termhost.events')
local command_log = require('termhost.command_log')
local log = require('termhost.log')
local outbox = require('termhost.outbox')
local owned = require('termhost.owned')
local remembered = require('termhost.remembered')
local terminals = require('termhost.terminals')

local M = {}

local started = false

--- A request is answered when the user has, or with a problem when the question was withdrawn: its coroutine waits.
---@generic Params, Result
---@param ask fun(params: Params, answered: fun(result: Result?), on_cancel: fun(withdraw: fun()))
---@return fun(params: Params, on_cancel: fun(withdraw: fun())): Result?, string?
local function answering(ask)
  return function(params, on_cancel)
    local waiting = coroutine.running()
    local result, over, asleep
    ask(params, function(answer)
      result, over = answer, true
      if asleep then
        coroutine.resume(waiting)
      end
    end, on_cancel)
    if not over then
      asleep = true
      coroutine.yield()
    end
    return result, not result and client.WITHDRAWN or nil
  end
end

---@param params termhost.TerminalControlParams
local function show(params)
  local buffer = terminals.buffer(params.terminalId) or owned.buffer(params.terminalId)
  if not buffer then
    return nil, ("there is no terminal '%s'"):format(params.terminalId)
  end
  local shown, problem = pcall(require('termhost.views').show, buffer, params.preserveFocus ~= false)
  return vim.NIL, not shown and tostring(problem) or nil
end

---@param params termhost.TerminalControlParams
local function dispose(params)
  if terminals.dispose(params.terminalId) or owned.dispose(params.terminalId) then
    return vim.NIL
  end
  return nil, ("there is no terminal '%s'"):format(params.terminalId)
end

--- An answer that has no fields.
---@param _ table?
---@param problem string?
local function done(_, problem)
  return vim.NIL, problem
end

--- A turn of the event loop reads what the terminals have printed; one that prints without end is busy, whatever is read.
local SYNC_TURNS = 16

--- Answers when all that has happened in the terminals so far has gone to the server.
local function sync()
  local waiting, turns = coroutine.running(), 0
  local function turn()
    turns = turns + 1
    if outbox.send_gathered() or turns == SYNC_TURNS then
      return coroutine.resume(waiting)
    end
    vim.defer_fn(turn, 1)
  end
  vim.defer_fn(turn, 1)
  coroutine.yield()
  return vim.NIL
end

local LEVELS = { 'error', 'warn', 'info', 'debug' }
---@type table<string, true>
local warned = {}

--- Into the log; what is wrong with a setting is told to the person too, once.
---@param params termhost.LogMessageParams
local function log_message(params)
  local level = LEVELS[params.type] or 'debug'
  log[level](params.message)
  if level == 'warn' and vim.startswith(params.message, 'settings') and not warned[params.message] then
    warned[params.message] = true
    vim.notify('termhost: ' .. params.message, vim.log.levels.WARN)
  end
end

local function listen()
  events.on('window/logMessage', log_message)
  events.on('terminal/didPrint', owned.print)
  events.on('terminal/didChangeStatus', function(status)
    terminals.status_changed(status)
    if status.busy and status.toolCallId then
      approval.withdraw(status.toolCallId) -- a rule that came meanwhile has answered
    end
    command_log.status_changed(status)
  end)
  events.on('tool/calling', function(params)
    if params.data.type == 'complete' then
      approval.withdraw(params.toolCallId)
    end
    command_log.tool_calling(params)
  end)
end

local function react_to_editor()
  local group = vim.api.nvim_create_augroup('termhost', {})
  vim.api.nvim_create_autocmd('ExitPre', { group = group, desc = 'Close idle terminals of termhost', callback = terminals.close_idle })
  vim.api.nvim_create_autocmd('ExitPre', {
    group = group,
    desc = 'Do not leave Neovim while commands run',
    callback = require('termhost.leaving').refuse,
  })
  vim.api.nvim_create_autocmd('VimLeavePre', { group = group, desc = 'End termhost', callback = client.stop })
end

function M.start()
  if started then
    return
  end
  started = true
  client.handlers = {
    ['terminal/create'] = function(params)
      return (params.owned and owned.create or terminals.create)(params)
    end,
    ['terminal/submit'] = function(params)
      local _, problem = terminals.submit(params.terminalId, params.text)
      return vim.empty_dict(), problem
    end,
    ['terminal/sendInput'] = function(params)
      return done(terminals.type(params.terminalId, params.text))
    end,
    ['terminal/interrupt'] = function(params)
      return done(terminals.interrupt(params.terminalId))
    end,
    ['terminal/show'] = show,
    ['terminal/dispose'] = dispose,
    ['terminal/sync'] = sync,
    ['approval/request'] = answering(approval.ask),
    ['agent/requestAccess'] = answering(agents.ask),
  }
  client.on_gone = {
    agents.server_ended,
    approval.server_ended,
    remembered.server_ended,
    terminals.server_ended,
    owned.server_ended,
    command_log.server_ended,
  }
  listen()
  react_to_editor()
  remembered.watch(M.settings_changed)
  require('termhost.approval_prompt').start()
  require('termhost.progress').start()
  require('termhost.input_notice').start()
  require('termhost.statusline').start()
end

--- New options for a running server.
function M.settings_changed()
  client.forget_failure()
  client.notify('$/setTrace', { value = config.get().trace })
  client.notify('workspace/didChangeConfiguration', { settings = config.wire_settings(remembered.read()) })
end

return M

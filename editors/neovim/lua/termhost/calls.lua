--- Tool calls that are under way.
local approval = require('termhost.approval')
local client = require('termhost.client')
local command_log = require('termhost.command_log')
local progress = require('termhost.progress')
local terminals = require('termhost.terminals')

local M = {}

---@class termhost.Result
---@field text string for a model
---@field structured? termhost.ExecutionResult|table
---@field is_error boolean

---@class (exact) termhost.CallOptions
---@field task_id? string the agent's conversation
---@field tool_call_id? string the agent's own name of the call
---@field agreed? boolean the person has agreed to the command already; a rule that denies it counts all the same

---@class termhost.Call
---@field tool_call_id string
---@field cancel fun(self: termhost.Call) interrupts the command; the callback still comes

local last = 0

---@type table<string, termhost.Call>
local under_way = {}

---@param result termhost.ToolCallResult
---@return termhost.Result
local function readable(result)
  local texts = vim.tbl_map(function(content)
    return content.text
  end, result.content or {})
  return {
    text = table.concat(texts, '\n'),
    structured = result.structuredContent --[[@as table]],
    is_error = result.isError == true,
  }
end

--- What can still be said when the server went away with the answer. The command is not run again.
---@param tool_call_id string
---@param arguments termhost.ExecuteCommandArguments
---@return termhost.Result
local function lost(tool_call_id, arguments)
  local text = 'termhost ended while it ran the command, and its result is lost. '
    .. 'The command was not run again; it may still be running.\nCommand: '
    .. arguments.command
  return {
    text = text,
    is_error = true,
    structured = {
      status = 'lost',
      reason = 'termhost ended while it ran the command',
      certainty = 'unknown',
      command = arguments.command,
      rewrite = { kind = 'none', reason = '' },
      cwd = arguments.cwd or '',
      shell = '',
      integration = 'none',
      toolCallId = tool_call_id,
      durationMs = 0,
      output = { text = '', totalBytes = 0, totalLines = 0, omitted = {} },
    },
  }
end

---@param err any
---@return string
local function sentence(err)
  return type(err) == 'table' and err.message or tostring(err)
end

---@param name string
---@param arguments table
---@param options termhost.CallOptions
---@param callback fun(err: string?, result: termhost.Result?)
---@return termhost.Call
function M.call(name, arguments, options, callback)
  last = last + 1
  local tool_call_id = options.tool_call_id or ('nvim-%d-%d'):format(vim.uv.os_getpid(), last)
  local runs = name == 'execute_command'
  local id, cancelled

  ---@type termhost.Call
  local call = {
    tool_call_id = tool_call_id,
    cancel = function()
      cancelled = true
      client.cancel(id)
    end,
  }

  local function answered(err, result)
    local answer = not err and readable(result) or nil
    if err == client.GONE and runs then
      err, answer = nil, lost(tool_call_id, arguments)
    end
    if name == 'stop_command' and answer and not answer.is_error then
      command_log.stopped(arguments.execution_id, answer.structured)
    end
    if runs then
      under_way[tool_call_id] = nil
      approval.forget(tool_call_id)
      local failure = { status = 'failed_to_start', reason = err and sentence(err) }
      command_log.answered(tool_call_id, answer or { text = sentence(err), is_error = true, structured = failure })
    end
    callback(err and sentence(err) or nil, answer)
  end

  if runs then
    under_way[tool_call_id] = call
    command_log.called(tool_call_id, arguments.command, arguments.cwd, options.task_id)
    if options.agreed then
      approval.agree(tool_call_id, arguments.command)
    end
  end
  client.ready(function(problem)
    if problem then
      return answered(problem)
    end
    local given = next(arguments) and arguments or vim.empty_dict()
    local params = { name = name, arguments = given, toolCallId = tool_call_id, taskId = options.task_id, byUser = options.agreed }
    id = client.request('tool/call', params, answered)
    if cancelled then
      client.cancel(id)
    end
  end)
  return call
end

---@param entry termhost.Entry
local function stop_execution(entry)
  entry.stopped = true
  client.request('tool/stop', { executionId = entry.execution_id }, function(err)
    if err and err ~= client.GONE then
      entry.stopped = false
      vim.notify('termhost: ' .. sentence(err), vim.log.levels.ERROR)
    end
  end)
end

--- Says that it is too late for what the user wants of a command.
---@param entry termhost.Entry
local function tell_end(entry)
  vim.notify(('termhost: command %s has ended already: %s'):format(command_log.id(entry), command_log.outcome(entry)))
end

--- One that goes on in its terminal, without the program that began it.
---@param entry termhost.Entry
local function interrupt_lost(entry)
  if not terminals.interrupt_left(entry.terminal_id) then
    return progress.tell_no_terminal(entry)
  end
  vim.notify('termhost: ' .. progress.about(entry, ': interrupted. Its terminal shows whether it has ended'))
end

--- The user's word, whoever's command it is. One that waits for approval is rejected.
---@param entry termhost.Entry
function M.stop(entry)
  local call, question = under_way[entry.tool_call_id], approval.about(entry.tool_call_id)
  if entry.status == 'lost' then
    interrupt_lost(entry)
  elseif entry.ended then
    tell_end(entry)
  elseif question then
    approval.answer(question, { decision = 'reject' })
  elseif entry.execution_id then
    stop_execution(entry)
  elseif call then
    call:cancel()
  else
    vim.notify(('termhost: %s has not started yet, so it cannot be stopped'):format(command_log.id(entry)), vim.log.levels.WARN)
  end
end

--- What it has printed so far, for the person: no agent is told.
---@param entry termhost.Entry
---@param callback fun(output: termhost.CommandOutput?)
function M.output(entry, callback)
  client.request('tool/output', { executionId = entry.execution_id }, function(err, output)
    callback(not err and output or nil)
  end)
end

--- Gives the agent its turn back; the command goes on.
---@param entry termhost.Entry
function M.background(entry)
  if entry.ended then
    return tell_end(entry)
  end
  client.request('tool/background', { toolCallId = entry.tool_call_id }, function(err)
    if not err and entry.foreign then
      command_log.put_in_background(entry) -- its agent gets the answer, and not this editor
    end
  end)
end

return M

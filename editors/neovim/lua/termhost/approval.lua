--- The questions that wait for the person, oldest first, and what the person has agreed to.
local command_log = require('termhost.command_log')
local events = require('termhost.events')
local question_of = require('termhost.question')
local remembered = require('termhost.remembered')

local M = {}

---@class termhost.Question
---@field params termhost.ApprovalRequestParams of one about an agent from outside, the `action` is "agent"
---@field answer fun(result?: termhost.ApprovalRequestResult|termhost.AgentAccessResult) nothing: the question was withdrawn

---@type termhost.Question[]
local pending = {}
--- Tool call → the command that the person has already agreed to: by writing it.
---@type table<string, string>
local agreed = {}

---@return termhost.Question[]
function M.pending()
  return vim.list_slice(pending)
end

--- The question that a call waits for.
---@param tool_call_id string
---@return termhost.Question?
function M.about(tool_call_id)
  return vim.iter(pending):find(function(question)
    return question.params.toolCallId == tool_call_id
  end)
end

---@param tool_call_id string
---@param command string
function M.agree(tool_call_id, command)
  agreed[tool_call_id] = command
end

--- The tool call is over: what was agreed for it counts no more.
---@param tool_call_id string
function M.forget(tool_call_id)
  agreed[tool_call_id] = nil
end

---@param question termhost.Question
---@param result? termhost.ApprovalRequestResult|termhost.AgentAccessResult
local function settle(question, result)
  for index, candidate in ipairs(pending) do
    if candidate == question then
      table.remove(pending, index)
      question.answer(result)
      return events.emit('approval')
    end
  end
end

---@param params termhost.ApprovalRequestParams
---@param callback fun(result?: termhost.ApprovalRequestResult|termhost.AgentAccessResult)
---@param on_cancel? fun(withdraw: fun()) gets the function that withdraws the question
function M.ask(params, callback, on_cancel)
  local known = agreed[params.toolCallId]
  if known and known == params.command and question_of.action(params) == 'run' then
    return callback({ decision = 'approve' })
  end
  if question_of.action(params) == 'run' then
    command_log.asked(params.toolCallId, params.command, params.cwd)
  end
  local question = { params = params, answer = callback }
  table.insert(pending, question)
  if on_cancel then
    on_cancel(function()
      settle(question, nil)
    end)
  end
  events.emit('approval')
end

---@param rule termhost.RememberedRule
---@param params termhost.ApprovalRequestParams
local function remember(rule, params)
  local scope = rule.scope or 'always'
  if scope == 'always' then
    return remembered.add(rule)
  end
  remembered.add_in_session(scope == 'line' and ('the line `%s`'):format(params.shown) or ('`%s`'):format(rule.prefix))
end

--- The first answer counts; a question that is not open any more is left alone.
---@param question termhost.Question
---@param result termhost.ApprovalRequestResult
function M.answer(question, result)
  if not vim.tbl_contains(pending, question) then
    return
  end
  if result.decision == 'edit' and question_of.action(question.params) == 'run' then
    M.agree(question.params.toolCallId, result.command)
  end
  if result.decision == 'reject' and question_of.action(question.params) == 'run' then
    command_log.rejected(question.params.toolCallId)
  end
  if result.remember then
    remember(result.remember, question.params)
  end
  settle(question, result)
end

--- The agent has given up.
---@param tool_call_id string
function M.withdraw(tool_call_id)
  for _, question in ipairs(M.pending()) do
    if question.params.toolCallId == tool_call_id then
      settle(question, { decision = 'reject' })
    end
  end
end

--- Nobody waits for the answers any more.
function M.server_ended()
  agreed = {}
  for _, question in ipairs(M.pending()) do
    settle(question, { decision = 'reject' })
  end
end

return M

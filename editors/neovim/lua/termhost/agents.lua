--- Agents from outside of Neovim's terminals: the question whether they may use these, and the answers that are kept.
local choose = require('termhost.choose')
local events = require('termhost.events')
local private_json = require('termhost.private_json')

local M = {}
---@type { text: string, decision: 'allow'|'once'|'never' }[]
local CHOICES = {
  { text = 'Allow, also when it asks again', decision = 'allow' },
  { text = 'Once, for this connection', decision = 'once' },
  { text = 'Never', decision = 'never' },
}

---@class termhost.AgentQuestion
---@field params termhost.AgentAccessParams
---@field answered fun(result: termhost.AgentAccessResult)

---@type termhost.AgentQuestion[]
local waiting = {}

---@return string
function M.path()
  return private_json.path('data', 'agents.json')
end

--- The answers that are kept, by the identity of the agent.
---@return table<string, 'allow'|'never'>
function M.remembered()
  return private_json.read(M.path()) or {}
end

--- Calls back with the kept answer, or when the user has answered. Nothing comes up that takes keys by accident.
---@param params termhost.AgentAccessParams
---@param answered fun(result: termhost.AgentAccessResult)
function M.ask(params, answered)
  local kept = M.remembered()[params.identity]
  if kept == 'allow' or kept == 'never' then
    return answered({ decision = kept })
  end
  table.insert(waiting, { params = params, answered = answered })
  events.emit('approval')
  vim.notify('termhost: ' .. params.question .. ' Answer with :Termhost approve', vim.log.levels.WARN)
end

---@return integer
function M.pending()
  return #waiting
end

--- Puts the oldest question to the user.
function M.answer()
  local question = waiting[1]
  if not question then
    return
  end
  choose(CHOICES, question.params.question, 'agent', function(choice)
    return choice.text
  end, function(choice)
    M.settle(question, choice.decision)
  end)
end

---@param question termhost.AgentQuestion
---@param decision 'allow'|'once'|'never'
function M.settle(question, decision)
  for place, other in ipairs(waiting) do
    if other == question then
      table.remove(waiting, place)
      if decision ~= 'once' then
        private_json.write(M.path(), vim.tbl_extend('force', M.remembered(), { [question.params.identity] = decision }))
      end
      question.answered({ decision = decision })
      events.emit('approval')
    end
  end
end

function M.forget()
  private_json.write(M.path(), {})
end

--- The server has ended, and its questions with it.
function M.server_ended()
  waiting = {}
  events.emit('approval')
end

return M

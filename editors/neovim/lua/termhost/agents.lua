--- Agents from outside of Neovim's terminals: the question whether they may use these, and the answers that are kept.
local choose = require('termhost.choose')
local events = require('termhost.events')

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
  return vim.fs.joinpath(vim.fn.stdpath('data') --[[@as string]], 'termhost', 'agents.json')
end

--- The answers that are kept, by the identity of the agent.
---@return table<string, 'allow'|'never'>
function M.remembered()
  local file = io.open(M.path(), 'r')
  if not file then
    return {}
  end
  local text = file:read('*a')
  file:close()
  local ok, answers = pcall(vim.json.decode, text)
  return ok and type(answers) == 'table' and answers or {}
end

---@param answers table<string, string>
local function keep(answers)
  vim.fn.mkdir(vim.fs.dirname(M.path()), 'p', tonumber('700', 8))
  local fresh = M.path() .. '.new' -- nobody reads half of it
  local file = assert(io.open(fresh, 'w'))
  file:write(vim.json.encode(next(answers) and answers or vim.empty_dict()), '\n')
  file:close()
  assert(vim.uv.fs_rename(fresh, M.path()))
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
        keep(vim.tbl_extend('force', M.remembered(), { [question.params.identity] = decision }))
      end
      question.answered({ decision = decision })
      events.emit('approval')
    end
  end
end

function M.forget()
  keep({})
end

--- The server has ended, and its questions with it.
function M.server_ended()
  waiting = {}
  events.emit('approval')
end

return M

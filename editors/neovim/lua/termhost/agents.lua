--- Agents from outside of Neovim's terminals: the question whether they may use these, and the answers that are kept.
local approval = require('termhost.approval')
local events = require('termhost.events')
local private_json = require('termhost.private_json')

local M = {}

---@return string
function M.path()
  return private_json.path('data', 'agents.json')
end

--- The answers that are kept, by the identity of the agent.
---@return table<string, 'allow'|'never'>
function M.remembered()
  return private_json.read(M.path()) or {}
end

local KEPT = { allow = true, never = true }
local GIVEN = { allow = true, once = true, never = true }

--- Those that may use the terminals of this Neovim: their names, by their processes.
---@type table<integer, string>
local admitted = {}

---@param params termhost.AgentAccessParams
---@param decision string
local function note(params, decision)
  local process = tonumber(params.question:match('%(process (%d+)'))
  if process and (decision == 'allow' or decision == 'once') then
    admitted[process] = params.identity:match('^(.-) %(') or params.identity
    events.emit('agents')
  end
end

--- The agents that have run a command here and have not ended, such as "claude (pid 123)".
---@return string[]
function M.attached()
  local names = {}
  for process, name in pairs(admitted) do
    if vim.uv.kill(process, 0) == 0 then
      table.insert(names, ('%s (pid %d)'):format(name, process))
    end
  end
  table.sort(names)
  return names
end

function M.server_ended()
  admitted = {}
end

--- Calls back with the kept answer, or when the user has answered. The question is one among those about commands.
---@param params termhost.AgentAccessParams
---@param answered fun(result?: termhost.AgentAccessResult)
---@param on_cancel? fun(withdraw: fun())
function M.ask(params, answered, on_cancel)
  local kept = M.remembered()[params.identity]
  if KEPT[kept] then
    note(params, kept)
    return answered({ decision = kept })
  end
  local question = { action = 'agent', command = '', shown = params.question, commands = {}, suggestions = {} }
  approval.ask(question, function(result)
    local decision = result and result.decision
    if KEPT[decision] then
      private_json.write(M.path(), vim.tbl_extend('force', M.remembered(), { [params.identity] = decision }))
    end
    note(params, decision)
    answered(result and { decision = GIVEN[decision] and decision or 'dismiss' })
  end, on_cancel)
end

---@param identity string
function M.forget(identity)
  local answers = M.remembered()
  answers[identity] = nil
  private_json.write(M.path(), answers)
end

return M

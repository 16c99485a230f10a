--- Agents from outside of Neovim's terminals: the question whether they may use these, and the answers that are kept.
local approval = require('termhost.approval')
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

--- Calls back with the kept answer, or when the user has answered. The question is one among those about commands.
---@param params termhost.AgentAccessParams
---@param answered fun(result?: termhost.AgentAccessResult)
---@param on_cancel? fun(withdraw: fun())
function M.ask(params, answered, on_cancel)
  local kept = M.remembered()[params.identity]
  if KEPT[kept] then
    return answered({ decision = kept })
  end
  local question = { action = 'agent', command = '', shown = params.question, commands = {}, suggestions = {} }
  approval.ask(question, function(result)
    local decision = result and result.decision
    if KEPT[decision] then
      private_json.write(M.path(), vim.tbl_extend('force', M.remembered(), { [params.identity] = decision }))
    end
    answered(result and { decision = GIVEN[decision] and decision or 'dismiss' })
  end, on_cancel)
end

function M.forget()
  private_json.write(M.path(), {})
end

return M

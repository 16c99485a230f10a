--- The prefixes that the person said to remember: a JSON file that may be edited.
local private_json = require('termhost.private_json')

local M = {}

---@return string
function M.path()
  return private_json.path('data', 'rules.json')
end

---@param list any
---@return string[]
local function strings(list)
  return vim.tbl_filter(function(item)
    return type(item) == 'string'
  end, type(list) == 'table' and list or {})
end

---@return { allowed: string[], denied: string[] }
function M.read()
  local rules = private_json.read(M.path())
  if not rules then
    require('termhost.log').error(("'%s' is not a JSON object and is not used; correct or delete it"):format(M.path()))
    return { allowed = {}, denied = {} }
  end
  return { allowed = strings(rules.allowed), denied = strings(rules.denied) }
end

--- Calls back when another editor has remembered one.
---@param changed fun()
function M.watch(changed)
  assert(vim.uv.new_fs_event()):start(private_json.make_folder(M.path()), {}, vim.schedule_wrap(changed))
end

---@param rule termhost.RememberedRule
function M.add(rule)
  local rules = M.read()
  if not vim.tbl_contains(rules[rule.list], rule.prefix) then
    table.insert(rules[rule.list], rule.prefix)
    private_json.write(M.path(), rules)
  end
end

---@param list 'allowed'|'denied'
---@param prefix string
function M.remove(list, prefix)
  local rules = M.read()
  rules[list] = vim.tbl_filter(function(other)
    return other ~= prefix
  end, rules[list])
  private_json.write(M.path(), rules)
end

--- What the program remembers until it ends: prefixes and lines, as texts.
---@type string[]
local session = {}

---@param text string
function M.add_in_session(text)
  if not vim.tbl_contains(session, text) then
    table.insert(session, text)
  end
end

---@return string[]
function M.in_session()
  return vim.list_slice(session)
end

function M.server_ended()
  session = {}
end

return M

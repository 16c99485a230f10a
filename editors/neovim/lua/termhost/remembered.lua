--- The prefixes that the person said to remember: a JSON file that may be edited.
local M = {}

---@return string
function M.path()
  return vim.fs.joinpath(vim.fn.stdpath('data') --[[@as string]], 'termhost', 'rules.json')
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
  local file = io.open(M.path(), 'r')
  if not file then
    return { allowed = {}, denied = {} }
  end
  local text = file:read('*a')
  file:close()
  local ok, rules = pcall(vim.json.decode, text)
  if not ok or type(rules) ~= 'table' then
    require('termhost.log').error(("'%s' is no JSON object and is not used; correct or delete it"):format(M.path()))
    return { allowed = {}, denied = {} }
  end
  return { allowed = strings(rules.allowed), denied = strings(rules.denied) }
end

--- Calls back when another editor has remembered one.
---@param changed fun()
function M.watch(changed)
  local folder = vim.fs.dirname(M.path())
  vim.fn.mkdir(folder, 'p', tonumber('700', 8))
  assert(vim.uv.new_fs_event()):start(folder, {}, vim.schedule_wrap(changed))
end

---@param rules { allowed: string[], denied: string[] }
local function keep(rules)
  vim.fn.mkdir(vim.fs.dirname(M.path()), 'p', tonumber('700', 8))
  local fresh = M.path() .. '.new' -- nobody reads half of it
  local file = assert(io.open(fresh, 'w'))
  file:write(vim.json.encode(rules), '\n')
  file:close()
  assert(vim.uv.fs_rename(fresh, M.path()))
end

---@param rule termhost.RememberedRule
function M.add(rule)
  local rules = M.read()
  if not vim.tbl_contains(rules[rule.list], rule.prefix) then
    table.insert(rules[rule.list], rule.prefix)
    keep(rules)
  end
end

---@param list 'allowed'|'denied'
---@param prefix string
function M.remove(list, prefix)
  local rules = M.read()
  rules[list] = vim.tbl_filter(function(other)
    return other ~= prefix
  end, rules[list])
  keep(rules)
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

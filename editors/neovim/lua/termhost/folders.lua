--- The folders in which termhost starts with Neovim, so that agents from outside find it: those in which the user has
--- connected one. The file is the user's own, and only read where there is one.
local M = {}

---@return string
function M.path()
  return vim.fs.joinpath(vim.fn.stdpath('state') --[[@as string]], 'termhost', 'folders.json')
end

---@return string
local function here()
  return vim.uv.fs_realpath(vim.fn.getcwd()) or vim.fn.getcwd()
end

---@return string[]
local function read()
  local file = io.open(M.path(), 'r')
  if not file then
    return {}
  end
  local ok, folders = pcall(vim.json.decode, file:read('*a'))
  file:close()
  return ok and type(folders) == 'table' and folders or {}
end

---@param folders string[]
local function keep(folders)
  vim.fn.mkdir(vim.fs.dirname(M.path()), 'p', tonumber('700', 8))
  local fresh = M.path() .. '.new' -- nobody reads half of it
  local file = assert(io.open(fresh, 'w'))
  file:write(vim.json.encode(#folders > 0 and folders or vim.empty_dict()), '\n')
  file:close()
  assert(vim.uv.fs_rename(fresh, M.path()))
end

---@return boolean
function M.has_current()
  return vim.tbl_contains(vim.tbl_values(read()), here())
end

--- From now on termhost starts with Neovim in the current folder, or no longer.
---@param wanted boolean
function M.set_current(wanted)
  local current = here()
  local folders = vim.tbl_filter(function(folder)
    return folder ~= current
  end, vim.tbl_values(read()))
  if wanted then
    table.insert(folders, current)
  end
  keep(folders)
end

return M

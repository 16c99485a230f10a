--- The folders in which termhost starts with Neovim, so that agents from outside find it: those in which the user has
--- connected one.
local private_json = require('termhost.private_json')

local M = {}

---@return string
function M.path()
  return private_json.path('state', 'folders.json')
end

---@return string
local function here()
  return vim.uv.fs_realpath(vim.fn.getcwd()) or vim.fn.getcwd()
end

---@return string[]
local function read()
  return vim.tbl_values(private_json.read(M.path()) or {})
end

---@return boolean
function M.has_current()
  return vim.tbl_contains(read(), here())
end

--- From now on termhost starts with Neovim in the current folder, or no longer.
---@param wanted boolean
function M.set_current(wanted)
  local current = here()
  local folders = vim.tbl_filter(function(folder)
    return folder ~= current
  end, read())
  if wanted then
    table.insert(folders, current)
  end
  private_json.write(M.path(), folders)
end

return M

--- Small JSON files of the user's own, in a folder that nobody else may read.
local M = {}

---@param kind 'data'|'state' of stdpath()
---@param name string
---@return string
function M.path(kind, name)
  return vim.fs.joinpath(vim.fn.stdpath(kind) --[[@as string]], 'termhost', name)
end

--- An empty table if there is no such file; nil if there is no JSON object or list in it.
---@param path string
---@return table?
function M.read(path)
  local file = io.open(path, 'r')
  if not file then
    return {}
  end
  local text = file:read('*a')
  file:close()
  local ok, value = pcall(vim.json.decode, text)
  return ok and type(value) == 'table' and value or nil
end

--- Makes the folder of `path`.
---@param path string
---@return string folder
function M.make_folder(path)
  local folder = vim.fs.dirname(path)
  vim.fn.mkdir(folder, 'p', tonumber('700', 8))
  return folder
end

---@param path string
---@param value table
function M.write(path, value)
  M.make_folder(path)
  local fresh = path .. '.new' -- nobody reads half of it
  local file = assert(io.open(fresh, 'w'))
  file:write(vim.json.encode(next(value) and value or vim.empty_dict()), '\n')
  file:close()
  assert(vim.uv.fs_rename(fresh, path))
end

return M

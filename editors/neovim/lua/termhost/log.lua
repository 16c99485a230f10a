--- The log file. Neither command lines nor output are written at the level "info" or above; with the option `trace` all
--- levels are.
local config = require('termhost.config')

local M = {}

local ROTATE_AT = 5 * 1024 * 1024
local NUMBERS = { debug = 0, info = 1, warn = 2, error = 3 }

---@return string
function M.path()
  return vim.fs.joinpath(vim.fn.stdpath('log') --[[@as string]], 'termhost.log')
end

---@type uv.uv_file?
local file

local function open()
  local path = M.path()
  vim.fn.mkdir(vim.fs.dirname(path), 'p')
  local stat = vim.uv.fs_stat(path)
  if stat and stat.size > ROTATE_AT then
    vim.uv.fs_rename(path, path .. '.old')
  end
  file = vim.uv.fs_open(path, 'a', tonumber('600', 8))
end

---@param level 'debug'|'info'|'warn'|'error'
---@param message string
local function write(level, message)
  local least = config.get().trace == 'off' and NUMBERS[config.get().log_level] or NUMBERS.debug
  if NUMBERS[level] < least then
    return
  end
  if not file then
    open()
  end
  if file then
    vim.uv.fs_write(file, ('%s %-5s %s\n'):format(os.date('%Y-%m-%d %H:%M:%S'), level, message:gsub('\n', '\n  ')))
  end
end

for level in pairs(NUMBERS) do
  M[level] = function(message)
    write(level, message)
  end
end

return M

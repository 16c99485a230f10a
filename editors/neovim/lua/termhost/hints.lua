--- The way to a command of termhost from where the user is: a key of theirs, or `:Termhost`.
local M = {}

--- A key that the user has mapped to the command. One that calls a function cannot be told.
---@param mode 'n'|'t'
---@param name string of the subcommand
---@return string?
local function own_key(mode, name)
  local targets = {}
  for _, target in ipairs({ '<plug>(termhost-%s)', '<cmd>termhost %s<cr>', ':termhost %s<cr>' }) do
    targets[target:format(name)] = true
  end
  for _, map in ipairs(vim.fn.maplist()) do
    local applies = map.mode:find(mode, 1, true) or mode == 'n' and map.mode == ' '
    if applies and targets[(map.rhs or ''):lower()] and not vim.startswith(map.lhs, '<Plug>') then
      return vim.fn.keytrans(map.lhsraw)
    end
  end
end

--- While a terminal has the focus, `:` is a key of its program.
---@param name string
---@param argument? string with it, the command is meant, and no key
---@return string
function M.way_to(name, argument)
  local command = argument and (':Termhost %s %s'):format(name, argument) or (':Termhost %s'):format(name)
  local function key(mode)
    return not argument and own_key(mode, name) or nil
  end
  if not vim.startswith(vim.api.nvim_get_mode().mode, 't') then
    return key('n') or command
  end
  return key('t') or [[CTRL-\ CTRL-N ]] .. (key('n') or command)
end

return M

--- The start of termhost with Neovim, so that agents from outside find it: from then on when the user has connected one, or
--- has chosen it.
local private_json = require('termhost.private_json')

local M = {}

--- A message or a table for another program is edited there, and Neovim is closed again.
local PASSING =
  { gitcommit = true, gitrebase = true, hgcommit = true, jjdescription = true, svn = true, crontab = true, mail = true, man = true }

---@return string
function M.path()
  return private_json.path('state', 'start.json') -- the file plugin/termhost.lua knows this path too
end

---@return boolean
function M.is_on()
  return (private_json.read(M.path()) or {}).withNeovim == true
end

---@param wanted boolean
function M.set(wanted)
  private_json.write(M.path(), { withNeovim = wanted })
end

--- The user works here, and does not only look at something.
---@return boolean
local function is_for_work()
  local is_editor = #vim.api.nvim_list_uis() > 0 and not vim.env.GIT_INDEX_FILE
  return is_editor and not vim.o.readonly and not vim.o.diff and not PASSING[vim.bo.filetype]
end

--- Starts termhost if the user wants it to start with Neovim.
function M.begin()
  if M.is_on() and is_for_work() then
    require('termhost.session').start()
    require('termhost.client').ready(function() end)
  end
end

return M

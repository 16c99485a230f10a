--- The focus of the question's window. It is entered on purpose only: by `:Termhost approve`, or from a window that is still
--- there, by keys or the mouse. Where Neovim itself chooses it, because another window was closed, the user goes back to the
--- last window of their own. Keys count while the window was entered on purpose.
local M = {}

---@type integer? the question's window
local guarded
local on_purpose = false
---@type fun() called when `on_purpose` has changed
local changed = function() end
---@type integer? the window that was left last; nil: it was closed
local left
--- The user's windows, the latest last.
---@type integer[]
local visited = {}

---@param window integer?
---@return boolean
local function is_in_this_tab(window)
  return window ~= nil and vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_tabpage(window) == vim.api.nvim_get_current_tabpage()
end

---@param window integer
local function note(window)
  visited = vim.tbl_filter(function(other)
    return other ~= window and vim.api.nvim_win_is_valid(other)
  end, visited)
  table.insert(visited, window)
end

---@param candidates integer[]
---@param fits fun(window: integer): boolean
---@return integer?
local function last_of(candidates, fits)
  for index = #candidates, 1, -1 do
    if candidates[index] ~= guarded and fits(candidates[index]) then
      return candidates[index]
    end
  end
end

---@param is_wanted fun(window: integer): boolean
local function go_back(is_wanted)
  local window = last_of(visited, is_wanted) or last_of(vim.api.nvim_tabpage_list_wins(0), is_in_this_tab)
  if window then
    vim.api.nvim_set_current_win(window)
  end
end

---@param value boolean
local function set_on_purpose(value)
  if on_purpose ~= value then
    on_purpose = value
    changed()
  end
end

local function entered()
  local window = vim.api.nvim_get_current_win()
  if window ~= guarded then
    note(window)
  elseif is_in_this_tab(left) then
    set_on_purpose(true)
  else
    go_back(is_in_this_tab)
  end
end

local function was_left()
  left = vim.api.nvim_get_current_win()
  if left == guarded then
    set_on_purpose(false)
  end
end

function M.start()
  local group = vim.api.nvim_create_augroup('termhost.approval_focus', {})
  local function on(event, desc, callback)
    vim.api.nvim_create_autocmd(event, { group = group, desc = desc, nested = true, callback = callback })
  end
  note(vim.api.nvim_get_current_win())
  on('WinEnter', "Leave termhost's question alone unless it was entered on purpose", entered)
  on('WinLeave', 'Note the window that the user leaves', was_left)
  on('WinClosed', 'Note that the window is not there any more', function(event)
    if tonumber(event.match) == left then
      left = nil
    end
  end)
end

---@param window integer
---@param on_change fun()
function M.guard(window, on_change)
  guarded, changed = window, on_change
end

---@return boolean
function M.is_on_purpose()
  return on_purpose and vim.api.nvim_get_current_win() == guarded
end

--- Goes to the question, as the user wants.
function M.enter()
  if guarded and vim.api.nvim_win_is_valid(guarded) then
    vim.cmd.stopinsert()
    vim.api.nvim_set_current_win(guarded)
    set_on_purpose(true)
  end
end

--- The question is about to close: whoever is in its window goes to where they were before.
function M.release()
  if vim.api.nvim_get_current_win() == guarded then
    go_back(vim.api.nvim_win_is_valid)
  end
  guarded, on_purpose, changed = nil, false, function() end
end

return M

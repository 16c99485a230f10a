--- Heights of windows that are as high as their text, such as the list's: they get them back when a window that has taken
--- their place is closed.
local M = {}

--- Notes the heights as they are now.
---@return fun() restore
function M.note()
  local heights = {}
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if vim.wo[window].winfixheight then
      heights[window] = vim.api.nvim_win_get_height(window)
    end
  end
  return function()
    for window, height in pairs(heights) do
      if vim.api.nvim_win_is_valid(window) then
        vim.api.nvim_win_set_height(window, height)
      end
    end
    heights = {}
  end
end

return M

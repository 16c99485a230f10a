--- Tells that somebody types, at most once a second and line, and once more if they stop in the middle of one.
local M = {}

local WINDOW_MS = 1000

---@param tell fun()
---@return fun(ends_line: boolean) typed to be called with each key
function M.typing(tell)
  local waiting, again, at_start = false, false, true
  local function told()
    tell()
    waiting = true
    vim.defer_fn(function()
      waiting = false
      if again then
        again = false
        told()
      end
    end, WINDOW_MS)
  end
  return function(ends_line)
    again = not ends_line
    if not waiting then
      told()
    elseif at_start and not ends_line then
      tell()
    end
    at_start = ends_line
  end
end

return M

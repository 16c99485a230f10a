--- Neovim does nothing while it shows "Press ENTER": terminals print and take nothing, and the server gets no answer.
local M = {}

--- Takes an answered prompt off the screen. Else the next message would come below the prompt, and wait for <CR>.
function M.avoid()
  vim.api.nvim_echo({ { '' } }, false, {})
  vim.cmd.redraw() -- and the user has read these lines
end

return M

--- A window as large as the editor, that nobody sees: what starts in it takes its size.
local M = {}

---@param buffer integer
---@param start fun()
local function within(buffer, start)
  local window = vim.api.nvim_open_win(buffer, false, {
    relative = 'editor',
    row = 0,
    col = 0,
    width = math.max(vim.o.columns, 1),
    height = math.max(vim.o.lines - vim.o.cmdheight - 1, 1),
    style = 'minimal',
    focusable = false,
    noautocmd = true,
    hide = true,
  })
  local ok, problem = pcall(vim.api.nvim_win_call, window, start)
  vim.api.nvim_win_close(window, true)
  if not ok then
    error(problem, 0)
  end
end

--- Many people have `autocmd TermOpen * startinsert`. It is not meant for the window that they are in.
---@param buffer integer
---@param start fun()
function M.run(buffer, start)
  local mode = vim.api.nvim_get_mode().mode
  if vim.fn.getcmdwintype() == '' then
    within(buffer, start)
  else -- beside the command-line window there can be no other new one
    start()
  end
  if not mode:find('^[iRt]') then
    vim.cmd.stopinsert()
  end
end

return M

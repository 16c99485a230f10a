--- How large a terminal is. Neovim gives it the size of the largest window that shows it, and does not tell.
local outbox = require('termhost.outbox')

local M = {}

local augroup = vim.api.nvim_create_augroup('termhost.size', {})

---@param buffer integer
---@return integer? columns
---@return integer? rows
local function shown_size(buffer)
  local columns, rows
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local info = vim.fn.getwininfo(window)[1]
    columns = math.max(columns or 1, info.width - info.textoff)
    rows = math.max(rows or 1, info.height)
  end
  return columns, rows
end

--- Before it was shown, a terminal is as large as the editor.
---@param buffer integer
---@return integer columns
---@return integer rows
function M.of(buffer)
  local columns, rows = shown_size(buffer)
  return columns or vim.o.columns, rows or math.max(vim.o.lines - vim.o.cmdheight - 1, 1)
end

--- Tells the server when a window gives the terminal another size.
---@param id string
---@param buffer integer
---@param resized? fun(columns: integer, rows: integer)
function M.watch(id, buffer, resized)
  local known_columns, known_rows = M.of(buffer)
  vim.api.nvim_create_autocmd({ 'BufWinEnter', 'WinResized', 'VimResized' }, {
    group = augroup,
    desc = 'Tell termhost how large its terminal is',
    callback = function()
      if not vim.api.nvim_buf_is_loaded(buffer) then
        return true
      end
      local columns, rows = shown_size(buffer)
      if columns and (columns ~= known_columns or rows ~= known_rows) then
        known_columns, known_rows = columns, rows
        if resized then
          resized(columns, rows)
        end
        outbox.post('terminal/didResize', { terminalId = id, cols = columns, rows = rows })
      end
    end,
  })
end

return M

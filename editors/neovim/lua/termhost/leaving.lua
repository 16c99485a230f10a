--- Neovim is not left while commands run, unless the user means it by `!`: as with jobs of |:terminal|. An autocommand
--- cannot refuse, but a buffer that is not written does.
local command_log = require('termhost.command_log')

local M = {}

local NAME = 'termhost: a command runs; :qa! stops it'

---@return termhost.Entry[] others wait for an approval or a terminal
local function running()
  return vim.tbl_filter(function(entry)
    return entry.running_since ~= nil
  end, command_log.running())
end

local function name_running()
  local entries = running()
  if #entries == 0 then
    return
  end
  local more = #entries > 1 and (' and %d more run'):format(#entries - 1) or ' runs'
  local rest = ('%s until you leave Neovim; :qa! stops %s'):format(more, #entries > 1 and 'them' or 'it')
  vim.notify('termhost: ' .. require('termhost.progress').about(entries[1], rest), vim.log.levels.WARN)
end

---@return integer buffer
local function unwritten_buffer()
  local buffer = vim.api.nvim_create_buf(false, false)
  vim.api.nvim_buf_set_name(buffer, NAME)
  vim.bo[buffer].buftype = 'acwrite'
  vim.bo[buffer].swapfile = false
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = buffer,
    desc = 'Do not leave Neovim by :wqall while commands run',
    callback = function()
      error('termhost: :qa! stops the commands that run')
    end,
  })
  vim.bo[buffer].modified = true
  return buffer
end

--- Neovim is about to be left. With `!` it is.
function M.refuse()
  if #running() == 0 then
    return
  end
  local window, shown, view = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf(), vim.fn.winsaveview()
  local buffer, confirms = unwritten_buffer(), vim.o.confirm
  vim.o.confirm = false -- it would ask what to do with a buffer that is none of the user's
  vim.schedule(function()
    if vim.v.exiting ~= vim.NIL then
      return
    end
    vim.o.confirm = confirms
    if vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_buf(window) == buffer then
      vim.api.nvim_win_set_buf(window, shown)
      vim.api.nvim_win_call(window, function()
        vim.fn.winrestview(view)
      end)
    end
    vim.api.nvim_buf_delete(buffer, { force = true })
    vim.cmd.redraw() -- Neovim's message is about the buffer
    name_running()
  end)
end

return M

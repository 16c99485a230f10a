--- A buffer to edit a command of several lines in: |:write| takes it, closing the window does not.
local M = {}

---@param command string
---@param callback fun(command: string?)
function M.open(command, callback)
  local buffer = vim.api.nvim_create_buf(false, false)
  vim.api.nvim_buf_set_name(buffer, ('termhost://edit/%d'):format(buffer))
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(command, '\n', { plain = true }))
  vim.bo[buffer].buftype = 'acwrite'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = 'sh'
  vim.bo[buffer].modified = false
  local edited
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = buffer,
    callback = function()
      edited = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
      vim.bo[buffer].modified = false
      vim.schedule(function()
        pcall(vim.api.nvim_buf_delete, buffer, { force = true })
      end)
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = buffer,
    callback = function()
      vim.schedule(function()
        callback(edited)
      end)
    end,
  })
  vim.cmd(('botright %dsplit'):format(math.min(#vim.split(command, '\n') + 1, 12)))
  vim.api.nvim_win_set_buf(0, buffer)
  vim.notify('termhost: :w runs the edited command, :q! goes back to the question')
end

return M

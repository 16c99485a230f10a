-- SPDX-License-Identifier: Apache-2.0
if vim.g.loaded_termhost then
  return
end
vim.g.loaded_termhost = 1

vim.api.nvim_create_user_command('Termhost', function(command)
  require('termhost.commands').run(command)
end, {
  nargs = '*',
  desc = 'Commands that agents run in your terminals, see :help :Termhost',
  complete = function(lead, line)
    return require('termhost.commands').complete(lead, line)
  end,
})

for _, name in ipairs({ 'approve', 'list', 'terminal' }) do
  vim.keymap.set({ 'n', 't' }, ('<Plug>(termhost-%s)'):format(name), ('<Cmd>Termhost %s<CR>'):format(name), { desc = 'termhost: ' .. name })
end

--- Agents from outside find this Neovim where the user has connected one. The first screen does not wait for it.
local function start_soon()
  if vim.uv.fs_stat(vim.fn.stdpath('state') .. '/termhost/start.json') then -- nothing is loaded where there is none
    vim.defer_fn(function()
      require('termhost.autostart').begin()
    end, 1000)
  end
end

if vim.v.vim_did_enter == 1 then
  start_soon()
else
  vim.api.nvim_create_autocmd('VimEnter', { once = true, desc = 'Start termhost if agents are to find it', callback = start_soon })
end

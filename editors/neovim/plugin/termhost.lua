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
  vim.keymap.set('n', ('<Plug>(termhost-%s)'):format(name), ('<Cmd>Termhost %s<CR>'):format(name), { desc = 'termhost: ' .. name })
end

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

--- Agents from outside find this Neovim from its start on where the user has connected one.
local function start_here()
  local remembered = vim.fn.stdpath('state') .. '/termhost/folders.json' -- nothing is loaded where there is none
  local is_used = #vim.api.nvim_list_uis() > 0 and not vim.env.GIT_INDEX_FILE -- as an editor, and not for git's message
  if is_used and vim.uv.fs_stat(remembered) and require('termhost.folders').has_current() then
    require('termhost.session').start()
    require('termhost.client').ready(function() end)
  end
end

if vim.v.vim_did_enter == 1 then
  start_here()
else
  vim.api.nvim_create_autocmd('VimEnter', { once = true, desc = 'Start termhost where agents look for it', callback = start_here })
end

-- SPDX-License-Identifier: Apache-2.0
-- What lazy.nvim reads of a plugin: `{ 'termhost/termhost' }` in a person's configuration is then enough.
return {
  'termhost/termhost',
  lazy = false,
  build = {
    './scripts/build release',
    function(plugin)
      vim.cmd.helptags(plugin.dir .. '/editors/neovim/doc')
    end,
  },
  config = function(plugin)
    vim.opt.runtimepath:append(plugin.dir .. '/editors/neovim')
    vim.cmd.runtime('plugin/termhost.lua')
  end,
}

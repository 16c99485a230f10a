--- A choice of the user's, by whatever `vim.ui.select` is in this Neovim.

---@param items any[]
---@param prompt string
---@param kind string of the choice, for interfaces that tell kinds apart
---@param line_of fun(item: any): string
---@param chosen fun(item: any)
---@param nothing? fun() the user chooses nothing
return function(items, prompt, kind, line_of, chosen, nothing)
  vim.ui.select(items, { prompt = 'termhost: ' .. prompt, kind = 'termhost.' .. kind, format_item = line_of }, function(item)
    vim.api.nvim_echo({ { '' } }, false, {}) -- nothing of the choice is left on the screen
    if item then
      chosen(item)
    elseif nothing then
      nothing()
    end
  end)
end

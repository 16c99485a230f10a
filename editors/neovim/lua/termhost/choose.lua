--- A choice of the user's, by whatever `vim.ui.select` is in this Neovim.

---@param items any[]
---@param prompt string
---@param kind string of the choice, for interfaces that tell kinds apart
---@param line_of fun(item: any): string
---@param chosen fun(item: any) not called where the user chooses nothing
return function(items, prompt, kind, line_of, chosen)
  vim.ui.select(items, { prompt = 'termhost: ' .. prompt, kind = 'termhost.' .. kind, format_item = line_of }, function(item)
    if item then
      chosen(item)
    end
  end)
end

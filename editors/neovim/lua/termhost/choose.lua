--- A choice of the user's, by whatever `vim.ui.select` is in this Neovim.
local hit_enter = require('termhost.hit_enter')

---@param items any[]
---@param prompt string
---@param kind string of the choice, for interfaces that tell kinds apart
---@param line_of fun(item: any): string
---@param chosen fun(item: any)
---@param nothing? fun() the user chooses nothing
return function(items, prompt, kind, line_of, chosen, nothing)
  vim.ui.select(items, { prompt = 'termhost: ' .. prompt, kind = 'termhost.' .. kind, format_item = line_of }, function(item)
    hit_enter.avoid()
    if item then
      chosen(item)
    elseif nothing then
      nothing()
    end
  end)
end

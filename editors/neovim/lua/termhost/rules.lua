--- `:Termhost rules`: what the user said to remember, and the way to take it back.
local choose = require('termhost.choose')
local remembered = require('termhost.remembered')

local M = {}

---@class termhost.RuleLine
---@field text string
---@field forget fun(): string what holds from then on

---@return termhost.RuleLine[]
local function lines()
  local all = {}
  local kept = remembered.read()
  for _, list in ipairs({ 'allowed', 'denied' }) do
    for _, prefix in ipairs(kept[list]) do
      table.insert(all, {
        text = ('always %s: `%s`'):format(list, prefix),
        forget = function()
          remembered.remove(list, prefix)
          return ('`%s` is not always %s any more'):format(prefix, list)
        end,
      })
    end
  end
  for _, text in ipairs(remembered.in_session()) do
    table.insert(all, {
      text = 'allowed in this session: ' .. text,
      forget = function()
        return 'this rule holds until :Termhost restart'
      end,
    })
  end
  return all
end

function M.manage()
  local all = lines()
  if #all == 0 then
    return vim.notify('termhost: no rule is remembered; the key A at a question remembers one')
  end
  choose(all, 'which rule should termhost forget?', 'rule', function(line)
    return line.text
  end, function(line)
    vim.notify('termhost: ' .. line.forget())
  end)
end

return M

--- How a question of the server is put: in words of its own for each action, with nothing of it hidden.
local M = {}

---@class termhost.Wording
---@field title string of the window
---@field ask string
---@field yes string
---@field edited? string missing: there is nothing to edit

local LONGEST_TARGET = 60

---@type table<string, termhost.Wording> `%s` is the running command that the question is about
local wordings = {
  run = { title = 'An agent wants to run', ask = 'run this command?', yes = 'Approve', edited = 'Run instead: ' },
  input = { title = 'An agent wants to type', ask = 'type this into %s?', yes = 'Type it', edited = 'Type instead: ' },
  stop = { title = 'An agent wants to stop', ask = 'stop your command %s?', yes = 'Stop it' },
  read = { title = 'An agent wants to read', ask = 'show the agent what your command %s printed?', yes = 'Show it' },
}

--- A control character would change what is seen, or hide what is run.
---@param text string
---@return string
function M.visible(text)
  return (
    text
      :gsub('[%z\1-\8\11-\31\127]', function(character)
        return '^' .. string.char(bit.bxor(character:byte(), 64))
      end)
      :gsub('\t', '  ')
  )
end

---@param params termhost.ApprovalRequestParams
---@return string
function M.action(params)
  return params.action or 'run'
end

---@param command string
---@return string
local function in_backticks(command)
  local first = command:match('^[^\n]*')
  local cut = vim.fn.strcharpart(first, 0, LONGEST_TARGET)
  return ('`%s%s`'):format(M.visible(cut), cut ~= command and ' …' or '')
end

---@param params termhost.ApprovalRequestParams
---@return termhost.Wording
function M.wording(params)
  local words = wordings[M.action(params)]
  return vim.tbl_extend('force', words, { ask = words.ask:format((in_backticks(params.target or params.command))) })
end

--- What would be run or typed, as lines to look at. Keys are shown as keys: Enter is one of them.
---@param params termhost.ApprovalRequestParams
---@return string[]
function M.lines(params)
  local text = params.command
  if M.action(params) == 'input' then
    text = text:gsub('\r\n?', '\n'):gsub('\n', '⏎\n'):gsub('\n$', ''):gsub('\t', '⇥')
  end
  return vim.tbl_map(M.visible, vim.split(text, '\n', { plain = true }))
end

--- The text that a person can edit, and what stays behind it; nil if there is nothing to edit. Of what would be typed,
--- words and Enter behind them can be edited, keys can't.
---@param params termhost.ApprovalRequestParams
---@return string? text
---@return string ending
function M.editable(params)
  local action = M.action(params)
  if action == 'run' then
    return params.command, ''
  elseif action == 'input' then
    local text, ending = params.command:match('^(%C*)([\r\n]*)$')
    return text, ending or ''
  end
  return nil, ''
end

return M

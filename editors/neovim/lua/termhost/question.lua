--- How a question of the server is put: in words of its own for each action. The server has made all of it visible.
local M = {}

--- `%s` of the title is the running command that the question is about, of `asked_by` the agent from outside that asks.
---@class termhost.Wording
---@field title string of the window
---@field yes string
---@field edited? string missing: there is nothing to edit

local LONGEST_TARGET, LONGEST_PART, MOST_NAMED = 60, 30, 2
local SHORTEST_IN_NOTICE = 8

---@type table<string, termhost.Wording | { asked_by: string }>
local wordings = {
  run = { title = 'Run this command?', asked_by = '%s wants to run this', yes = 'Approve', edited = 'Run instead: ' },
  input = { title = 'Type this into %s?', asked_by = '%s wants to type this', yes = 'Type it', edited = 'Type instead: ' },
  stop = { title = 'Stop your command %s?', asked_by = '%s wants to stop this', yes = 'Stop it' },
  agent = { title = 'May this agent use the terminals of this Neovim?', yes = 'Allow, now and later in this folder' },
  read = { title = 'Show the agent the output of your command %s?', asked_by = '%s wants to read this', yes = 'Show it' },
}

---@param params termhost.ApprovalRequestParams
---@return string
function M.action(params)
  return params.action or 'run'
end

---@param shown string
---@param most integer characters
---@return string
local function in_backticks(shown, most)
  local first = shown:match('^[^\n]*')
  local cut = vim.fn.strcharpart(first, 0, most)
  return ('`%s%s`'):format(cut, cut ~= shown and ' …' or '')
end

---@param params termhost.ApprovalRequestParams
---@return termhost.Wording
function M.wording(params)
  local words = wordings[M.action(params)]
  local target = in_backticks(params.target or params.shown, LONGEST_TARGET)
  return vim.tbl_extend('force', words, { title = words.title:format(target) })
end

--- The agent from outside of Neovim that asks, and for what; nil: it is one of Neovim itself.
---@param params termhost.ApprovalRequestParams
---@return string?
function M.asked_by(params)
  return params.agent and wordings[M.action(params)].asked_by:format(params.agent)
end

--- The question in a line of so many columns.
---@param params termhost.ApprovalRequestParams
---@param columns integer
---@return string
function M.notice(params, columns)
  local words = M.action(params) == 'run' and '%s waits for approval' or wordings[M.action(params)].title
  local left = columns - #words
  local most = math.min(math.max(left, SHORTEST_IN_NOTICE), LONGEST_TARGET)
  return words:format((in_backticks(params.target or params.shown, most)))
end

--- Sentences as lines, broken between words.
---@param text string
---@param columns integer
---@return string[]
function M.sentences(text, columns)
  local lines = { '' }
  for word in text:gmatch('%S+') do
    local longer = vim.trim(lines[#lines] .. ' ' .. word)
    local fits = vim.fn.strdisplaywidth(longer) <= columns
    lines[fits and #lines or #lines + 1] = fits and longer or word
  end
  return lines
end

--- What would be run or typed, as lines to look at.
---@param params termhost.ApprovalRequestParams
---@return string[]
function M.lines(params)
  return vim.split(params.shown, '\n', { plain = true })
end

---@param hazards string[]?
---@return string in brackets; empty: there are none
function M.hazards(hazards)
  local words = table.concat(hazards or {}, ', '):gsub('_', ' ')
  return words ~= '' and ('[%s]'):format(words) or ''
end

---@class termhost.VerdictGroup
---@field verdict string
---@field why string the reason, and the rule that decided
---@field commands termhost.CommandVerdict[]

--- Commands with the same verdict for the same reason together. The server says the most dangerous first.
---@param commands termhost.CommandVerdict[]
---@return termhost.VerdictGroup[]
function M.groups(commands)
  local groups, known = {}, {}
  for _, command in ipairs(commands) do
    local named = command.rule and command.rule ~= command.reason
    local why = named and ('%s (rule: %s)'):format(command.reason, command.rule) or command.reason
    local key = command.verdict .. why
    if not known[key] then
      known[key] = { verdict = command.verdict, why = why, commands = {} }
      table.insert(groups, known[key])
    end
    table.insert(known[key].commands, command)
  end
  return groups
end

---@param command string
---@param prefix string
---@return boolean
local function begins_with(command, prefix)
  return command == prefix or vim.startswith(command, prefix .. ' ')
end

--- The parts of a line that a rule does not cover, said where the line would ask all the same.
---@param params termhost.ApprovalRequestParams
---@param prefix string
---@return string
local function limits(params, prefix)
  local covered, others = 0, {}
  for _, command in ipairs(params.commands) do
    if begins_with(command.text, prefix) then
      covered = covered + 1
    elseif command.verdict ~= 'allow' then
      table.insert(others, in_backticks(command.text, LONGEST_PART))
    end
  end
  if covered == 0 or #others == 0 then
    return ''
  end
  local named = table.concat(vim.list_slice(others, 1, MOST_NAMED), ', ')
  local more = #others > MOST_NAMED and (' and %d more'):format(#others - MOST_NAMED) or ''
  return ('; this command line would still need approval for %s%s'):format(named, more)
end

--- What can be remembered with an approval.
---@param params termhost.ApprovalRequestParams
---@return { label: string, rule: termhost.RememberedRule }[]
function M.choices(params)
  local found = {}
  for _, prefix in ipairs(params.suggestions or {}) do
    for _, way in ipairs({ { 'always', 'always allow %s, in every folder' }, { 'session', 'allow %s in this session' } }) do
      local rule = { list = 'allowed', prefix = prefix, scope = way[1] }
      local label = ('Approve, and ' .. way[2]):format(in_backticks(prefix, LONGEST_TARGET))
      table.insert(found, { label = label .. limits(params, prefix), rule = rule })
    end
  end
  if M.action(params) == 'run' then
    local rule = { list = 'allowed', prefix = '', scope = 'line' }
    table.insert(found, { label = 'Approve, and allow this exact line in this session', rule = rule })
  end
  return found
end

--- What holds from now on, and the way back.
---@param rule termhost.RememberedRule
---@return string
function M.remembered(rule)
  if rule.scope == 'line' then
    return 'this exact line is allowed until :Termhost restart'
  end
  local words = rule.scope == 'session' and '%s is allowed until :Termhost restart' or '%s is always allowed; :Termhost rules removes it'
  local most = vim.v.echospace - #'termhost: ' - #words - #' …'
  return words:format((in_backticks(rule.prefix, math.max(most, SHORTEST_IN_NOTICE))))
end

--- What the key that remembers does: it takes the only choice, or lets the user choose.
---@param params termhost.ApprovalRequestParams
---@return string
function M.remembering(params)
  local choices = M.choices(params)
  local only_line = #choices == 1 and choices[1].rule.scope == 'line'
  return only_line and 'Approve this line for the session' or 'Approve, remember…'
end

--- Whether an editor's buffer shows all of the text; counted blanks are no riddle in it.
---@param shown string
---@return boolean
local function is_plain(shown)
  for _, what in ipairs({ 'blank', 'tab', 'empty line' }) do
    shown = shown:gsub(('⟨%%d+ %ss?⟩'):format(what), '')
  end
  return not shown:find('⟨', 1, true)
end

--- The text that a person can edit, and what stays behind it; nil if there is nothing to edit. Of what would be typed,
--- words and Enter behind them can be edited, keys can't.
---@param params termhost.ApprovalRequestParams
---@return string? text
---@return string ending
function M.editable(params)
  local action = M.action(params)
  if not is_plain(params.shown) then
    return nil, ''
  elseif action == 'run' then
    return params.command, ''
  elseif action == 'input' then
    local text, ending = params.command:match('^(%C*)([\r\n]*)$')
    return text, ending or ''
  end
  return nil, ''
end

return M

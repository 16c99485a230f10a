--- Asks the person in a window of its own, with a key for each answer. A question that is put aside keeps waiting.
local approval = require('termhost.approval')
local choose = require('termhost.choose')
local config = require('termhost.config')
local events = require('termhost.events')
local questions = require('termhost.question')
local view = require('termhost.approval_window')

local M = {}

---@class termhost.Prompt
---@field question termhost.Question
---@field window integer
---@field before integer the window that had the focus

---@type termhost.Prompt?
local current
--- Put aside by the person: asked again only when told to.
---@type table<termhost.Question, true>
local aside = setmetatable({}, { __mode = 'k' })
--- The user knows of them: they came in the middle of typing.
---@type table<termhost.Question, true>
local announced = setmetatable({}, { __mode = 'k' })

--- Says whether the person was in it.
---@return boolean
local function close()
  if not current then
    return false
  end
  local prompt = current
  current = nil
  local focused = vim.api.nvim_get_current_win() == prompt.window
  view.close(prompt.window)
  if focused and vim.api.nvim_win_is_valid(prompt.before) then
    vim.api.nvim_set_current_win(prompt.before)
  end
  return focused
end

---@param question termhost.Question
---@param result? termhost.ApprovalRequestResult nil: not now
local function decide(question, result)
  local focused = close()
  if result then
    approval.answer(question, result)
  else
    aside[question] = true
    vim.notify('termhost: the question keeps waiting; :Termhost approve asks again')
  end
  vim.schedule(function()
    M.next(focused and result ~= nil)
  end)
end

---@param question termhost.Question
local function approve(question)
  decide(question, { decision = 'approve' })
end

---@param question termhost.Question
local function reject(question)
  decide(question, { decision = 'reject' })
end

---@param question termhost.Question
local function put_aside(question)
  decide(question)
end

---@param question termhost.Question
local function reject_with_feedback(question)
  vim.ui.input({ prompt = 'What shall the agent know? ' }, function(feedback)
    decide(question, feedback and { decision = 'reject', feedback = feedback })
  end)
end

--- Several lines can't be edited at a prompt: a line break in it would count as Enter.
---@param question termhost.Question
local function edit_in_buffer(question)
  require('termhost.command_editor').open(question.params.command, function(command)
    decide(question, command and { decision = 'edit', command = command })
  end)
end

---@param question termhost.Question
local function edit(question)
  local text, ending = questions.editable(question.params)
  ---@cast text string
  if text:find('%c') then
    return edit_in_buffer(question)
  end
  vim.ui.input({ prompt = questions.wording(question.params).edited, default = text }, function(edited)
    decide(question, edited and vim.trim(edited) ~= '' and { decision = 'edit', command = edited .. ending } or nil)
  end)
end

---@param question termhost.Question
local function always(question)
  local choices = questions.choices(question.params)
  if #choices == 1 then
    return decide(question, { decision = 'approve', remember = choices[1].rule })
  end
  choose(choices, 'approve, and remember', 'approval', function(choice)
    return choice.label
  end, function(choice)
    decide(question, { decision = 'approve', remember = choice.rule })
  end)
end

--- Nothing is approved whose end nobody could have seen.
---@param answer fun(question: termhost.Question)
---@return fun(question: termhost.Question)
local function once_read(answer)
  return function(question)
    if current and view.end_was_shown(current.window) then
      return answer(question)
    end
    vim.notify('termhost: the end of the text was not shown. Here it is: press the key again', vim.log.levels.WARN)
  end
end

---@class termhost.ApprovalKey
---@field [1] string
---@field [2] string what it does, in a word or two
---@field [3] fun(question: termhost.Question)

--- What `?` shows.
---@param keys termhost.ApprovalKey[]
---@return string[]
local function help_lines(keys)
  local lines = vim.tbl_map(function(key)
    return (' %s  %s '):format(key[1], key[2])
  end, keys)
  table.insert(lines, ' :help termhost-approval ')
  return lines
end

---@param params termhost.ApprovalRequestParams
---@return termhost.ApprovalKey[]
local function keys_for(params)
  local keys = { { 'a', questions.wording(params).yes, once_read(approve) } }
  if questions.editable(params) then
    table.insert(keys, { 'e', 'Edit', once_read(edit) })
  end
  vim.list_extend(keys, { { 'r', 'Reject', reject }, { 'R', 'Reject and say why', reject_with_feedback } })
  if #questions.choices(params) > 0 then
    table.insert(keys, { 'A', questions.remembering(params), once_read(always) })
  end
  table.insert(keys, { 'q', 'Later', put_aside })
  table.insert(keys, 2, { -- a narrow window cuts the end
    '?',
    'Help',
    function()
      view.toggle_help(current.window, help_lines(keys))
    end,
  })
  return keys
end

---@param question termhost.Question
local function open(question)
  local keys = keys_for(question.params)
  local line = vim.iter(keys):map(function(key)
    return ('%s %s'):format(key[1], key[2])
  end)
  local window = view.open(question.params, line:join('  '))
  current = { question = question, window = window, before = vim.api.nvim_get_current_win() }
  for _, key in ipairs(keys) do
    vim.keymap.set('n', key[1], function()
      key[3](question)
    end, { buffer = vim.api.nvim_win_get_buf(window), desc = key[2], nowait = true })
  end
end

--- In the middle of typing a question would get keys that were not meant for it.
---@return boolean
local function is_interruptible()
  local mode = vim.api.nvim_get_mode()
  return mode.mode == 'n' and not mode.blocking and vim.fn.getcmdwintype() == ''
end

---@return termhost.Question?
local function oldest()
  for _, question in ipairs(approval.pending()) do
    if not aside[question] then
      return question
    end
  end
end

--- Says once that a question waits, while the user types: it is shown in Normal mode only.
local function announce()
  local question = not current and oldest()
  if question and not announced[question] and vim.api.nvim_get_mode().mode:find('^[ivVsSt\22]') then
    announced[question] = true
    vim.notify('termhost: a command waits for your approval')
  end
end

--- Shows the oldest question, if this is a good moment.
---@param wanted? boolean the person says that it is one, and is there to answer
function M.next(wanted)
  local manner = config.get().approval.prompt
  if not wanted and manner == 'manual' then
    return
  elseif not wanted and not is_interruptible() then
    return announce()
  end
  if current and not vim.api.nvim_win_is_valid(current.window) then
    current = nil -- closed in another way
  end
  local question = not current and oldest()
  if question then
    open(question)
  end
  if current and (wanted or question and manner == 'always') then
    vim.api.nvim_set_current_win(current.window)
  end
end

--- Asks all that waits, also what was put aside.
function M.all()
  aside = setmetatable({}, { __mode = 'k' })
  M.next(true)
end

local function pending_changed()
  if current and not vim.tbl_contains(approval.pending(), current.question) then
    close()
  end
  vim.schedule(function()
    M.next()
  end)
end

function M.start()
  events.on('approval', pending_changed)
  vim.api.nvim_create_autocmd({ 'ModeChanged', 'CmdwinLeave' }, {
    group = vim.api.nvim_create_augroup('termhost.approval', {}),
    desc = 'Ask what waits for approval once nobody is typing',
    callback = function()
      if #approval.pending() > 0 then
        vim.schedule(function()
          M.next()
        end)
      end
    end,
  })
end

return M

--- Asks the person in a window of its own, with a key for each answer. A question that is put aside keeps waiting.
local approval = require('termhost.approval')
local choose = require('termhost.choose')
local config = require('termhost.config')
local events = require('termhost.events')
local focus = require('termhost.approval_focus')
local hints = require('termhost.hints')
local hit_enter = require('termhost.hit_enter')
local questions = require('termhost.question')
local view = require('termhost.approval_window')

local M = {}

---@class termhost.Prompt
---@field question termhost.Question
---@field window integer
---@field keys termhost.ApprovalKey[]
---@field focused? boolean it had the focus by itself, as the option `always` has it

---@type termhost.Prompt?
local current
--- Put aside by the user: asked again only when told to.
---@type table<termhost.Question, true>
local aside = setmetatable({}, { __mode = 'k' })
--- The user knows of them: they came in the middle of typing.
---@type table<termhost.Question, true>
local announced = setmetatable({}, { __mode = 'k' })

local function close()
  if current then
    local window = current.window
    current = nil
    focus.release()
    view.close(window)
  end
end

---@param question termhost.Question
---@return boolean
local function is_current(question)
  return current ~= nil and current.question == question
end

---@param question termhost.Question
---@param result termhost.ApprovalRequestResult|termhost.AgentAccessResult
local function decide(question, result)
  if is_current(question) then
    close()
  end
  approval.answer(question, result)
  if result.remember then
    vim.schedule(function() -- closing the window would take the message away
      vim.notify('termhost: ' .. questions.remembered(result.remember))
    end)
  end
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
  aside[question] = true
  close()
  local open = #approval.pending()
  local waits = open == 1 and 'a question waits' or ('%d questions wait'):format(open)
  vim.notify(('termhost: %s: %s, or %s'):format(waits, hints.way_to('approve'), hints.way_to('list')))
  vim.schedule(M.next)
end

--- The user has given up an answer, and not the question.
---@param question termhost.Question
local function go_back_to(question)
  if is_current(question) then
    focus.enter()
  end
end

--- Asks for a line, and leaves nothing of it on the screen.
---@param options table of |vim.ui.input()|
---@param question termhost.Question
---@param answered fun(line: string) not called where the user has given up
local function input(options, question, answered)
  vim.ui.input(options, function(line)
    hit_enter.avoid()
    if line then
      answered(line)
    else
      go_back_to(question)
    end
  end)
end

---@param question termhost.Question
local function reject_with_feedback(question)
  input({ prompt = 'Reason for the agent: ' }, question, function(feedback)
    decide(question, { decision = 'reject', feedback = feedback })
  end)
end

--- Several lines can't be edited at a prompt: a line break in it would count as Enter.
---@param question termhost.Question
local function edit_in_buffer(question)
  require('termhost.command_editor').open(question.params.command, function(command)
    if command then
      decide(question, { decision = 'edit', command = command })
    else
      go_back_to(question)
    end
  end)
end

---@param question termhost.Question
local function edit(question)
  local text, ending = questions.editable(question.params)
  ---@cast text string
  if text:find('%c') then
    return edit_in_buffer(question)
  end
  input({ prompt = questions.wording(question.params).edited, default = text }, question, function(edited)
    if vim.trim(edited) == '' then
      return go_back_to(question)
    end
    decide(question, { decision = 'edit', command = edited .. ending })
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
  end, function()
    go_back_to(question)
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
    vim.notify('termhost: this is the next page: read it, and press the key again', vim.log.levels.WARN)
  end
end

---@class termhost.ApprovalKey
---@field [1] string
---@field [2] string what it does, in a word or two
---@field [3] fun(question: termhost.Question)

--- What `?` shows.
---@param keys termhost.ApprovalKey[]
---@param topic string of the manual
---@return string[]
local function help_lines(keys, topic)
  local lines = vim.tbl_map(function(key)
    return (' %s  %s '):format(key[1], key[2])
  end, keys)
  table.insert(lines, (' :help %s '):format(topic))
  return lines
end

--- May it use the terminals: now and later, now, or never.
---@param params termhost.ApprovalRequestParams
---@return termhost.ApprovalKey[]
local function keys_about_agent(params)
  local function answer(decision)
    return function(question)
      decide(question, { decision = decision })
    end
  end
  return {
    { 'a', questions.wording(params).yes, once_read(answer('allow')) },
    { 'o', 'Once, for this connection', once_read(answer('once')) },
    { 'n', 'Never in this folder', answer('never') },
    { 'q', 'Later', put_aside },
  }
end

---@param params termhost.ApprovalRequestParams
---@return termhost.ApprovalKey[]
local function keys_for(params)
  if questions.action(params) == 'agent' then
    return keys_about_agent(params)
  end
  local keys = { { 'a', questions.wording(params).yes, once_read(approve) } }
  if questions.editable(params) then
    table.insert(keys, { 'e', 'Edit', once_read(edit) })
  end
  vim.list_extend(keys, { { 'r', 'Reject', reject }, { 'R', 'Reject, say why', reject_with_feedback } })
  if #questions.choices(params) > 0 then
    table.insert(keys, { 'A', questions.remembering(params), once_read(always) })
  end
  table.insert(keys, { 'q', 'Later', put_aside })
  return keys
end

--- The place of the question among those that wait.
---@param question termhost.Question
---@return string
local function place_of(question)
  local pending = approval.pending()
  for index, other in ipairs(pending) do
    if other == question and #pending > 1 then
      return ('%d of %d'):format(index, #pending)
    end
  end
  return ''
end

local function show_head()
  if not current then
    return
  end
  local focused = focus.is_on_purpose()
  view.show_head(current.window, current.question.params, {
    place = place_of(current.question),
    keys = vim.tbl_map(function(key)
      return ('%s %s'):format(key[1], key[2])
    end, current.keys),
    focused = focused,
  })
  if focused then
    view.fit(current.window) -- other windows may have taken its place
  end
end

---@param prompt termhost.Prompt
---@param key string
---@param description string
---@param action fun()
local function map(prompt, key, description, action)
  vim.keymap.set('n', key, function()
    if focus.is_on_purpose() then
      return action()
    end
    vim.notify('termhost: the keys of this question work only after ' .. hints.way_to('approve'), vim.log.levels.WARN)
  end, { buffer = vim.api.nvim_win_get_buf(prompt.window), desc = description, nowait = true })
end

---@param question termhost.Question
local function open(question)
  local window = view.open(question.params)
  current = { question = question, window = window, keys = keys_for(question.params) }
  focus.guard(window, show_head)
  show_head()
  view.fit(window)
  vim.api.nvim_win_set_cursor(window, { 1, 0 }) -- the way to the question stays in view if the window gets lower
  local keys = current.keys
  for _, key in ipairs(keys) do
    map(current, key[1], key[2], function()
      key[3](question)
    end)
  end
  map(current, '?', 'Help', function()
    local topic = questions.action(question.params) == 'agent' and 'termhost-agents' or 'termhost-approval'
    view.toggle_help(window, help_lines(keys, topic))
  end)
end

--- Modes in which a window may come up: it takes no focus. In others a key is awaited that belongs to what was begun.
local SHOWN_IN = { 'n', 'nt', 'i', 'R', 'Rv', 'v', 'V', '\22', 's', 'S', '\19', 't' }

---@return boolean
local function may_be_shown()
  local mode = vim.api.nvim_get_mode()
  return vim.tbl_contains(SHOWN_IN, mode.mode) and not mode.blocking and vim.fn.getcmdwintype() == ''
end

---@return boolean
local function is_typing()
  return vim.api.nvim_get_mode().mode:find('^[iRvVsSt\19\22]') ~= nil
end

---@return termhost.Question?
local function oldest()
  for _, question in ipairs(approval.pending()) do
    if not aside[question] then
      return question
    end
  end
end

--- Says once that a question waits, to a user who looks at what they type.
local function announce()
  local question = not current and oldest()
  if question and not announced[question] and is_typing() then
    announced[question] = true
    local way = ': ' .. hints.way_to('approve')
    vim.notify(questions.notice(question.params, vim.v.echospace - #way) .. way, vim.log.levels.WARN)
  end
end

--- A question whose window the user has closed is put aside.
local function notice_closed_window()
  if current and not vim.api.nvim_win_is_valid(current.window) then
    put_aside(current.question)
  end
end

local function show_oldest()
  local question = not current and oldest()
  if question then
    open(question)
  end
end

--- Shows the oldest question, if this is a good moment.
function M.next()
  local manner = config.get().approval.prompt
  notice_closed_window()
  if manner == 'manual' then
    return
  end
  announce()
  if may_be_shown() then
    show_oldest()
  end
  if current and manner == 'always' and not current.focused and vim.api.nvim_get_mode().mode == 'n' then
    current.focused = true
    focus.enter()
  end
end

--- Goes to a question, to answer it.
---@param question termhost.Question
function M.answer(question)
  notice_closed_window()
  if not is_current(question) then
    close()
    open(question)
  end
  focus.enter()
  show_head()
end

--- Asks all that waits, also what was put aside.
function M.all()
  notice_closed_window()
  aside = setmetatable({}, { __mode = 'k' })
  local question = current and current.question or oldest()
  if question then
    M.answer(question)
  end
end

local function pending_changed()
  if current and not vim.tbl_contains(approval.pending(), current.question) then
    close()
  end
  show_head()
  vim.schedule(M.next)
end

function M.start()
  focus.start()
  events.on('approval', pending_changed)
  vim.api.nvim_create_autocmd({ 'ModeChanged', 'CmdwinLeave' }, {
    group = vim.api.nvim_create_augroup('termhost.approval', {}),
    desc = 'Ask what waits for approval once nobody is typing',
    callback = function()
      if #approval.pending() > 0 then
        vim.schedule(function()
          show_head() -- another mode has another way to the question
          M.next()
        end)
      end
    end,
  })
end

return M

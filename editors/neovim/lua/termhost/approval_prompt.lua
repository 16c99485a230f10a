--- Asks the person: |vim.ui.select()| for the decision, |vim.ui.input()| for what else there is to say, a window that
--- shows the command meanwhile. A question that is put aside keeps waiting.
local approval = require('termhost.approval')
local config = require('termhost.config')
local events = require('termhost.events')
local questions = require('termhost.question')
local view = require('termhost.approval_window')

local M = {}

---@class termhost.Prompt
---@field question termhost.Question
---@field window integer
---@field asked? boolean

---@type termhost.Prompt?
local current
--- Put aside by the person: asked again only when told to.
---@type table<termhost.Question, true>
local aside = setmetatable({}, { __mode = 'k' })

local function close()
  if current then
    view.close(current.window)
    current = nil
  end
end

---@param question termhost.Question
---@param result? termhost.ApprovalRequestResult nil: not now
local function decide(question, result)
  close()
  if result then
    approval.answer(question, result)
  else
    aside[question] = true
    vim.notify('termhost: the question keeps waiting; :Termhost approve asks again')
  end
  vim.schedule(M.next)
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
---@return { label: string, choose: fun() }[]
local function choices(question)
  local function choice(label, result)
    return {
      label = label,
      choose = function()
        decide(question, result)
      end,
    }
  end
  local items = {
    choice(questions.wording(question.params).yes, { decision = 'approve' }),
    choice('Reject', { decision = 'reject' }),
    {
      label = 'Reject with feedback',
      choose = function()
        reject_with_feedback(question)
      end,
    },
  }
  if questions.editable(question.params) then
    table.insert(items, 2, {
      label = 'Edit',
      choose = function()
        edit(question)
      end,
    })
  end
  for _, prefix in ipairs(question.params.suggestions or {}) do
    local remember = { list = 'allowed', prefix = prefix }
    table.insert(items, choice(('Approve, and always allow `%s`'):format(prefix), { decision = 'approve', remember = remember }))
  end
  return items
end

--- Neovim's own prompt stops the editor until it is answered: commands that run meanwhile could not say a word. It only
--- comes when the person calls for it.
---@return boolean
local function select_stops_the_editor()
  return vim.endswith(debug.getinfo(vim.ui.select, 'S').source, 'vim/ui.lua')
end

---@param prompt termhost.Prompt
local function ask(prompt)
  local question = prompt.question
  prompt.asked = true
  vim.cmd.redraw()
  vim.ui.select(choices(question), {
    prompt = 'termhost: ' .. questions.wording(question.params).ask,
    kind = 'termhost.approval',
    format_item = function(item)
      return item.label
    end,
  }, function(item)
    if not vim.tbl_contains(approval.pending(), question) then
      return
    elseif item then
      item.choose()
    else
      decide(question)
    end
  end)
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

--- Shows the oldest question, and asks it if this is a good moment.
---@param wanted? boolean the person says that it is one
function M.next(wanted)
  local manner = config.get().approval.prompt
  if wanted then
    aside = setmetatable({}, { __mode = 'k' })
  elseif manner == 'manual' or not is_interruptible() then
    return
  end
  local question = not current and oldest()
  if question then
    current = { question = question, window = view.open(question.params) }
  end
  if current and not current.asked and (wanted or manner == 'always' or not select_stops_the_editor()) then
    ask(current)
  end
end

local function pending_changed()
  if current and not vim.tbl_contains(approval.pending(), current.question) then
    close()
  end
  vim.schedule(M.next)
end

function M.start()
  events.on('approval', pending_changed)
  vim.api.nvim_create_autocmd({ 'ModeChanged', 'CmdwinLeave' }, {
    group = vim.api.nvim_create_augroup('termhost.approval', {}),
    desc = 'Ask what waits for approval once nobody is typing',
    callback = function()
      if #approval.pending() > 0 then
        vim.schedule(M.next)
      end
    end,
  })
end

return M

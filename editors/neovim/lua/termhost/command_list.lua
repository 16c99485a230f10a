--- The list: questions, and the commands that wait, run or have ended.
local approval = require('termhost.approval')
local calls = require('termhost.calls')
local command_log = require('termhost.command_log')
local config = require('termhost.config')
local events = require('termhost.events')
local progress = require('termhost.progress')
local question_of = require('termhost.question')
local views = require('termhost.views')

local M = {}

--- How often the durations go on.
local TICK_MS = 1000
local ACTIVITIES = {
  starting = 'starting',
  waiting = 'waits for a terminal',
  running = 'running',
  background = 'in background',
  input = 'waits for input',
}

local LIST_KEYS = '<CR> Open or answer  s Stop  b In background  t Terminal  q Close'
---@param entry termhost.Entry
---@return string
local function state_of(entry)
  if entry.ended then
    return command_log.outcome(entry)
  elseif approval.about(entry.tool_call_id) then
    return 'waits for approval'
  elseif entry.awaited and entry.awaited.kind == 'secret' then
    return 'waits for a password'
  end
  return ACTIVITIES[command_log.activity(entry)]
end

--- With the word for one in a throw-away copy.
---@param entry termhost.Entry
---@return string
local function state_and_place(entry)
  return state_of(entry) .. (entry.tried and ', trial' or '')
end

--- A server in a throw-away copy looks as if others could reach it; what waits for input is none.
---@param entry termhost.Entry
---@return boolean
local function is_out_of_reach(entry)
  local network = entry.network or vim.tbl_get(config.get().settings, 'sandbox', 'network')
  return not entry.ended and not entry.awaited and entry.tried == true and network ~= 'all'
end

--- What its trial has changed.
---@param entry termhost.Entry
---@return string?
local function changes_of(entry)
  if entry.changes == 'changed nothing' then
    return 'its trial changed nothing'
  end
  return entry.changes and ('its trial %s, of which nothing is kept'):format(entry.changes)
end

--- Why it is not as one would expect.
---@param entry termhost.Entry
---@return string
local function reason_of(entry)
  local reason = entry.reason or changes_of(entry) or is_out_of_reach(entry) and 'not reachable from outside its trial'
  return reason and '  -- ' .. reason or ''
end

--- Its row in the list.
---@param entry termhost.Entry
---@return string
function M.line_of(entry)
  local milliseconds = command_log.duration(entry)
  local seconds = milliseconds and ('%7.1f s'):format(milliseconds / 1000) or (' '):rep(9)
  local command = progress.first_line(command_log.ran(entry))
  return ('%-3s %-20s %s  %s%s'):format(command_log.id(entry), state_and_place(entry), seconds, command, reason_of(entry):gsub('\n', ' '))
end

--- A row of the list: a command, or a question.
---@class termhost.Row
---@field text string
---@field entry? termhost.Entry
---@field about any the entry, or the question
---@field open fun() what <CR> does

---@type termhost.Row[]
local listed = {}

--- Questions of agents, then commands. A question about a command that is known is in the command's row.
---@return termhost.Row[]
local function rows()
  local questions, commands = {}, {}
  local function answer(question)
    return function()
      require('termhost.approval_prompt').answer(question)
    end
  end
  for _, question in ipairs(approval.pending()) do
    if not question.params.toolCallId or not command_log.find(question.params.toolCallId) then
      local text = question_of.notice(question.params, vim.o.columns)
      local about = question_of.action(question.params) == 'agent' and '  -- ' .. question.params.shown or '' -- which agent
      table.insert(questions, { text = ('?   %s%s'):format(text, about), about = question, open = answer(question) })
    end
  end
  for _, entry in ipairs(command_log.entries()) do
    local question = approval.about(entry.tool_call_id)
    local open = question and answer(question) or function()
      views.show_output(entry)
    end
    table.insert(commands, { text = M.line_of(entry), entry = entry, about = entry, open = open })
  end
  return vim.list_extend(questions, commands)
end

---@param row? termhost.Row
---@return integer?
local function line_about(row)
  for line, other in ipairs(listed) do
    if row and other.about == row.about then
      return line
    end
  end
end

--- Who uses the terminals, beside the keys.
---@return string
local function list_bar()
  local agents = require('termhost.agents').attached()
  local names = #agents > 0 and table.concat(agents, ', ') or 'none yet'
  return ('%s   %%<Agents: %s'):format(LIST_KEYS, (names:gsub('%%', '%%%%')))
end

local NOTHING = 'No command has run yet. :Termhost run {cmd} runs one, :Termhost connect connects an agent.'

--- Fills the list. The cursor of each window stays on its command or question, so that a key is for what the user sees.
---@param buffer integer
local function fill_list(buffer)
  local before = listed
  listed = rows()
  local windows = vim.tbl_map(function(window)
    local at = vim.api.nvim_win_get_cursor(window)
    return { window = window, line = line_about(before[at[1]]), column = at[2] }
  end, vim.fn.win_findbuf(buffer))
  local lines = vim.tbl_map(function(row)
    return row.text
  end, listed)
  views.fill(buffer, #lines > 0 and lines or { NOTHING })
  for _, each in ipairs(windows) do
    vim.wo[each.window][0].winbar = list_bar()
    if each.line then
      vim.api.nvim_win_set_cursor(each.window, { each.line, each.column })
    end
  end
end

--- Durations go on while somebody looks.
---@param buffer integer
local function tick(buffer)
  vim.defer_fn(function()
    if not vim.api.nvim_buf_is_loaded(buffer) then
      return
    elseif vim.fn.bufwinid(buffer) == -1 then
      vim.b[buffer].termhost_ticks = false
      return
    elseif vim.iter(command_log.running()):any(command_log.duration) then
      fill_list(buffer)
    end
    tick(buffer)
  end, TICK_MS)
end

---@param key string
---@param description string
---@param action fun(entry: termhost.Entry)
---@param buffer integer
local function map_entry(buffer, key, description, action)
  vim.keymap.set('n', key, function()
    local row = listed[vim.api.nvim_win_get_cursor(0)[1]]
    if row and row.entry then
      action(row.entry)
    elseif row then
      vim.notify('termhost: this is a question: <CR> goes to it', vim.log.levels.WARN)
    end
  end, { buffer = buffer, desc = description })
end

local function open_row()
  local row = listed[vim.api.nvim_win_get_cursor(0)[1]]
  if row then
    row.open()
  end
end

--- What waits, runs and has run: id, state, duration, command.
function M.show()
  local known = vim.fn.bufexists('termhost://commands') == 1
  local buffer = views.scratch('termhost://commands', 'termhost-commands')
  fill_list(buffer)
  if not known then
    vim.keymap.set('n', '<CR>', open_row, { buffer = buffer, desc = 'Open the output, or answer the question' })
    map_entry(buffer, 's', 'Stop the command', calls.stop)
    map_entry(buffer, 'b', 'Let it go on in the background', calls.background)
    map_entry(buffer, 't', 'Show its terminal', views.show_terminal)
    for _, event in ipairs({ 'commands', 'approval', 'agents' }) do
      local off
      off = events.on(event, function()
        if vim.api.nvim_buf_is_loaded(buffer) then
          fill_list(buffer)
        else
          off()
        end
      end)
    end
  end
  local opens = vim.fn.bufwinid(buffer) == -1
  local window = views.show(buffer, false, { most = 15, least = 4, bar = list_bar() })
  if opens then
    vim.api.nvim_win_set_cursor(window, { 1, 0 })
  end
  if not vim.b[buffer].termhost_ticks then
    vim.b[buffer].termhost_ticks = true
    tick(buffer)
  end
end

return M

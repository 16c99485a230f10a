--- Windows for people: results, whole outputs, the list of commands.
local approval = require('termhost.approval')
local calls = require('termhost.calls')
local config = require('termhost.config')
local events = require('termhost.events')
local heights = require('termhost.heights')
local command_log = require('termhost.command_log')
local progress = require('termhost.progress')
local question_of = require('termhost.question')

local M = {}

--- How often a command that runs is looked at.
local FOLLOW_MS = 1000
local LIST_KEYS = '<CR> Open or answer  s Stop  b In background  t Terminal  q Close'

local ACTIVITIES = {
  starting = 'starting',
  waiting = 'waits for a terminal',
  running = 'running',
  background = 'in background',
  input = 'waits for input',
}

--- Neovim gives a terminal the size of its window only when the window changes. Until then the end of the buffer is the
--- blank part of a larger screen.
---@param window integer
local function fit_terminal(window)
  local height = vim.api.nvim_win_get_height(window)
  vim.api.nvim_win_set_height(window, height - 1)
  vim.api.nvim_win_set_height(window, height)
end

---@class termhost.Look of a window that is as high as its text
---@field most integer rows
---@field least? integer rows
---@field bar? string the line above the text

---@param window integer
---@param look termhost.Look
local function fit(window, look)
  vim.wo[window].winfixheight = true
  vim.wo[window][0].winbar = look.bar or ''
  local rows = vim.api.nvim_win_text_height(window, {}).all + (look.bar and 1 or 0)
  vim.api.nvim_win_set_height(window, math.max(math.min(rows, look.most), look.least or 1))
end

--- When the window is closed, the focus goes back to where it came from, and the other windows get their heights back.
---@param window integer
---@param restore_heights fun()
local function give_back(window, restore_heights)
  vim.api.nvim_create_autocmd('WinClosed', {
    pattern = tostring(window),
    once = true,
    desc = 'Go back from a window of termhost',
    callback = function()
      local from = vim.w[window].termhost_from
      if vim.api.nvim_get_current_win() == window and from and vim.api.nvim_win_is_valid(from) then
        vim.api.nvim_set_current_win(from)
      end
      vim.schedule(restore_heights)
    end,
  })
end

--- Shows a buffer; where it is visible already, that window is used.
---@param buffer integer
---@param keep_focus boolean
---@param look? termhost.Look
---@return integer window
function M.show(buffer, keep_focus, look)
  local window, from = vim.fn.bufwinid(buffer), vim.api.nvim_get_current_win()
  if window == -1 then
    local restore_heights = heights.note()
    window = vim.api.nvim_open_win(buffer, false, { split = 'below', win = -1, height = look and look.most })
    vim.wo[window].winfixheight = false
    give_back(window, restore_heights)
  end
  if look then
    fit(window, look)
  end
  if vim.bo[buffer].buftype == 'terminal' then
    fit_terminal(window)
    vim.api.nvim_win_set_cursor(window, { vim.api.nvim_buf_line_count(buffer), 0 }) -- there it follows what is printed
  end
  if not keep_focus and window ~= from then
    vim.api.nvim_win_set_var(window, 'termhost_from', from)
    vim.api.nvim_set_current_win(window)
  end
  return window
end

---@param name string
---@return integer -1: there is none
local function buffer_named(name)
  return vim.fn.bufnr('^' .. vim.fn.escape(name, '^$.*?/\\[]~') .. '$')
end

---@param name string
---@param filetype string
---@return integer
local function scratch(name, filetype)
  local buffer = buffer_named(name)
  if buffer == -1 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, name)
    vim.bo[buffer].bufhidden = 'hide'
    vim.bo[buffer].filetype = filetype
    vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Close' })
  end
  return buffer
end

---@param buffer integer
---@param lines string[]
local function fill(buffer, lines)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].modified = false
end

---@param text string
---@return string[]
local function lines_of(text)
  return vim.split((text:gsub('\n$', '')), '\n', { plain = true })
end

---@param entry? termhost.Entry nil: termhost does not know the command
---@return string
local function name_of_result(entry)
  return entry and 'termhost://result/' .. command_log.id(entry) or 'termhost://result'
end

--- The window of a result that the user has seen before they began this command. Commands that run at once get windows of
--- their own.
---@param entry? termhost.Entry
---@return integer?
local function earlier_result(entry)
  local number = entry and entry.number or math.huge
  return vim.iter(vim.api.nvim_tabpage_list_wins(0)):find(function(window)
    local newest_then = vim.b[vim.api.nvim_win_get_buf(window)].termhost_newest
    return newest_then and newest_then < number
  end)
end

--- What came of `:Termhost run`.
---@param entry? termhost.Entry
---@param text string
function M.show_result(entry, text)
  local most = config.get().result_height
  if most < 1 then
    return
  end
  local buffer = scratch(name_of_result(entry), 'termhost-result')
  fill(buffer, lines_of(text))
  vim.bo[buffer].bufhidden = 'wipe'
  vim.b[buffer].termhost_newest = (not entry or entry.ended) and command_log.newest() or nil
  local window = vim.fn.bufwinid(buffer) == -1 and earlier_result(entry)
  if window then
    vim.api.nvim_win_set_buf(window, buffer)
  end
  M.show(buffer, true, { most = most })
end

--- The command has begun: the window does not go on to show the result of an earlier one.
---@param entry termhost.Entry
function M.result_begins(entry)
  if earlier_result(entry) then
    M.show_result(
      entry,
      ('Runs: :Termhost output %s follows it, :Termhost stop %s stops it'):format(command_log.id(entry), command_log.id(entry))
    )
  end
end

--- Its command has ended: a result that is still there becomes the whole one.
---@param entry termhost.Entry
---@param text string
function M.change_result(entry, text)
  local buffer = buffer_named(name_of_result(entry))
  if buffer ~= -1 and vim.fn.bufwinid(buffer) ~= -1 then
    M.show_result(entry, text)
  end
end

--- A change of settings, in the focus and as high as it needs: all of it can be read, and a key writes it.
---@param text string
---@param write fun()
function M.show_change(text, write)
  local buffer = scratch('termhost://change', 'termhost-change')
  fill(buffer, lines_of(text))
  local bar = '%#TermhostAsk#termhost: write this change?   w Write it   q Leave it'
  local window = M.show(buffer, false, { most = vim.o.lines - 6, least = 3, bar = bar })
  local function answer(key, description, action)
    vim.keymap.set('n', key, function()
      pcall(vim.api.nvim_win_close, window, true)
      action()
    end, { buffer = buffer, desc = description, nowait = true })
  end
  answer('w', 'Write it', write)
  answer('q', 'Leave it', function() end)
end

--- What the user is to read and to copy, in the focus.
---@param name string
---@param lines string[]
---@param keys table<string, { [1]: string, [2]: fun() }>
function M.show_text(name, lines, keys)
  local buffer = scratch('termhost://' .. name, 'termhost-' .. name)
  fill(buffer, lines)
  for key, what in pairs(keys) do
    vim.keymap.set('n', key, what[2], { buffer = buffer, desc = what[1], nowait = true })
  end
  M.show(buffer, false, { most = vim.o.lines - 6, least = 3 })
end

--- Calls back with the whole output of a command, which is read page by page.
---@param artifact_id string
---@param task_id? string
---@param callback fun(text: string)
---@param offset? integer
---@param before? string the text of the pages before
function M.whole_output(artifact_id, task_id, callback, offset, before)
  local page = { artifact_id = artifact_id, offset = offset or 0, limit = 1024 * 1024 }
  calls.call('read_command_output', page, { task_id = task_id }, function(err, result)
    local structured = result and not result.is_error and result.structured
    if not structured then
      return vim.notify('termhost: ' .. (err or result.text), vim.log.levels.ERROR)
    end
    local text = (before or '') .. structured.text
    if structured.nextOffset then
      return M.whole_output(artifact_id, task_id, callback, structured.nextOffset, text)
    end
    callback(text)
  end)
end

--- While the cursor is in the last line, it stays there.
---@param buffer integer
---@param text string
local function refill(buffer, text)
  local window = vim.fn.bufwinid(buffer)
  local at_end = window ~= -1 and vim.api.nvim_win_get_cursor(window)[1] == vim.api.nvim_buf_line_count(buffer)
  fill(buffer, lines_of(text))
  if at_end then
    vim.api.nvim_win_set_cursor(window, { vim.api.nvim_buf_line_count(buffer), 0 })
  end
end

--- Of a command that has ended all that it printed, of one that runs the end, and on as it prints.
---@param entry termhost.Entry
---@param buffer integer
local function fill_output(entry, buffer)
  local over = entry.ended
  calls.output(entry, function(output)
    local artifact_id = output and output.artifactId or entry.artifact_id
    if not vim.api.nvim_buf_is_loaded(buffer) then
      return
    elseif over and artifact_id then
      return M.whole_output(artifact_id, output and output.taskId or entry.task_id, function(text)
        if vim.api.nvim_buf_is_valid(buffer) then
          fill(buffer, lines_of(text))
        end
      end)
    elseif output and output.text ~= '' then
      refill(buffer, output.text)
    end
    if not over and vim.fn.bufwinid(buffer) ~= -1 then
      vim.defer_fn(function()
        fill_output(entry, buffer)
      end, FOLLOW_MS)
    end
  end)
end

--- What a command printed, read only.
---@param entry termhost.Entry
function M.show_output(entry)
  local buffer = scratch('termhost://output/' .. command_log.id(entry), 'termhost-output')
  fill(buffer, lines_of(entry.output or entry.text or entry.reason and 'Not run: ' .. entry.reason or ''))
  M.show(buffer, false)
  if entry.execution_id then
    fill_output(entry, buffer)
  end
end

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

--- Why it is not as one would expect.
---@param entry termhost.Entry
---@return string
local function reason_of(entry)
  local reason = entry.reason
    or entry.changes and ('its trial %s, of which nothing is kept'):format(entry.changes)
    or is_out_of_reach(entry) and 'not reachable from outside its trial'
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
      table.insert(questions, { text = ('?   %s'):format(text), about = question, open = answer(question) })
    end
  end
  for _, entry in ipairs(command_log.entries()) do
    local question = approval.about(entry.tool_call_id)
    local open = question and answer(question) or function()
      M.show_output(entry)
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
  fill(buffer, #lines > 0 and lines or { NOTHING })
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
  end, FOLLOW_MS)
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
function M.show_list()
  local known = vim.fn.bufexists('termhost://commands') == 1
  local buffer = scratch('termhost://commands', 'termhost-commands')
  fill_list(buffer)
  if not known then
    vim.keymap.set('n', '<CR>', open_row, { buffer = buffer, desc = 'Open the output, or answer the question' })
    map_entry(buffer, 's', 'Stop the command', calls.stop)
    map_entry(buffer, 'b', 'Let it go on in the background', calls.background)
    map_entry(buffer, 't', 'Show its terminal', M.show_terminal)
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
  local window = M.show(buffer, false, { most = 15, least = 4, bar = list_bar() })
  if opens then
    vim.api.nvim_win_set_cursor(window, { 1, 0 })
  end
  if not vim.b[buffer].termhost_ticks then
    vim.b[buffer].termhost_ticks = true
    tick(buffer)
  end
end

---@param entry termhost.Entry
function M.show_terminal(entry)
  local id = entry.terminal_id
  local buffer = id and (require('termhost.terminals').buffer(id) or require('termhost.owned').buffer(id))
  if not buffer then
    return progress.tell_no_terminal(entry)
  end
  M.show(buffer, false)
  if command_log.activity(entry) == 'input' then
    vim.cmd.startinsert() -- keys of an answer, such as a password, must not run as Normal mode's
  end
end

return M

--- Windows for the user: results, whole outputs, texts and terminals.
local calls = require('termhost.calls')
local config = require('termhost.config')
local heights = require('termhost.heights')
local command_log = require('termhost.command_log')
local progress = require('termhost.progress')

local M = {}

--- How often a command that runs is looked at.
local FOLLOW_MS = 1000

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
function M.scratch(name, filetype)
  local buffer = buffer_named(name)
  if buffer == -1 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, name)
    vim.bo[buffer].bufhidden = 'hide'
    vim.bo[buffer].undolevels = -1 -- else every text that was ever in it stays in memory
    vim.bo[buffer].filetype = filetype
    vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Close' })
  end
  return buffer
end

---@param buffer integer
---@param lines string[]
---@param from? integer how many lines stay
function M.fill(buffer, lines, from)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, from or 0, -1, false, lines)
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
  local buffer = M.scratch(name_of_result(entry), 'termhost-result')
  M.fill(buffer, lines_of(text))
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
  local buffer = M.scratch('termhost://change', 'termhost-change')
  M.fill(buffer, lines_of(text))
  local bar = '%#TermhostAsk#termhost: write this change?   w Write it   q Leave it   ? Help'
  local window = M.show(buffer, false, { most = vim.o.lines - 6, least = 3, bar = bar })
  local function answer(key, description, action)
    vim.keymap.set('n', key, function()
      pcall(vim.api.nvim_win_close, window, true)
      action()
    end, { buffer = buffer, desc = description, nowait = true })
  end
  answer('w', 'Write it', write)
  answer('q', 'Leave it', function() end)
  vim.keymap.set('n', '?', function()
    vim.notify('termhost: w writes the change, q leaves it: :help termhost-agents')
  end, { buffer = buffer, desc = 'Help', nowait = true })
end

--- What the user is to read and to copy, in the focus.
---@param name string
---@param lines string[]
---@param keys table<string, { [1]: string, [2]: fun() }>
function M.show_text(name, lines, keys)
  local buffer = M.scratch('termhost://' .. name, 'termhost-' .. name)
  M.fill(buffer, lines)
  for key, what in pairs(keys) do
    vim.keymap.set('n', key, what[2], { buffer = buffer, desc = what[1], nowait = true })
  end
  M.show(buffer, false, { most = vim.o.lines - 6, least = 3 })
end

--- Calls back with each page of the whole output of a command.
---@param artifact_id string
---@param task_id? string
---@param callback fun(text: string, last: boolean): boolean whether the next page is wanted
---@param offset? integer
local function read_pages(artifact_id, task_id, callback, offset)
  local page = { artifact_id = artifact_id, offset = offset or 0, limit = 1024 * 1024 }
  calls.call('read_command_output', page, { task_id = task_id }, function(err, result)
    local structured = result and not result.is_error and result.structured
    if not structured then
      return vim.notify('termhost: ' .. (err or result.text), vim.log.levels.ERROR)
    end
    local following = structured.nextOffset
    if callback(structured.text, following == nil) and following then
      read_pages(artifact_id, task_id, callback, following)
    end
  end)
end

--- Calls back with the whole output of a command.
---@param artifact_id string
---@param task_id? string
---@param callback fun(text: string)
function M.whole_output(artifact_id, task_id, callback)
  local pages = {}
  read_pages(artifact_id, task_id, function(text, last)
    table.insert(pages, text)
    if last then
      callback(table.concat(pages))
    end
    return true
  end)
end

--- A page is in the buffer before the next one is read: the user can read a long output at once.
---@param artifact_id string
---@param task_id? string
---@param buffer integer
local function fill_by_pages(artifact_id, task_id, buffer)
  local lines, begun = 0, vim.api.nvim_buf_get_changedtick(buffer)
  local rest = '' -- the line that the next page goes on with
  read_pages(artifact_id, task_id, function(text, last)
    -- Another reading of the same output may have begun since.
    if not vim.api.nvim_buf_is_loaded(buffer) or vim.api.nvim_buf_get_changedtick(buffer) ~= begun then
      return false
    end
    local page = vim.split(rest .. text, '\n', { plain = true })
    rest = table.remove(page)
    if last and (rest ~= '' or lines + #page == 0) then
      table.insert(page, rest)
    end
    M.fill(buffer, page, lines)
    lines, begun = lines + #page, vim.api.nvim_buf_get_changedtick(buffer)
    return true
  end)
end

--- While the cursor is in the last line, it stays there.
---@param buffer integer
---@param text string
local function refill(buffer, text)
  local window = vim.fn.bufwinid(buffer)
  local at_end = window ~= -1 and vim.api.nvim_win_get_cursor(window)[1] == vim.api.nvim_buf_line_count(buffer)
  M.fill(buffer, lines_of(text))
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
      return fill_by_pages(artifact_id, output and output.taskId or entry.task_id, buffer)
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
  local buffer = M.scratch('termhost://output/' .. command_log.id(entry), 'termhost-output')
  M.fill(buffer, lines_of(entry.output or entry.text or entry.reason and 'Not run: ' .. entry.reason or ''))
  M.show(buffer, false)
  if entry.execution_id then
    fill_output(entry, buffer)
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

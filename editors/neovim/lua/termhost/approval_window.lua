--- The window that shows what waits for approval: each part's verdict and reason, and then all of the text, behind a bar
--- that none of its lines can forge. It is a window of its own below the others: a question covers nothing.
local heights = require('termhost.heights')
local hints = require('termhost.hints')
local question = require('termhost.question')

local M = {}

local namespace = vim.api.nvim_create_namespace('termhost.approval')
local head_namespace = vim.api.nvim_create_namespace('termhost.approval_head')
local GROUPS = { allow = 'TermhostAllow', ask = 'TermhostAsk', deny = 'TermhostDeny' }
local MOST_COLUMNS = 100
local BAR, CONTINUED = '│ ', '│↪'

for group, link in pairs({
  TermhostCommand = 'Normal',
  TermhostAllow = 'DiagnosticOk',
  TermhostAsk = 'DiagnosticWarn',
  TermhostDeny = 'DiagnosticError',
  TermhostReason = 'Comment',
}) do
  vim.api.nvim_set_hl(0, group, { link = link, default = true })
end

---@param line string
---@param columns integer
---@param first string what stands before it
---@param others string what stands before what did not fit
---@return string[]
local function wrapped(line, columns, first, others)
  if vim.fn.strdisplaywidth(first .. line) <= columns then
    return { first .. line }
  end
  local width = math.max(columns - vim.fn.strdisplaywidth(others) - 1, 2) -- a wide character is not cut
  local pieces, piece, at = {}, '', 0
  for _, character in ipairs(vim.fn.split(line, [[\zs]])) do
    local cells = vim.fn.strdisplaywidth(character)
    if at + cells > width then
      table.insert(pieces, piece)
      piece, at = '', 0
    end
    piece, at = piece .. character, at + cells
  end
  table.insert(pieces, piece)
  for index, each in ipairs(pieces) do
    pieces[index] = (index == 1 and first or others) .. each
  end
  return pieces
end

---@param command termhost.CommandVerdict
---@return string
local function part(command)
  return vim.trim(('%s  %s'):format(command.text, question.hazards(command.hazards)))
end

---@param params termhost.ApprovalRequestParams
---@return string[] lines
---@return { line: integer, group: string }[] marks
function M.lines(params)
  local lines, marks = {}, {}
  local columns = math.min(MOST_COLUMNS, vim.o.columns)
  local function add(text, group, first, others)
    for _, piece in ipairs(wrapped(text, columns, first or '', others or '  ')) do
      table.insert(lines, piece)
      table.insert(marks, { line = #lines, group = group })
    end
  end
  if question.action(params) == 'agent' then
    for _, line in ipairs(question.sentences(params.shown, columns)) do
      add(line, 'TermhostCommand')
    end
    return lines, marks
  end
  if question.asked_by(params) then
    add(question.asked_by(params), GROUPS.ask)
  end
  local runs_it = question.action(params) == 'run' and ', ' .. params.shell or '' -- what is typed goes to the program
  add(('in %s%s: %s'):format(params.cwd, runs_it, params.size), 'TermhostReason')
  if params.place then
    add('it would run ' .. params.place, 'TermhostReason')
  end
  local has_effect = question.action(params) == 'input' -- the reason says what else an approval covers
  if (#params.commands == 0 or has_effect) and params.reason ~= '' then
    add(params.reason, 'TermhostReason')
  end
  for _, group in ipairs(question.groups(params.commands)) do
    add(('%s: %s'):format(group.verdict, group.why), GROUPS[group.verdict])
    for _, command in ipairs(group.commands) do
      add(part(command), 'TermhostReason', '  ', '    ')
    end
  end
  for _, line in ipairs(question.lines(params)) do
    add(line, 'TermhostCommand', BAR, CONTINUED)
  end
  return lines, marks
end

---@param text string
---@return string
local function plain(text)
  return (text:gsub('%%', '%%%%'))
end

--- The line that stays in view: what is asked, and what it touches. Where it is too long, the beginning is cut.
---@param params termhost.ApprovalRequestParams
---@param head termhost.ApprovalHead
---@return string
local function winbar(params, head)
  local place = head.place ~= '' and (' (%s)'):format(head.place) or ''
  local asked = vim.trim(('termhost%s: %s %s'):format(place, question.wording(params).title, question.hazards(params.hazards)))
  return ('%%#%s#%%<%s%s'):format(GROUPS.ask, plain(asked), head.focused and '   ? Help' or '')
end

--- As many keys as fit on a line, and the others below.
---@param keys string[]
---@return string[]
local function key_lines(keys)
  local lines = { '' }
  for _, key in ipairs(keys) do
    local longer = lines[#lines] .. (lines[#lines] ~= '' and '  ' or '') .. key
    local fits = vim.fn.strdisplaywidth(longer) <= math.min(MOST_COLUMNS, vim.o.columns)
    lines[fits and #lines or #lines + 1] = fits and longer or key
  end
  return lines
end

---@class termhost.ApprovalHead what is above the question
---@field place string of the question among others, such as `1 of 2`; empty: there are no others
---@field keys string[] what each key does
---@field focused boolean the keys count

--- The keys while they count, and else the way to them. They take the same lines.
---@param window integer
---@param params termhost.ApprovalRequestParams
---@param head termhost.ApprovalHead
function M.show_head(window, params, head)
  if not vim.api.nvim_win_is_valid(window) then
    return
  end
  local buffer = vim.api.nvim_win_get_buf(window)
  local lines = key_lines(head.keys)
  local before = vim.b[buffer].termhost_head_lines or 0
  if not head.focused then
    lines = vim.list_extend({ hints.way_to('approve') .. ' to answer' }, vim.fn['repeat']({ '' }, #lines - 1))
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, before, false, lines)
  vim.bo[buffer].modifiable = false
  vim.b[buffer].termhost_head_lines = #lines
  vim.api.nvim_buf_clear_namespace(buffer, head_namespace, 0, -1)
  for line = 1, #lines do
    vim.api.nvim_buf_set_extmark(buffer, head_namespace, line - 1, 0, { line_hl_group = GROUPS.ask })
  end
  vim.wo[window].winbar = winbar(params, head)
end

--- As high as its text, but the user's own windows keep half of the screen.
---@param window integer
function M.fit(window)
  local lines = vim.api.nvim_buf_line_count(vim.api.nvim_win_get_buf(window))
  vim.api.nvim_win_set_height(window, math.min(lines + 1, math.max(math.floor(vim.o.lines / 2), 3))) -- 1: what stays in view
end

--- The heights that other windows had before the question.
local restore_heights = function() end

---@param params termhost.ApprovalRequestParams
---@return integer window
function M.open(params)
  restore_heights = heights.note()
  local lines, marks = M.lines(params)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  for _, mark in ipairs(marks) do
    vim.api.nvim_buf_set_extmark(buffer, namespace, mark.line - 1, 0, { line_hl_group = mark.group })
  end
  vim.api.nvim_buf_set_name(buffer, ('termhost://approval/%d'):format(buffer))
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = 'termhost-approval'
  local window = vim.api.nvim_open_win(buffer, false, { split = 'below', win = -1, height = #lines, style = 'minimal' })
  vim.wo[window].winfixheight = true
  vim.wo[window].wrap = true
  return window
end

--- Whether the end of the text is in view, or was. If not, the next page is shown: nothing between was left out.
---@param window integer
---@return boolean
function M.end_was_shown(window)
  local buffer = vim.api.nvim_win_get_buf(window)
  local function is_in_view()
    return vim.fn.line('w$', window) == vim.api.nvim_buf_line_count(buffer)
  end
  if vim.b[buffer].termhost_end_shown or is_in_view() then
    return true
  end
  vim.api.nvim_win_call(window, function()
    vim.cmd('normal! \6')
  end)
  vim.b[buffer].termhost_end_shown = is_in_view()
  return false
end

---@type integer? the window with the keys
local help

local function close_help()
  if help and vim.api.nvim_win_is_valid(help) then
    vim.api.nvim_win_close(help, true)
  end
  help = nil
end

--- Shows the keys above the question, or takes them away. The focus stays where it is.
---@param window integer of the question
---@param keys string[] a line for each
function M.toggle_help(window, keys)
  if help then
    return close_help()
  end
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buffer, ('termhost://approval-keys/%d'):format(buffer))
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, keys)
  vim.bo[buffer].bufhidden = 'wipe'
  local width = math.max(unpack(vim.tbl_map(vim.fn.strdisplaywidth, keys)))
  help = vim.api.nvim_open_win(buffer, false, {
    relative = 'win',
    win = window,
    anchor = 'SW',
    row = -1, -- above the line with the hazards
    col = 0,
    width = math.min(width, vim.o.columns - 4),
    height = #keys,
    focusable = false,
    style = 'minimal',
    border = 'single',
  })
end

---@param window integer?
function M.close(window)
  close_help()
  if not window or not vim.api.nvim_win_is_valid(window) then
    return
  elseif not pcall(vim.api.nvim_win_close, window, true) then -- it is the last one
    vim.api.nvim_win_set_buf(window, vim.api.nvim_create_buf(true, false))
    vim.wo[window].winbar = ''
    vim.wo[window].winfixheight = false
  end
  restore_heights()
end

return M

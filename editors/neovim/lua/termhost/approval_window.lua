--- The window that shows what waits for approval: all of it, and each part's verdict and reason. It is a window of its own
--- below the others: a question covers nothing.
local question = require('termhost.question')

local M = {}

local namespace = vim.api.nvim_create_namespace('termhost.approval')
local GROUPS = { allow = 'TermhostAllow', ask = 'TermhostAsk', deny = 'TermhostDeny' }
local MOST_COLUMNS = 100
local CONTINUED = '  ↪ '

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
---@return string[]
local function wrapped(line, columns)
  if vim.fn.strdisplaywidth(line) <= columns then
    return { line }
  end
  local pieces = vim.fn.split(line, ([[\v.{%d}\zs]]):format(math.max(columns - vim.fn.strdisplaywidth(CONTINUED), 1)))
  for index = 2, #pieces do
    pieces[index] = CONTINUED .. pieces[index]
  end
  return pieces
end

---@param command termhost.CommandVerdict
---@return string
local function part(command)
  local hazards = table.concat(command.hazards or {}, ', '):gsub('_', ' ')
  return ('  %s%s'):format(command.text:gsub('\n', ' '), hazards ~= '' and ('  [%s]'):format(hazards) or '')
end

---@param params termhost.ApprovalRequestParams
---@return string[] lines
---@return { line: integer, group: string }[] marks
function M.lines(params)
  local lines, marks = {}, {}
  local columns = math.min(MOST_COLUMNS, vim.o.columns)
  local function add(text, group)
    for _, line in ipairs(vim.split(text, '\n', { plain = true })) do
      for _, piece in ipairs(wrapped(question.visible(line), columns)) do
        table.insert(lines, piece)
        table.insert(marks, { line = #lines, group = group })
      end
    end
  end
  add(table.concat(question.lines(params), '\n'), 'TermhostCommand')
  add(('in %s, %s'):format(params.cwd, params.shell), 'TermhostReason')
  if params.place then
    add('it would run ' .. params.place, 'TermhostReason')
  end
  if #params.commands == 0 and params.reason ~= '' then
    add(params.reason, 'TermhostReason')
  end
  for _, group in ipairs(question.groups(params.commands)) do
    add(('%s: %s'):format(group.verdict, group.why), GROUPS[group.verdict])
    add(table.concat(vim.tbl_map(part, group.commands), '\n'), 'TermhostReason')
  end
  return lines, marks
end

---@param params termhost.ApprovalRequestParams
---@param keys string what its keys do, in a line
---@return integer window
function M.open(params, keys)
  local lines, marks = M.lines(params)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  for _, mark in ipairs(marks) do
    vim.api.nvim_buf_set_extmark(buffer, namespace, mark.line - 1, 0, { line_hl_group = mark.group })
  end
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = 'termhost-approval'
  local height = math.min(#lines + 1, math.max(math.floor(vim.o.lines / 2), 2)) -- and the keys
  local window = vim.api.nvim_open_win(buffer, false, { split = 'below', win = -1, height = height, style = 'minimal' })
  vim.wo[window].winfixheight = true
  vim.wo[window].wrap = true
  local title = question.visible(question.wording(params).title)
  vim.wo[window].winbar = ('termhost: %s   %s'):format(title, keys):gsub('%%', '%%%%')
  return window
end

---@param window integer?
function M.close(window)
  if window and vim.api.nvim_win_is_valid(window) then
    vim.api.nvim_win_close(window, true)
  end
end

return M

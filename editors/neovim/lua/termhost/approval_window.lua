--- The window that shows what waits for approval: all of it, and each part's verdict and reason.
local config = require('termhost.config')
local question = require('termhost.question')

local M = {}

local namespace = vim.api.nvim_create_namespace('termhost.approval')
local GROUPS = { allow = 'TermhostAllow', ask = 'TermhostAsk', deny = 'TermhostDeny' }

for group, link in pairs({
  TermhostCommand = 'Normal',
  TermhostAllow = 'DiagnosticOk',
  TermhostAsk = 'DiagnosticWarn',
  TermhostDeny = 'DiagnosticError',
  TermhostReason = 'Comment',
}) do
  vim.api.nvim_set_hl(0, group, { link = link, default = true })
end

---@param params termhost.ApprovalRequestParams
---@return string[] lines
---@return { line: integer, group: string }[] marks
function M.lines(params)
  local lines, marks = {}, {}
  local function add(text, group)
    for _, line in ipairs(vim.split(text, '\n', { plain = true })) do
      table.insert(lines, question.visible(line))
      table.insert(marks, { line = #lines, group = group })
    end
  end
  add(table.concat(question.lines(params), '\n'), 'TermhostCommand')
  add('', 'TermhostReason')
  add(('in %s, %s'):format(params.cwd, params.shell), 'TermhostReason')
  if params.reason ~= '' then
    add(params.reason, 'TermhostReason')
  end
  for _, part in ipairs(params.commands) do
    add(('%-5s %s'):format(part.verdict, part.text:gsub('\n', ' ')), GROUPS[part.verdict])
    add(('      %s'):format(part.reason), 'TermhostReason')
  end
  return lines, marks
end

---@param lines string[]
---@return integer width
---@return integer height as shown, with long lines wrapped
local function extent(lines)
  local width = 20
  for _, line in ipairs(lines) do
    width = math.max(width, vim.fn.strdisplaywidth(line))
  end
  width = math.min(width, math.max(vim.o.columns - 4, 1))
  local height = 0
  for _, line in ipairs(lines) do
    height = height + math.max(math.ceil(vim.fn.strdisplaywidth(line) / width), 1)
  end
  return width, math.min(height, math.max(vim.o.lines - 8, 1))
end

---@param params termhost.ApprovalRequestParams
---@return integer window
function M.open(params)
  local lines, marks = M.lines(params)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  for _, mark in ipairs(marks) do
    vim.api.nvim_buf_set_extmark(buffer, namespace, mark.line - 1, 0, { line_hl_group = mark.group })
  end
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = 'termhost-approval'
  local width, height = extent(lines)
  local window = vim.api.nvim_open_win(buffer, false, {
    relative = 'editor',
    anchor = 'SE',
    row = vim.o.lines - vim.o.cmdheight - 1,
    col = vim.o.columns,
    width = width,
    height = height,
    style = 'minimal',
    border = config.get().approval.border,
    title = (' %s '):format(question.wording(params).title),
    footer = ' :Termhost approve ',
    focusable = true,
    zindex = 40,
  })
  vim.wo[window].wrap = true
  return window
end

---@param window integer?
function M.close(window)
  if window and vim.api.nvim_win_is_valid(window) then
    vim.api.nvim_win_close(window, true)
  end
end

return M

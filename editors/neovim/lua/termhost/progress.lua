--- Tells of commands that take long.
local config = require('termhost.config')
local events = require('termhost.events')
local command_log = require('termhost.command_log')
local hints = require('termhost.hints')

local M = {}

--- How long the end stays.
local LAST_SECONDS = 5
local SHORTEST_COMMAND, LONGEST_COMMAND = 8, 60

---@type table<string, true> tool call → its timer was set
local timed = {}
--- Those that were told of, and what `vim.notify()` gave for it.
---@type table<termhost.Entry, any>
local told = {}

---@param command string
---@param most? integer characters
---@return string
function M.first_line(command, most)
  local line = vim.trim(command):match('^[^\n]*')
  local short = vim.fn.strcharpart(line, 0, most or LONGEST_COMMAND)
  return (short ~= line or line ~= vim.trim(command)) and short .. ' …' or short
end

--- As much of a message as Neovim shows without asking for Enter; `termhost: ` stands before it.
---@param message string
---@return string
function M.fitting(message)
  local most = vim.v.echospace - #'termhost: '
  if vim.fn.strdisplaywidth(message) <= most then
    return message
  end
  return vim.fn.strcharpart(message, 0, most - 2) .. ' …'
end

--- A message about a command. The number comes first, and the command is cut before anything else.
---@param entry termhost.Entry
---@param rest string
---@return string without `termhost: `
function M.about(entry, rest)
  local number = command_log.id(entry)
  local most = vim.v.echospace - vim.fn.strdisplaywidth(('termhost: %s ( …)%s'):format(number, rest))
  local command = M.first_line(command_log.ran(entry), math.min(math.max(most, SHORTEST_COMMAND), LONGEST_COMMAND))
  return M.fitting(('%s (%s)%s'):format(number, command, rest))
end

---@param entry termhost.Entry
function M.tell_no_terminal(entry)
  vim.notify('termhost: ' .. M.about(entry, ': its terminal is not there any more'), vim.log.levels.WARN)
end

--- One notification for each command, which plugins change (snacks.nvim by `id`, fidget.nvim by `key`, nvim-notify by
--- `replace`) and keep until the last; Neovim's own are two lines.
---@param entry termhost.Entry
---@param message string
---@param last boolean
local function notify(entry, message, last)
  local name = 'termhost-' .. command_log.id(entry)
  local notification = vim.notify('termhost: ' .. message, vim.log.levels.INFO, {
    title = 'termhost',
    id = name,
    key = name,
    replace = told[entry],
    timeout = last and LAST_SECONDS * 1000,
    ttl = last and LAST_SECONDS or math.huge,
  })
  told[entry] = not last and (notification or name) or nil
end

---@param entry termhost.Entry
local function tell(entry)
  local seconds = math.floor(command_log.duration(entry) / 1000)
  notify(entry, M.about(entry, (' runs for %d s: %s'):format(seconds, hints.way_to('list'))), false)
end

local function tell_ends()
  for _, entry in ipairs(vim.tbl_keys(told)) do
    if entry.ended then
      local seconds = (command_log.duration(entry) or 0) / 1000
      notify(entry, M.about(entry, (': %s after %.0f s'):format(command_log.outcome(entry), seconds)), true)
    end
  end
end

local function commands_changed()
  tell_ends()
  local after = config.get().progress_after
  for _, entry in ipairs(command_log.running()) do
    if after > 0 and entry.waited and entry.running_since and not timed[entry.tool_call_id] then
      timed[entry.tool_call_id] = true
      vim.defer_fn(function()
        timed[entry.tool_call_id] = nil
        if entry.waited and not entry.ended then
          timed[entry.tool_call_id] = true
          tell(entry)
        end
      end, after * 1000)
    end
  end
end

function M.start()
  events.on('commands', commands_changed)
end

return M

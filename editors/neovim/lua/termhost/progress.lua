--- Tells of commands that take long.
local config = require('termhost.config')
local events = require('termhost.events')
local command_log = require('termhost.command_log')

local M = {}

---@type table<string, true> tool call → its timer was set
local timed = {}

---@param command string
---@return string
function M.first_line(command)
  local line = vim.trim(command):match('^[^\n]*')
  local short = vim.fn.strcharpart(line, 0, 60)
  return (short ~= line or line ~= vim.trim(command)) and short .. ' …' or short
end

---@param entry termhost.Entry
local function tell(entry)
  local seconds = math.floor(command_log.duration(entry) / 1000)
  vim.notify(
    ('termhost: %s runs for %d s. :Termhost background %s lets it go on without being waited for, :Termhost stop %s stops it'):format(
      M.first_line(entry.command),
      seconds,
      command_log.id(entry),
      command_log.id(entry)
    )
  )
end

local function commands_changed()
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

--- Tells of commands that wait for the user to type something.
local command_log = require('termhost.command_log')
local events = require('termhost.events')
local hints = require('termhost.hints')
local progress = require('termhost.progress')

local M = {}

--- The input that a command needs to go on. The user is not told that a prompt, a pager or an editor waits.
local NEEDED = { secret = 'your password', line = 'your input', key = 'a key from you' }

---@type table<termhost.Entry, true> while they wait
local told = setmetatable({}, { __mode = 'k' })

local function commands_changed()
  for entry in pairs(told) do
    if not entry.awaited then
      told[entry] = nil
    end
  end
  for _, entry in ipairs(command_log.awaiting()) do
    local needed = NEEDED[entry.awaited.kind]
    if needed and not told[entry] then
      told[entry] = true
      local rest = (' waits for %s: %s'):format(needed, hints.way_to('terminal', command_log.id(entry)))
      vim.notify('termhost: ' .. progress.about(entry, rest), vim.log.levels.WARN)
    end
  end
end

function M.start()
  events.on('commands', commands_changed)
end

return M

--- What a status line shows: who waits for the person, what runs, whether termhost works at all.
local approval = require('termhost.approval')
local client = require('termhost.client')
local events = require('termhost.events')
local command_log = require('termhost.command_log')

local M = {}

---@return string empty if there is nothing to say
function M.text()
  local waiting, awaiting = #approval.pending(), command_log.awaiting()[1]
  local running, queued = command_log.count('running') + command_log.count('background'), command_log.count('waiting')
  if client.state.kind == 'failed' then
    return 'termhost: failed'
  elseif waiting > 0 then
    return waiting == 1 and 'termhost: approve' or ('termhost: approve %d'):format(waiting)
  elseif awaiting then
    return awaiting.awaited.kind == 'secret' and 'termhost: password' or 'termhost: input'
  elseif running > 0 then
    return ('termhost: %d running'):format(running)
  elseif queued > 0 then
    return ('termhost: %d waiting'):format(queued)
  end
  return ''
end

function M.start()
  local function changed()
    vim.schedule(function()
      vim.api.nvim_exec_autocmds('User', { pattern = 'TermhostChanged', modeline = false })
      vim.cmd.redrawstatus({ bang = true })
    end)
  end
  for _, event in ipairs({ 'state', 'commands', 'approval' }) do
    events.on(event, changed)
  end
end

return M

--- The result of a command that the user has typed: in words for the user, not for a model, and up to date at its end.
local calls = require('termhost.calls')
local command_log = require('termhost.command_log')
local events = require('termhost.events')
local hints = require('termhost.hints')
local progress = require('termhost.progress')
local views = require('termhost.views')

local M = {}

--- A larger output is opened by `:Termhost output` only.
local MOST_SHOWN = 1024 * 1024

---@type table<string, fun(id: string): string> by the status of an answer that is not the end
local GOES_ON = {
  running = function(id)
    return ('Still running. :Termhost output %s follows it, :Termhost stop %s stops it'):format(id, id)
  end,
  waiting = function(id)
    return ('Waits for a terminal. :Termhost stop %s cancels it'):format(id)
  end,
  waiting_for_input = function(id)
    return 'Waits for your input: ' .. hints.way_to('terminal', id)
  end,
}

---@param level integer
---@param entry termhost.Entry
---@param head string
local function notify(level, entry, head)
  vim.notify('termhost: ' .. progress.about(entry, ': ' .. head:match('^[^\n]*')), level)
end

---@param entry termhost.Entry
---@param head string
---@param output? termhost.CommandOutput
---@param show fun(text: string)
local function with_output(entry, head, output, show)
  if not output or not output.text or output.totalBytes == 0 then
    return show(head .. (output and '\nOutput: (none)' or ''))
  elseif output.totalBytes > MOST_SHOWN then
    return show(('%s\nOutput: %d lines; :Termhost output %s opens them'):format(head, output.totalLines, command_log.id(entry)))
  elseif #(output.omitted or {}) == 0 or not output.artifactId then
    return show(('%s\nOutput:\n%s'):format(head, output.text))
  end
  views.whole_output(output.artifactId, output.taskId or entry.task_id, function(text)
    show(('%s\nOutput:\n%s'):format(head, text))
  end)
end

---@param entry termhost.Entry
---@return string
local function head_of_end(entry)
  local exit_code = entry.exit_code and ('Exit code: %d'):format(entry.exit_code)
  if entry.stopped then
    return exit_code and 'Stopped. ' .. exit_code or 'Stopped'
  end
  return exit_code or command_log.outcome(entry)
end

---@param entry termhost.Entry
local function show_end(entry)
  local head = head_of_end(entry)
  notify(entry.exit_code == 0 and vim.log.levels.INFO or vim.log.levels.WARN, entry, head)
  calls.output(entry, function(output)
    with_output(entry, head, output, function(text)
      views.change_result(entry, text)
    end)
  end)
end

---@param entry termhost.Entry
local function show_end_later(entry)
  local off
  off = events.on('commands', function()
    if entry.ended then
      off()
      show_end(entry)
    end
  end)
end

--- Without what is for a model: how to call again, and the title of a preview.
---@param message string
---@return string
local function for_user(message)
  return (message:gsub(' To run it for real, call again[^\n]*', ''):gsub('\nOutput[^\n]*$', ''))
end

---@param result termhost.Result
function M.show(result)
  local structured = result.structured --[[@as termhost.ExecutionResult]]
  local entry = structured and structured.toolCallId and command_log.find(structured.toolCallId)
  if not entry then
    vim.notify('termhost: ' .. progress.fitting(result.text:match('^[^\n]*')), vim.log.levels.WARN)
    return views.show_result(nil, result.text)
  end
  local goes_on = GOES_ON[structured.status]
  local head = goes_on and goes_on(command_log.id(entry)) or for_user(structured.message or result.text)
  notify(result.is_error and vim.log.levels.WARN or vim.log.levels.INFO, entry, head)
  with_output(entry, head, structured.executionId and structured.output or nil, function(text)
    views.show_result(entry, text)
  end)
  if goes_on then
    entry.awaited = structured.input -- no agent could type it
    show_end_later(entry)
  end
end

return M

--- What runs and what has run lately, as the server tells it: for the eyes of a person.
local events = require('termhost.events')

local M = {}

---@class termhost.Entry
---@field number integer how a person names it
---@field tool_call_id string
---@field task_id? string
---@field command string
---@field cwd? string
---@field running_since? number milliseconds of a clock that nobody sets; what it waited for is not its time
---@field ended? boolean
---@field duration? number milliseconds that it ran; nil: it did not
---@field waited boolean an agent waits for it; of an agent from outside: is not known to have stopped waiting
---@field foreign? boolean it was not called in this editor: its end comes without an answer
---@field status? string
---@field awaited? termhost.AwaitedInput the input that it waits for, for the user to type
---@field reason? string why it was denied, rejected or not started, waits, or is lost
---@field edited_command? string what the person made of it
---@field exit_code? integer
---@field stopped? boolean the user or an agent of this editor has stopped it
---@field tried? boolean it runs, or ran, in a throw-away copy
---@field changes? string what it changed there, in words: "made 'build/' (2 files)"
---@field network? 'none'|'loopback'|'all' of its sandbox; nil: not known yet
---@field execution_id? string
---@field terminal_id? string
---@field artifact_id? string
---@field text? string what the agent got
---@field output? string

local MOST_FINISHED = 50

local last = 0

--- Newest first.
---@type termhost.Entry[]
local running = {}
---@type termhost.Entry[]
local finished = {}

--- What an answer that is not the end says: it runs on, or runs when it gets a terminal.
local GOES_ON = { running = true, waiting = true }

---@return number
local function now()
  return vim.uv.hrtime() / 1e6
end

local function changed()
  events.emit('commands')
end

---@param entries termhost.Entry[]
---@param tool_call_id string
---@return termhost.Entry?
local function by_call(entries, tool_call_id)
  for _, entry in ipairs(entries) do
    if entry.tool_call_id == tool_call_id then
      return entry
    end
  end
end

---@param entry termhost.Entry
local function begin(entry)
  last = last + 1
  entry.number = last
  table.insert(running, 1, entry)
  changed()
end

---@param entry termhost.Entry
local function finish(entry)
  for index, candidate in ipairs(running) do
    if candidate == entry then
      table.remove(running, index)
      entry.ended = true
      entry.awaited = nil
      if entry.status ~= 'lost' then -- nobody knows how long that one runs
        entry.duration = entry.duration or entry.running_since and now() - entry.running_since
      end
      if not entry.status or entry.status == 'running' then
        entry.status = 'completed'
      end
      table.insert(finished, 1, entry)
      finished[MOST_FINISHED + 1] = nil
      return
    end
  end
end

--- Milliseconds that it has run so far; nil if it has not begun to.
---@param entry termhost.Entry
---@return number?
function M.duration(entry)
  return entry.duration or not entry.ended and entry.running_since and now() - entry.running_since or nil
end

--- It has a terminal now.
---@param entry termhost.Entry
local function runs(entry)
  if entry.running_since then
    return
  end
  entry.running_since = now()
  if entry.status == 'waiting' then
    entry.status, entry.reason = 'running', nil
  end
end

--- Somebody else's call, of an MCP client for example.
---@param tool_call_id string
---@param command string
---@param cwd? string
---@return termhost.Entry
local function begin_foreign(tool_call_id, command, cwd)
  local entry = { tool_call_id = tool_call_id, command = command, cwd = cwd, waited = true, foreign = true }
  begin(entry)
  return entry
end

--- The number of the newest command.
---@return integer
function M.newest()
  return last
end

--- Running ones, then finished ones, each newest first: the one that was called last.
---@return termhost.Entry[]
function M.entries()
  local ended = vim.list_slice(finished)
  table.sort(ended, function(one, other)
    return one.number > other.number
  end)
  return vim.list_extend(vim.list_slice(running), ended)
end

---@return termhost.Entry[]
function M.running()
  return vim.list_slice(running)
end

--- What it is doing: `starting` may be waiting for approval, `waiting` is for a terminal, `input` for the user to type.
---@param entry termhost.Entry
---@return 'starting'|'waiting'|'input'|'running'|'background'|'ended'
function M.activity(entry)
  if entry.ended then
    return 'ended'
  elseif entry.status == 'waiting' then
    return 'waiting'
  elseif not entry.running_since then
    return 'starting'
  elseif entry.awaited then
    return 'input'
  end
  return entry.waited and 'running' or 'background'
end

--- How it ended, in a word or two.
---@param entry termhost.Entry
---@return string
function M.outcome(entry)
  local forbidden = entry.status == 'rejected' or entry.status == 'denied'
  if entry.status == 'waiting' or forbidden and entry.reason then
    return 'not run'
  elseif entry.stopped and entry.status == 'completed' then
    return 'stopped'
  elseif entry.status ~= 'completed' then
    return (entry.status:gsub('_', ' '))
  end
  return entry.exit_code and ('exit %d'):format(entry.exit_code) or 'ended'
end

---@param activity string
---@return integer
function M.count(activity)
  return #vim.tbl_filter(function(entry)
    return M.activity(entry) == activity
  end, running)
end

--- Those that wait for the user to type something, newest first.
---@return termhost.Entry[]
function M.awaiting()
  return vim.tbl_filter(function(entry)
    return M.activity(entry) == 'input'
  end, running)
end

--- How a person names a command.
---@param entry termhost.Entry
---@return string
function M.id(entry)
  return tostring(entry.number)
end

--- The text that runs: what the user made of the command.
---@param entry termhost.Entry
---@return string
function M.ran(entry)
  return entry.edited_command or entry.command
end

--- By any of its names.
---@param id string
---@return termhost.Entry?
function M.find(id)
  for _, entry in ipairs(M.entries()) do
    if M.id(entry) == id or entry.execution_id == id or entry.tool_call_id == id then
      return entry
    end
  end
end

---@param tool_call_id string
---@param command string
---@param cwd? string
---@param task_id? string
function M.called(tool_call_id, command, cwd, task_id)
  begin({
    tool_call_id = tool_call_id,
    task_id = task_id,
    command = command,
    cwd = cwd,
    waited = true,
  })
end

---@param tool_call_id string
---@param result termhost.Result
function M.answered(tool_call_id, result)
  local entry = by_call(running, tool_call_id) or by_call(finished, tool_call_id)
  if not entry then
    return
  end
  local structured = result.structured
  entry.waited = false
  entry.text = result.text
  if structured then
    entry.status = structured.status == 'waiting_for_input' and 'running' or structured.status
    entry.reason = structured.reason
    entry.edited_command = structured.editedCommand
    entry.network = structured.sandbox and structured.sandbox.network
    if not GOES_ON[entry.status] then
      entry.exit_code = structured.exitCode or entry.exit_code
      entry.duration = entry.running_since and structured.status ~= 'lost' and structured.durationMs or nil
    end
    entry.execution_id = structured.executionId or entry.execution_id
    entry.terminal_id = structured.terminalId or entry.terminal_id
    entry.artifact_id = structured.output and structured.output.artifactId
    entry.output = structured.output and structured.output.text
  end
  if not GOES_ON[entry.status] then
    finish(entry)
  end
  changed()
end

--- The user is asked about a command; one of an agent elsewhere is not known before.
---@param tool_call_id string
---@param command string
---@param cwd string
function M.asked(tool_call_id, command, cwd)
  if not M.find(tool_call_id) then
    begin_foreign(tool_call_id, command, cwd)
  end
end

--- The user has rejected it. A command that this editor was called for is answered by the server.
---@param tool_call_id string
function M.rejected(tool_call_id)
  local entry = by_call(running, tool_call_id)
  if entry and entry.foreign and not entry.running_since then
    entry.status, entry.reason = 'rejected', 'you rejected it'
    finish(entry)
    changed()
  end
end

---@param params termhost.ToolCallingParams
function M.tool_calling(params)
  local entry = by_call(running, params.toolCallId)
  if entry and params.data.command ~= entry.command then
    entry.edited_command = params.data.command
  end
  if params.data.type ~= 'complete' then
    runs(entry or begin_foreign(params.toolCallId, params.data.command, params.data.cd))
    return
  end
  local ended = by_call(finished, params.toolCallId)
  if ended then
    ended.changes = params.data.tried
  end
  if not entry and params.data.status and not ended then
    entry = begin_foreign(params.toolCallId, params.data.command, params.data.cd)
  end
  if not entry then
    return
  end
  entry.changes = params.data.tried
  entry.exit_code = params.data.exitCode or entry.exit_code
  if entry.foreign or not entry.waited then
    if params.data.status then
      entry.status, entry.reason = params.data.status, params.data.reason
    elseif not entry.running_since then
      entry.status, entry.reason = 'rejected', 'the agent cancelled it'
    end
    finish(entry)
  end
  changed()
end

--- An agent of this editor has stopped it.
---@param execution_id string
---@param result? termhost.ExecutionResult
function M.stopped(execution_id, result)
  local entry = M.find(execution_id)
  if entry and result and result.status == 'stopped' then
    entry.stopped = true
    changed()
  end
end

--- Nobody waits for it any more.
---@param entry termhost.Entry
function M.put_in_background(entry)
  entry.waited = false
  changed()
end

---@param status termhost.TerminalDidChangeStatusParams
function M.status_changed(status)
  if not status.busy or not status.toolCallId then
    return
  end
  local entry = by_call(running, status.toolCallId)
  if not entry and not M.find(status.executionId) then
    entry = begin_foreign(status.toolCallId, status.command or '')
  end
  if entry then
    runs(entry)
    entry.execution_id = status.executionId
    entry.terminal_id = status.terminalId
    entry.awaited = status.input
    entry.tried = status.sandbox == 'trial'
    changed()
  end
end

--- The server is gone, and with it what it knew of what runs.
function M.server_ended()
  for _, entry in ipairs(M.running()) do
    if entry.foreign or not entry.waited then
      entry.status = entry.running_since and 'lost' or 'rejected'
      entry.reason = not entry.running_since and 'termhost has ended' or entry.reason
      finish(entry)
    end
  end
  changed()
end

return M

--- The one way to the server for what the terminals say: in order, in large messages, and bounded.
---
--- Output is gathered and sent from a timer, so that a command that prints much costs the editor little. The server
--- says how far it has read by answering a request between the messages: only so much is under way at a time.
local bytes = require('termhost.bytes')

local M = {}

--- How long output may wait for company.
local GATHER_MS = 8
--- Text of one message.
local FRAME = 64 * 1024
--- What is sent in one turn of the event loop: a few milliseconds, and still more than any terminal prints.
local TURN = 256 * 1024
--- After so much the server is asked whether it has read it, and so much may be unanswered.
local STRIDE = 512 * 1024
local UNDER_WAY = 4 * 1024 * 1024
--- While so much waits here, the terminals are held, until it is so little again.
local HOLD, RELEASE = 8 * 1024 * 1024, 1024 * 1024
--- Where they can't be held, a server that lets it come to this does not read at all.
local WAITING = 64 * 1024 * 1024

---@class termhost.Transport
---@field notify fun(method: string, params: table)
---@field request fun(method: string, params: table, callback: fun())
---@field stuck fun(reason: string)

---@class termhost.OutboxEntry
---@field method string
---@field params table
---@field chunks? string[] for terminal/didWrite

---@type termhost.Transport?
local transport
---@type termhost.OutboxEntry[]
local queue = {}
local waiting, under_way, since_asked = 0, 0, 0
local timer = assert(vim.uv.new_timer())
local armed = false
local held = false

--- Who holds the terminals, and lets them go on.
---@type fun(hold: boolean)
M.hold = function() end

local function balance()
  if held ~= (waiting > (held and RELEASE or HOLD)) then
    held = not held
    M.hold(held)
  end
end

local function reset()
  queue = {}
  waiting, under_way, since_asked = 0, 0, 0
  balance()
  timer:stop()
  armed = false
end

--- Takes up to a frame from the front of the first entry.
---@param entry termhost.OutboxEntry
---@return string
local function take_frame(entry)
  local chunks, size, count = entry.chunks, 0, 0
  ---@cast chunks string[]
  while count < #chunks and size < FRAME do
    count = count + 1
    size = size + #chunks[count]
  end
  local data = table.concat(chunks, '', 1, count)
  local rest = vim.list_slice(chunks, count + 1)
  if size > FRAME then
    table.insert(rest, 1, data:sub(FRAME + 1))
    data = data:sub(1, FRAME)
  end
  entry.chunks = rest
  return data
end

local flush

local function arm()
  if armed then
    return
  end
  armed = true
  timer:start(
    GATHER_MS,
    0,
    vim.schedule_wrap(function()
      armed = false
      flush()
    end)
  )
end

--- Any request that changes nothing will do: its answer says that all before it was read.
local function ask_how_far(sent)
  local asked = transport
  ---@cast asked termhost.Transport
  asked.request('approval/check', { command = ':' }, function()
    if transport ~= asked then
      return
    end
    under_way = under_way - sent
    if #queue > 0 then
      arm()
    end
  end)
end

local function send_frame(entry)
  ---@cast transport termhost.Transport
  local data = take_frame(entry)
  transport.notify(entry.method, vim.tbl_extend('error', entry.params, bytes.encode(data)))
  waiting = waiting - #data
  under_way = under_way + #data
  since_asked = since_asked + #data
  if since_asked >= STRIDE then
    local sent = since_asked
    since_asked = 0
    ask_how_far(sent)
  end
  return #data
end

function flush()
  local turn = 0
  while transport and #queue > 0 and under_way < UNDER_WAY do
    if turn >= TURN then
      arm()
      break
    end
    local entry = queue[1]
    if entry.chunks then
      turn = turn + send_frame(entry)
    else
      transport.notify(entry.method, entry.params)
    end
    if not entry.chunks or #entry.chunks == 0 then
      table.remove(queue, 1)
    end
  end
  balance()
end

---@param to termhost.Transport
function M.attach(to)
  reset()
  transport = to
end

--- Without a server there is nobody to tell: a new one knows nothing of these terminals.
function M.detach()
  transport = nil
  reset()
end

--- Sends a notification, behind all output that waits.
---@param method string
---@param params table
function M.post(method, params)
  if not transport then
    return
  end
  table.insert(queue, { method = method, params = params })
  if waiting == 0 then
    flush()
  else
    arm()
  end
end

--- Sends what has been gathered, as far as one turn goes.
---@return boolean empty nothing waits any more
function M.send_gathered()
  flush()
  return #queue == 0
end

--- Output of a terminal.
---@param terminal_id string
---@param data string
function M.write(terminal_id, data)
  if not transport or data == '' then
    return
  end
  local last = queue[#queue]
  if last and last.chunks and last.params.terminalId == terminal_id then
    table.insert(last.chunks, data)
  else
    table.insert(queue, { method = 'terminal/didWrite', params = { terminalId = terminal_id }, chunks = { data } })
  end
  waiting = waiting + #data
  balance()
  if waiting > WAITING then
    return transport.stuck(('it has not read %d MiB of terminal output'):format(WAITING / 1024 / 1024))
  end
  if under_way < UNDER_WAY then
    arm()
  end
end

return M

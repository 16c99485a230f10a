--- A terminal buffer that is told what to show. Showing costs much more than passing on, so a command that floods it shows
--- the end of what it printed, and says so; the whole output is with the server.
local M = {}

--- What is shown in one turn of the event loop: a millisecond, or ten where lines are short, since lines cost more than bytes.
local TURN = 8 * 1024
local PAUSE_MS = 5
--- What may wait to be shown, and what is left of it when it is more.
local WAITING, KEPT = 1024 * 1024, 128 * 1024

---@class termhost.Screen
---@field buffer integer
---@field channel integer
---@field private pending string[]
---@field private size integer
---@field private armed boolean
local Screen = {}
Screen.__index = Screen

--- Of the current window, which decides how large the screen is until it is shown elsewhere.
---@param buffer integer
---@param on_input fun(data: string) keys, and what the terminal answers to programs
---@param scrollback integer
---@return termhost.Screen
function M.open(buffer, on_input, scrollback)
  local channel = vim.api.nvim_open_term(buffer, {
    on_input = function(_, _, _, data)
      on_input(data)
    end,
  })
  vim.bo[buffer].scrollback = scrollback -- a new terminal has the default again
  return setmetatable({ buffer = buffer, channel = channel, pending = {}, size = 0, armed = false }, Screen)
end

---@private
---@param data string
function Screen:show(data)
  if vim.api.nvim_buf_is_valid(self.buffer) then
    pcall(vim.api.nvim_chan_send, self.channel, data)
  end
end

--- Leaves out what is in the way of the end, at a line border.
---@private
function Screen:skip()
  local all = table.concat(self.pending)
  local rest = all:sub(-KEPT)
  rest = rest:sub((rest:find('\n', 1, true) or 0) + 1)
  local note = ('\27[0m\r\n[%d bytes are not shown here; termhost has them]\r\n'):format(#all - #rest)
  self.pending = { note, rest }
  self.size = #note + #rest
end

---@private
function Screen:turn()
  local all = table.concat(self.pending)
  local now, later = all:sub(1, TURN), all:sub(TURN + 1)
  self.pending, self.size = later ~= '' and { later } or {}, #later
  self:show(now)
  if self.size > 0 then
    self:arm()
  end
end

---@private
function Screen:arm()
  if self.armed then
    return
  end
  self.armed = true
  vim.defer_fn(function()
    self.armed = false
    self:turn()
  end, PAUSE_MS)
end

---@param data string
function Screen:write(data)
  if self.size == 0 and #data <= TURN then
    return self:show(data)
  end
  table.insert(self.pending, data)
  self.size = self.size + #data
  if self.size > WAITING then
    self:skip()
  end
  self:arm()
end

--- Its program has ended: what somebody looks at stays to be read, the rest goes.
---@param note string
function Screen:finish(note)
  vim.schedule(function()
    if vim.fn.bufwinid(self.buffer) ~= -1 then
      self:write(('\r\n\27[2m%s\27[0m\r\n'):format(note))
    else
      pcall(vim.api.nvim_buf_delete, self.buffer, { force = true })
    end
  end)
end

return M

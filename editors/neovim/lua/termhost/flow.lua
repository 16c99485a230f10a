--- Holds a terminal's output, and lets it go on: its programs wait, as they would for a slow terminal. Neovim itself can't
--- stop reading from a job.
local M = {}

local has_ffi, ffi = pcall(require, 'ffi')

--- As fcntl.h and termios.h have it.
local SYSTEMS = {
  Linux = { O_RDWR = 2, O_NOCTTY = 0x100, TCOOFF = 0, TCOON = 1 },
  OSX = { O_RDWR = 2, O_NOCTTY = 0x20000, TCOOFF = 1, TCOON = 2 },
}
local system = has_ffi and SYSTEMS[ffi.os]
if system then
  ffi.cdef('int tcflow(int fd, int action);')
end

---@param job integer
---@param held boolean
function M.set(job, held)
  local known, channel = pcall(vim.api.nvim_get_chan_info, job)
  local path = known and channel.pty
  if not system or not path or path == '' then
    return
  end
  local fd = vim.uv.fs_open(path, bit.bor(system.O_RDWR, system.O_NOCTTY), 0)
  if fd then
    ffi.C.tcflow(fd, held and system.TCOOFF or system.TCOON)
    vim.uv.fs_close(fd)
  end
end

return M

--- Which program is started, and whether it is the right one.
local config = require('termhost.config')

local M = {}

--- Of this plugin. Versions work together if their first number is the same, before 1.0 also the second.
M.VERSION = '0.1.0'

local PROBE_MS = 10000

---@class termhost.Binary
---@field path string
---@field version string
---@field origin 'option'|'bundled'|'PATH' bundled: the program of the clone or the release that the plugin is in

--- The repository that this file is in, also where a package manager made a link to a folder of it.
local HERE = debug.getinfo(1, 'S').source:sub(2)
local CHECKOUT = vim.fs.normalize((vim.uv.fs_realpath(HERE) or HERE) .. '/../../../../..')

---@param path string
---@return boolean
local function is_executable(path)
  return vim.fn.executable(path) == 1
end

--- Where the program is looked for: the option, the checkout or release that the plugin is in, PATH.
---@return string? path
---@return 'option'|'bundled'|'PATH'? origin
local function locate()
  local named = config.get().binary
  if named then
    return vim.fs.normalize(named), 'option'
  end
  for _, built in ipairs({ 'build/release/bin/termhost', 'build/dev/bin/termhost', 'bin/termhost' }) do -- the last is a release's
    local path = vim.fs.joinpath(CHECKOUT, built)
    if is_executable(path) then
      return path, 'bundled'
    end
  end
  local found = vim.fn.exepath('termhost')
  if found ~= '' then
    return found, 'PATH'
  end
end

---@param version string
---@return string
local function significant(version)
  local major, minor = version:match('^(%d+)%.(%d+)')
  return major == '0' and '0.' .. minor or major
end

--- What is wrong with what `--version` printed, if anything.
---@param path string
---@param out vim.SystemCompleted
---@return string? problem
---@return string? version
local function judged(path, out)
  local version = (out.stdout or ''):match('^termhost (%d+%.%d+%.%d+%S*)')
  if not version then
    local said = vim.trim((out.stdout or '') .. (out.stderr or ''))
    return ("'%s' is not termhost: '--version' printed '%s'. Correct the option binary."):format(path, said)
  end
  if significant(version) ~= significant(M.VERSION) then
    return ("'%s' is termhost %s, and this plugin works with %s. Build or install that version (./scripts/build release)."):format(
      path,
      version,
      M.VERSION
    )
  end
  return nil, version
end

--- A link to the program, whose path stays the same while versions of the plugin come and go.
---@return string
function M.link()
  return vim.fs.joinpath(vim.fn.stdpath('data') --[[@as string]], 'termhost', 'bin', 'termhost')
end

--- The path for the settings of agents.
---@param found termhost.Binary
---@return string
function M.stable(found)
  if found.origin ~= 'bundled' then
    return found.origin == 'PATH' and 'termhost' or found.path
  end
  local link = M.link()
  if vim.uv.fs_readlink(link) ~= found.path then
    vim.fn.mkdir(vim.fs.dirname(link), 'p')
    local fresh = ('%s.%d'):format(link, vim.uv.os_getpid()) -- there is a link at any time
    vim.uv.fs_unlink(fresh)
    assert(vim.uv.fs_symlink(found.path, fresh))
    assert(vim.uv.fs_rename(fresh, link))
  end
  return link
end

--- The program may have another path than when an agent was connected.
---@param found termhost.Binary
function M.renew_link(found)
  if vim.uv.fs_lstat(M.link()) then
    pcall(M.stable, found)
  end
end

---@param callback fun(problem: string?, binary: termhost.Binary?)
function M.find(callback)
  local path, origin = locate()
  if not path then
    return callback(
      'termhost was not found. Build it with ./scripts/build release in the checkout of this plugin, put it into PATH, '
        .. "or name it: require('termhost').setup({ binary = '/path/of/termhost' })."
    )
  end
  local done = vim.schedule_wrap(function(out)
    local problem, version = judged(path, out)
    callback(problem, not problem and { path = path, version = version, origin = origin } or nil)
  end)
  local started, problem = pcall(vim.system, { path, '--version' }, { text = true, timeout = PROBE_MS }, done)
  if not started then
    callback(("'%s' can't be run: %s. Correct the option binary."):format(path, problem))
  end
end

return M

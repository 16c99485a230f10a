--- What the person chose. Everything has a default: nothing needs setup().
local schema = require('termhost.schema')

local M = {}

---@class (exact) termhost.Config
---@field binary? string the program; default: the one of the checkout this plugin is in, else the one in PATH
---@field agents boolean termhost starts with Neovim, so that agents elsewhere find it, see |termhost-agents|
---@field arguments string[] more arguments for `termhost serve`
---@field environment table<string, string> more environment for it
---@field storage_dir? string where whole outputs are kept; default: termhost's own choice
---@field settings table<string, any> what the server acts on, see |termhost-settings|
---@field scrollback integer lines that a terminal buffer keeps: Neovim's terminal is slower the more it keeps
---@field buflisted boolean terminals are in the list of buffers
---@field progress_after number seconds after which a running command is told of; 0: never
---@field result_height integer most lines of the window that shows the result of `:Termhost run`; 0: no window
---@field approval termhost.ApprovalConfig
---@field log_level 'debug'|'info'|'warn'|'error'
---@field trace 'off'|'messages'|'verbose' what the log has of the messages to and from the server

---@class (exact) termhost.ApprovalConfig
---@field prompt 'auto'|'always'|'manual' when to ask, see |termhost-approval|

---@type termhost.Config
local defaults = {
  agents = false,
  arguments = {},
  environment = {},
  settings = {},
  scrollback = 2000,
  buflisted = true,
  progress_after = 15,
  result_height = 12,
  approval = { prompt = 'auto' },
  log_level = 'info',
  trace = 'off',
}

local types = {
  binary = 'string',
  agents = 'boolean',
  arguments = 'table',
  environment = 'table',
  storage_dir = 'string',
  settings = 'table',
  scrollback = 'number',
  buflisted = 'boolean',
  progress_after = 'number',
  result_height = 'number',
  approval = 'table',
  log_level = 'string',
  trace = 'string',
}

local choices = {
  log_level = { 'debug', 'info', 'warn', 'error' },
  trace = { 'off', 'messages', 'verbose' },
  ['approval.prompt'] = { 'auto', 'always', 'manual' },
}

---@type termhost.Config
local current = vim.deepcopy(defaults)

---@param name string
---@param value any
---@param allowed any[]?
---@return string?
local function not_among(name, value, allowed)
  if allowed and not vim.tbl_contains(allowed, value) then
    return ('%s is %s, and can be %s'):format(name, vim.inspect(value), table.concat(allowed, ', '))
  end
end

local lua_types = { integer = 'number', string = 'string', boolean = 'boolean', array = 'table', object = 'table' }

---@param name string
---@param value any
---@return string?
local function wrong_setting(name, value)
  local setting = schema.settings[name]
  if not setting then
    return ("there is no setting '%s'; :help termhost-settings lists them"):format(name)
  end
  local wanted = lua_types[setting.type]
  if type(value) ~= wanted then
    return ('settings.%s is a %s, and has to be a %s'):format(name, type(value), wanted)
  end
  local low, high = setting.minimum, setting.maximum
  if wanted == 'number' and (value % 1 ~= 0 or value < (low or value) or value > (high or value)) then
    return ('settings.%s is %s, and has to be a whole number from %s to %s'):format(name, value, low, high or 'any')
  end
  return not_among('settings.' .. name, value, setting.values)
end

---@param name string
---@param value any
---@return string?
local function wrong_option(name, value)
  if not types[name] then
    return ("there is no option '%s'; :help termhost-setup lists them"):format(name)
  end
  if type(value) ~= types[name] then
    return ('%s is a %s, and has to be a %s'):format(name, type(value), types[name])
  end
  return not_among(name, value, choices[name])
end

--- What is wrong with the options, a sentence each; options that are wrong are left out.
---@param options table<string, any>
---@return table accepted
---@return string[] problems
local function validated(options)
  local accepted, problems = {}, {}
  for name, value in pairs(options) do
    local problem = wrong_option(name, value)
    if problem then
      table.insert(problems, problem)
    else
      accepted[name] = vim.deepcopy(value)
    end
  end
  for name, value in pairs(accepted.settings or {}) do
    local problem = wrong_setting(name, value)
    if problem then
      table.insert(problems, problem)
      accepted.settings[name] = nil
    end
  end
  for name, value in pairs(accepted.approval or {}) do
    local problem = defaults.approval[name] == nil and ("there is no option 'approval.%s'"):format(name)
      or not_among('approval.' .. name, value, choices['approval.' .. name])
    if problem then
      table.insert(problems, problem)
      accepted.approval[name] = nil
    end
  end
  return accepted, problems
end

---@param options? table
---@return string[] problems
function M.set(options)
  local accepted, problems = validated(options or {})
  current = vim.tbl_deep_extend('force', vim.deepcopy(defaults), accepted)
  table.sort(problems)
  return problems
end

---@return termhost.Config
function M.get()
  return current
end

--- The settings as they go to the server, with the prefixes that the person said to remember. There, what is not named
--- keeps its value: all are named, and those that the person has not set, or not any more, are null.
---@param remembered { allowed: string[], denied: string[] }
---@return table<string, any>
function M.wire_settings(remembered)
  local wire = {}
  for _, setting in pairs(schema.settings) do
    wire[setting.name] = vim.NIL
  end
  for name, value in pairs(current.settings) do
    wire[schema.settings[name].name] = vim.deepcopy(value)
  end
  for list, name in pairs({ allowed = 'allowedCommands', denied = 'deniedCommands' }) do
    if #remembered[list] > 0 then
      wire[name] = vim.list_extend(wire[name] ~= vim.NIL and wire[name] or {}, remembered[list])
    end
  end
  return wire
end

return M

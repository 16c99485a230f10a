--- `:Termhost connect`: the entry of this editor's termhost in an agent's settings, shown before it is written.
local binary = require('termhost.binary')
local choose = require('termhost.choose')
local question = require('termhost.question')

local M = {}

local MOST_COLUMNS = 100

---@param message string
---@param level? integer
local function say(message, level)
  vim.notify('termhost: ' .. message, level or vim.log.levels.INFO)
end

--- Runs `termhost setup` and calls back with what it prints.
---@param found termhost.Binary
---@param arguments string[]
---@param callback fun(out: string)
local function setup(found, arguments, callback)
  local command = vim.list_extend({ found.path, 'setup' }, arguments)
  if found.origin ~= 'PATH' then
    vim.list_extend(command, { '--program', found.path })
  end
  vim.system(
    command,
    { text = true },
    vim.schedule_wrap(function(out)
      if out.code ~= 0 then
        return say(vim.trim(out.stderr or ''), vim.log.levels.ERROR)
      end
      callback(out.stdout)
    end)
  )
end

--- Shows the change, and writes it if the user says so: by a key of its window, where all of it can be read first.
---@param found termhost.Binary
---@param arguments string[]
---@param written fun()
local function change(found, arguments, written)
  setup(found, vim.list_extend(vim.deepcopy(arguments), { '--dry-run' }), function(difference)
    if vim.startswith(difference, 'Nothing to change') then
      return say('nothing to change')
    end
    require('termhost.views').show_change(difference, function()
      setup(found, arguments, written)
    end)
  end)
end

--- The agent finds this Neovim now, and when it is started again in this folder.
---@param agent string
local function connected(agent)
  local folders = require('termhost.folders')
  folders.set_current(true)
  require('termhost.client').ready(function() end)
  say(('written. Now start (or restart) %s in this folder'):format(agent))
end

---@class termhost.ConnectAction
---@field text string
---@field run fun()

---@param found termhost.Binary
---@param agent { name: string, state: string }
---@return termhost.ConnectAction
local function action_for(found, agent)
  if agent.state == 'attached' then
    return {
      text = ('%s: disconnect it'):format(agent.name),
      run = function()
        change(found, { agent.name, '--remove' }, function()
          say(('%s is disconnected. Restart it if it runs'):format(agent.name))
        end)
      end,
    }
  end
  return {
    text = ('%s: connect it'):format(agent.name),
    run = function()
      change(found, { agent.name, '--attach' }, function()
        connected(agent.name)
      end)
    end,
  }
end

--- The start of termhost with Neovim can be changed by itself.
---@return termhost.ConnectAction
local function start_action()
  local folders = require('termhost.folders')
  local starts = folders.has_current()
  return {
    text = starts and 'no longer start termhost with Neovim in this folder' or 'start termhost with Neovim in this folder',
    run = function()
      folders.set_current(not starts)
      say(starts and 'it starts when it is first used here' or 'it starts with Neovim here: agents from outside find it')
    end,
  }
end

local ENTRY = [[
{
  "mcpServers": {
    "termhost": { "command": "%s", "args": ["mcp", "--attach"] }
  }
}]]

--- The entry for an agent that `termhost setup` does not find or does not know.
---@param found termhost.Binary
---@param why string
local function show_entry(found, why)
  local way = 'To connect an agent by hand, add this MCP server to its settings. Most agents take it in this form:'
  local after = 'Then start the agent in the folder of this Neovim, after Neovim: see :help termhost-agents'
  local lines = {}
  local function add(text)
    vim.list_extend(lines, question.sentences(text, math.min(MOST_COLUMNS, vim.o.columns)))
  end
  add(why)
  add(way)
  vim.list_extend(lines, vim.split(ENTRY:format(found.origin == 'PATH' and 'termhost' or found.path), '\n'))
  add(after)
  require('termhost.views').show_text('connect', lines)
end

---@param found termhost.Binary
---@return termhost.ConnectAction
local function entry_action(found)
  return {
    text = 'another agent: show the entry for its settings',
    run = function()
      show_entry(found, ':Termhost connect does not change the settings of every agent.')
    end,
  }
end

---@param found termhost.Binary
---@param agents { name: string, state: string }[] those that were found
---@return termhost.ConnectAction[]
local function actions(found, agents)
  local all = vim.tbl_map(function(agent)
    return action_for(found, agent)
  end, agents)
  if #agents > 0 or require('termhost.folders').has_current() then
    table.insert(all, start_action())
  end
  if #agents > 0 then
    table.insert(all, entry_action(found))
  end
  local access = require('termhost.agents')
  local kept = vim.tbl_count(access.remembered())
  if kept > 0 then
    table.insert(all, { text = ('forget %d answers about agents'):format(kept), run = access.forget })
  end
  return all
end

--- The agents that are on this machine, and the names of all that were looked for.
---@param list string as `termhost setup --list --json` prints it
---@return { name: string, state: string }[] found
---@return string[] known
local function found_agents(list)
  local known, found = {}, {}
  for _, agent in ipairs(vim.json.decode(list).agents) do
    table.insert(known, agent.name)
    if agent.state ~= 'not found' then
      table.insert(found, agent)
    end
  end
  return found, known
end

function M.run()
  binary.find(function(problem, found)
    if problem then
      return say(problem, vim.log.levels.ERROR)
    end
    ---@cast found termhost.Binary
    setup(found, { '--list', '--json' }, function(list)
      local agents, known = found_agents(list)
      local choices = actions(found, agents)
      if #agents == 0 then
        local nothing = 'No agent was found: none of %s has a settings folder, such as ~/.codex. '
          .. 'Start your agent once, then :Termhost connect finds it.'
        show_entry(found, nothing:format(table.concat(known, ', ')))
      end
      if #choices == 0 then
        return
      end
      choose(choices, 'which agent?', 'connect', function(choice)
        return choice.text
      end, function(choice)
        choice.run()
      end)
    end)
  end)
end

return M

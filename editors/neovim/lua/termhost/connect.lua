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
    vim.list_extend(command, { '--program', binary.stable(found) })
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

--- The agent finds this Neovim now, and each one that is started later.
---@param agent string
local function connected(agent)
  require('termhost.autostart').set(true)
  require('termhost.client').ready(function() end)
  say(('written: (re)start %s. termhost now starts with Neovim'):format(agent))
end

---@class termhost.ConnectAction
---@field text string
---@field run fun()

---@param found termhost.Binary
---@param agent string
---@return termhost.ConnectAction
local function removal(found, agent)
  return {
    text = ('%s: disconnect it'):format(agent),
    run = function()
      change(found, { agent, '--remove' }, function()
        say(('%s is disconnected. Restart it if it runs'):format(agent))
      end)
    end,
  }
end

--- What is said of an agent that can be connected, by its state.
local OFFERS = {
  gone = '%s: connect it again, because the program that it starts is gone',
  connected = '%s: connect it to Neovim; now it uses termhost without an editor',
}

---@param found termhost.Binary
---@param agent { name: string, state: string }
---@return termhost.ConnectAction[]
local function actions_for(found, agent)
  if agent.state == 'attached' then
    return { removal(found, agent.name) }
  end
  local offer = {
    text = (OFFERS[agent.state] or '%s: connect it'):format(agent.name),
    run = function()
      change(found, { agent.name, '--attach' }, function()
        connected(agent.name)
      end)
    end,
  }
  return agent.state == 'found' and { offer } or { offer, removal(found, agent.name) }
end

---@param wanted boolean
local function set_start(wanted)
  require('termhost.autostart').set(wanted)
  say(wanted and 'it now starts with Neovim, so an agent outside of Neovim finds it' or 'it now starts when it is first used')
end

--- The start of termhost with Neovim can be changed by itself.
---@return termhost.ConnectAction
local function start_action()
  local starts = require('termhost.autostart').is_on()
  return {
    text = starts and 'no longer start termhost with Neovim' or 'start termhost with Neovim',
    run = function()
      set_start(not starts)
    end,
  }
end

--- An answer that is kept, to be asked again.
---@param identity string
---@param answer string
---@return termhost.ConnectAction
local function forget_action(identity, answer)
  return {
    text = ('ask again about %s: your answer was "%s"'):format(identity, answer),
    run = function()
      require('termhost.agents').forget(identity)
      say(('forgotten. Restart %s to be asked again'):format(identity:match('^(.-) %(') or 'the agent'))
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
  local after = 'Then start the agent in the folder of a Neovim in which termhost runs, or in a folder below: see :help termhost-agents. '
    .. (require('termhost.autostart').is_on() and 'termhost starts with Neovim.' or 'Press s to let termhost start with Neovim.')
  local lines = {}
  local function add(text)
    vim.list_extend(lines, question.sentences(text, math.min(MOST_COLUMNS, vim.o.columns)))
  end
  add(why)
  add(way)
  vim.list_extend(lines, vim.split(ENTRY:format(binary.stable(found)), '\n'))
  add(after)
  require('termhost.views').show_text('connect', lines, {
    s = {
      'Start termhost with Neovim',
      function()
        set_start(true)
      end,
    },
  })
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
  local all = {}
  for _, agent in ipairs(agents) do
    vim.list_extend(all, actions_for(found, agent))
  end
  if #agents > 0 or require('termhost.autostart').is_on() then
    table.insert(all, start_action())
  end
  if #agents > 0 then
    table.insert(all, entry_action(found))
  end
  for identity, answer in vim.spairs(require('termhost.agents').remembered()) do
    table.insert(all, forget_action(identity, answer))
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

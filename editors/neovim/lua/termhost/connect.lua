--- `:Termhost connect`: the entry of this editor's termhost in an agent's settings, shown before it is written.
local binary = require('termhost.binary')
local choose = require('termhost.choose')

local M = {}

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

--- Shows the change, and writes it if the user says so.
---@param found termhost.Binary
---@param arguments string[]
---@param done string
local function change(found, arguments, done)
  setup(found, vim.list_extend(vim.deepcopy(arguments), { '--dry-run' }), function(difference)
    if vim.startswith(difference, 'Nothing to change') then
      return say('nothing to change')
    end
    require('termhost.views').show_result(difference)
    vim.ui.select({ 'Write it', 'Leave it' }, { prompt = 'termhost: write this change?', kind = 'termhost.connect' }, function(choice)
      if choice == 'Write it' then
        setup(found, arguments, function()
          say(done)
        end)
      end
    end)
  end)
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
        change(found, { agent.name, '--remove' }, agent.name .. ' is disconnected')
      end,
    }
  end
  return {
    text = ('%s: connect it'):format(agent.name),
    run = function()
      change(
        found,
        { agent.name, '--attach' },
        agent.name .. ' is connected; it finds this Neovim while termhost runs here: see :help termhost-agents'
      )
    end,
  }
end

---@param found termhost.Binary
---@param list string
---@return termhost.ConnectAction[]
local function actions(found, list)
  local all = {}
  for _, agent in ipairs(vim.json.decode(list).agents) do
    if agent.state ~= 'not found' then
      table.insert(all, action_for(found, agent))
    end
  end
  local agents = require('termhost.agents')
  local kept = vim.tbl_count(agents.remembered())
  if kept > 0 then
    table.insert(all, { text = ('forget %d answers about agents'):format(kept), run = agents.forget })
  end
  return all
end

function M.run()
  binary.find(function(problem, found)
    if problem then
      return say(problem, vim.log.levels.ERROR)
    end
    ---@cast found termhost.Binary
    setup(found, { '--list', '--json' }, function(list)
      local choices = actions(found, list)
      if #choices == 0 then
        return say('no agent was found; termhost setup --help names those that it knows')
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

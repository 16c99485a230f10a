--- `:Termhost` and its completion.
local command_log = require('termhost.command_log')

local M = {}

---@param message string
---@param level? integer
local function say(message, level)
  vim.notify('termhost: ' .. message, level or vim.log.levels.INFO)
end

---@param argument string
local function run(argument)
  if argument == '' then
    return say('which command? :Termhost run {cmd}', vim.log.levels.ERROR)
  end
  local call = require('termhost').execute(argument, { agreed = true }, function(err, result)
    if err then
      return say(err, vim.log.levels.ERROR)
    end
    ---@cast result termhost.Result
    require('termhost.result').show(result)
  end)
  local entry = command_log.find(call.tool_call_id)
  if entry and not entry.ended then
    require('termhost.views').result_begins(entry)
  end
end

--- The command that is meant: the named one, the only one there is, or the one that the user chooses.
---@param id string
---@param candidates termhost.Entry[]
---@param verb string for the prompt
---@param action fun(entry: termhost.Entry)
local function with_entry(id, candidates, verb, action)
  local entry = id ~= '' and command_log.find(id) or nil
  if id == '' and #candidates == 1 then
    entry = candidates[1]
  end
  if entry then
    return action(entry)
  end
  if id ~= '' then
    say(("there is no command '%s'; :Termhost list shows them"):format(id), vim.log.levels.ERROR)
  elseif #candidates == 0 then
    say('no command runs')
  else
    require('termhost.choose')(
      candidates,
      verb .. ' which command?',
      'command',
      require('termhost.command_list').line_of,
      action,
      function()
        say('no command was chosen')
      end
    )
  end
end

--- The command that waits for the user, else the newest.
---@return termhost.Entry[]
local function newest_awaiting()
  local awaiting = command_log.awaiting()
  return vim.list_slice(#awaiting > 0 and awaiting or command_log.entries(), 1, 1)
end

---@param entries termhost.Entry[]
---@return string[]
local function ids(entries)
  return vim.tbl_map(command_log.id, entries)
end

--- One that still runs.
---@param id string
---@param verb string for the prompt
---@param action fun(entry: termhost.Entry)
local function with_running(id, verb, action)
  with_entry(id, command_log.running(), verb, action)
end

--- What a restart means for what there is now.
---@return string
local function restarted()
  local count, agents = #command_log.running(), require('termhost.agents').attached()
  local commands = count > 0 and ('. Commands that ended or are lost: %d'):format(count) or ''
  return 'restarted' .. commands .. (#agents > 0 and '. Restart ' .. table.concat(agents, ', ') or '')
end

---@class termhost.Subcommand
---@field run fun(argument: string)
---@field leaves_program? boolean it does not start the program
---@field complete? fun(lead: string, argument: string): string[] none: it takes no argument

---@type table<string, termhost.Subcommand>
local subcommands = {
  run = {
    run = run,
    complete = function(lead, argument)
      return vim.fn.getcompletion(lead, argument:find('%s') and 'file' or 'shellcmd')
    end,
  },
  list = {
    run = function()
      require('termhost.command_list').show()
    end,
  },
  output = {
    run = function(id)
      with_entry(id, vim.list_slice(command_log.entries(), 1, 1), 'open', require('termhost.views').show_output)
    end,
    complete = function()
      return ids(command_log.entries())
    end,
  },
  terminal = {
    run = function(id)
      with_entry(id, newest_awaiting(), 'show', require('termhost.views').show_terminal)
    end,
    complete = function()
      return ids(command_log.entries())
    end,
  },
  stop = {
    run = function(id)
      with_running(id, 'stop', require('termhost.calls').stop)
    end,
    complete = function()
      return ids(command_log.running())
    end,
  },
  background = {
    run = function(id)
      with_running(id, 'let go on', require('termhost.calls').background)
    end,
    complete = function()
      return ids(command_log.running())
    end,
  },
  approve = {
    run = function()
      if #require('termhost.approval').pending() == 0 then
        return say('no command and no agent waits for your answer')
      end
      require('termhost.approval_prompt').all()
    end,
  },
  connect = {
    run = function()
      require('termhost.connect').run()
    end,
  },
  rules = {
    run = function()
      require('termhost.rules').manage()
    end,
  },
  log = {
    leaves_program = true,
    run = function()
      vim.cmd.split(vim.fn.fnameescape(require('termhost.log').path()))
      vim.cmd.normal({ 'G', bang = true })
    end,
  },
  restart = {
    leaves_program = true,
    run = function()
      local done = restarted()
      command_log.server_ended() -- its last messages would say that what goes on in a terminal has ended
      require('termhost.client').restart(function(problem)
        say(problem or done, problem and vim.log.levels.ERROR or nil)
      end)
    end,
  },
}

---@return string[]
local function names()
  local all = vim.tbl_keys(subcommands)
  table.sort(all)
  return all
end

--- How many letters have to be changed, added or left out to make one word of the other.
---@param one string
---@param other string
---@return integer
local function distance(one, other)
  local row = {}
  for column = 0, #other do
    row[column] = column
  end
  for line = 1, #one do
    local before = row[0]
    row[0] = line
    for column = 1, #other do
      local changed = before + (one:sub(line, line) == other:sub(column, column) and 0 or 1)
      before = row[column]
      row[column] = math.min(changed, row[column] + 1, row[column - 1] + 1)
    end
  end
  return row[#other]
end

---@param name string
---@return string
local function unknown(name)
  local known = 'the subcommands are ' .. table.concat(names(), ', ')
  if name == '' then
    return known
  end
  local nearest = names()
  table.sort(nearest, function(one, other)
    return distance(name, one) < distance(name, other)
  end)
  if distance(name, nearest[1]) <= math.min(2, #name / 2) then
    return ("there is no subcommand '%s'. Did you mean :Termhost %s?"):format(name, nearest[1])
  end
  return ("there is no subcommand '%s'; %s"):format(name, known)
end

---@param words string[]
---@param lead string
---@return string[]
local function beginning_with(words, lead)
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, words)
end

---@param command vim.api.keyset.create_user_command.command_args
function M.run(command)
  local name, argument = vim.trim(command.args):match('^(%S*)%s*(.*)$')
  local subcommand = subcommands[name]
  if not subcommand then
    return say(unknown(name), vim.log.levels.ERROR)
  elseif argument ~= '' and not subcommand.complete then
    return say((":Termhost %s takes no argument, and there is '%s'"):format(name, argument), vim.log.levels.ERROR)
  end
  require('termhost.session').start()
  if not subcommand.leaves_program then
    require('termhost.client').ready(function() end) -- agents from outside find this Neovim from now on
  end
  subcommand.run(argument)
end

---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  local name, argument = line:match('^.-Termhost!?%s+(%S+)%s+(.*)$')
  if not name then
    return beginning_with(names(), lead)
  end
  local complete = subcommands[name] and subcommands[name].complete
  return complete and beginning_with(complete(lead, argument), lead) or {}
end

return M

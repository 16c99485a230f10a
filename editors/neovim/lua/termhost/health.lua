--- `:checkhealth termhost`
local binary = require('termhost.binary')
local client = require('termhost.client')
local config = require('termhost.config')

local M = {}

local PATIENCE_MS = 15000

local function check_editor()
  local version = vim.version()
  local text = ('Neovim %d.%d.%d'):format(version.major, version.minor, version.patch)
  if vim.fn.has('nvim-0.10') == 1 then
    vim.health.ok(text)
  else
    vim.health.error(text .. ' is too old', 'Use Neovim 0.10 or newer')
  end
end

local ORIGINS = { option = 'named by the option binary', bundled = 'of the clone or release of this plugin', PATH = 'found in PATH' }

---@return termhost.Binary?
local function check_program()
  local over, problem, found
  binary.find(function(why, program)
    over, problem, found = true, why, program
  end)
  vim.wait(PATIENCE_MS, function()
    return over
  end, 10)
  if not found then
    vim.health.error(problem or 'termhost --version does not answer')
    return nil
  end
  vim.health.ok(('termhost %s: %s (%s)'):format(found.version, found.path, ORIGINS[found.origin]))
  return found
end

local function check_server()
  require('termhost.session').start()
  local over, problem
  client.ready(function(why)
    over, problem = true, why
  end)
  vim.wait(PATIENCE_MS, function()
    return over
  end, 10)
  if over and not problem then
    vim.health.ok('the server runs and answers')
  else
    vim.health.error(problem or 'the server does not answer', 'See :Termhost log; :Termhost restart starts the server again')
  end
end

--- Whether commands can be tried here; a trial has at least a loopback network of its own.
---@param report string of `termhost doctor`
local function check_sandbox(report)
  local state = report:match('\nSandbox\n.-network loopback%s+([^\n]+)') or 'NOT HERE: termhost doctor does not report it'
  if vim.startswith(state, 'NOT HERE') then
    local advice = 'termhost asks you before commands that no rule allows run. `termhost help sandbox` explains what a sandbox needs'
    vim.health.warn('sandbox: ' .. state, advice)
  else
    vim.health.ok('sandbox: commands that no rule allows can run in a trial, ' .. state)
  end
  local level = vim.tbl_get(config.get().settings, 'sandbox', 'level')
  vim.health.info(
    'setting sandbox: '
      .. (level and ("level '%s'"):format(level) or "as in ~/.config/termhost/settings.json if it is there, else level 'auto'")
  )
end

--- `termhost doctor` on the shells, the storage folder and the sandbox, and its advice.
---@param found termhost.Binary
local function check_machine(found)
  local out = vim.system({ found.path, 'doctor' }, { text = true }):wait(PATIENCE_MS)
  if not out.stdout:find('\nShells\n') then
    return vim.health.warn('termhost doctor failed: ' .. vim.trim(out.stderr or ''))
  end
  for line in (out.stdout:match('\nShells\n(.-)\n\n') or ''):gmatch('[^\n]+') do
    local report = line:find('works') and vim.health.ok or vim.health.info
    report(vim.trim(line):gsub('%s+', ' '))
  end
  vim.health.info(vim.trim(out.stdout:match('\nStorage\n(.-)\n\n') or ''):gsub('%s+', ' '))
  check_sandbox(out.stdout)
  for line in (out.stdout:match('\nTo do\n(.*)') or ''):gmatch('[^\n]+') do
    vim.health.warn(vim.trim(line))
  end
end

local STATES = {
  attached = 'is connected',
  connected = 'uses termhost without an editor; :Termhost connect connects it to Neovim',
  found = 'is not connected',
}

--- The agents of this machine, and which of them use this Neovim.
---@param found termhost.Binary
local function check_agents(found)
  local out = vim.system({ found.path, 'setup', '--list', '--json' }, { text = true }):wait(PATIENCE_MS)
  local ok, list = pcall(vim.json.decode, out.stdout or '')
  for _, agent in ipairs(ok and list.agents or {}) do
    if agent.state == 'gone' then
      vim.health.warn(('%s is connected, but the program that it starts is gone'):format(agent.name), ':Termhost connect repairs this')
    elseif STATES[agent.state] then
      vim.health.info(('%s %s'):format(agent.name, STATES[agent.state]))
    end
  end
  local attached = require('termhost.agents').attached()
  vim.health.info('agents that have run a command in this Neovim: ' .. (#attached > 0 and table.concat(attached, ', ') or 'none yet'))
  local starts = require('termhost.autostart').is_on() or config.get().agents
  vim.health.info('termhost starts ' .. (starts and 'with Neovim' or 'when it is first used; :Termhost connect changes this'))
end

function M.check()
  vim.health.start('termhost')
  check_editor()
  local found = check_program()
  if found then
    check_server()
    vim.health.start('termhost: shells, storage and sandbox')
    check_machine(found)
    vim.health.start('termhost: agents')
    check_agents(found)
  end
  vim.health.start('termhost: files')
  vim.health.info('log: ' .. require('termhost.log').path())
  vim.health.info('remembered rules: ' .. require('termhost.remembered').path())
  vim.health.info("what the server writes to stderr: Neovim's " .. vim.lsp.log.get_filename())
  vim.health.info("option approval.prompt, when a question appears: '" .. config.get().approval.prompt .. "'")
end

return M

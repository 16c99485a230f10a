-- Startup files of people: what the few commands that stand in TERMHOST_ENVIRONMENTS (tests/environments/cases.py) must give in
-- terminals of this editor.
local t = require('support')

local function write_startup(environment)
  local path = environment.startup:gsub('^%.config/', '')
  path = (path == environment.startup and vim.env.HOME or vim.env.XDG_CONFIG_HOME) .. '/' .. path
  vim.fn.mkdir(vim.fs.dirname(path), 'p')
  t.write_file(path, environment.content)
end

local function check(environment)
  write_startup(environment)
  for number, command in ipairs(environment.commands) do
    local result = t.run(command.line, { shell = environment.shell }).structured
    local what = ('command %d, %s'):format(number, command.line:sub(1, 100))
    t.equal('completed', result.status, what)
    t.equal(command.text, t.trimmed(result.output.text), what)
    t.equal(command.code, result.exitCode, what)
    assert(vim.startswith(result.terminalId, 'nvim-'), what .. ': the terminal is one of this editor')
  end
end

local cases = {}
for _, environment in ipairs(vim.json.decode(t.read_file(vim.env.TERMHOST_ENVIRONMENTS))) do
  table.insert(cases, {
    name = environment.name,
    run = function()
      check(environment)
    end,
  })
end
return cases

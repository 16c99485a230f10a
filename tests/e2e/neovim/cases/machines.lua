-- The setting `machines` in the user's settings.json: the commands of a folder run on another machine.
local t = require('support')

--- The other machine is this one, reached by a program; its folder is another one.
local function choose_machine(workspace)
  local there = vim.fs.dirname(vim.fn.getcwd()) .. '/there'
  vim.fn.mkdir(there .. '/sub', 'p')
  local machine = { workspace = workspace, on = 'cmd:nice -n 1', folder = there }
  local settings = { sandbox = { level = 'off' }, machines = { machine } }
  t.write_file(vim.env.XDG_CONFIG_HOME .. '/termhost/settings.json', vim.json.encode(settings))
  return there
end

return {
  {
    name = 'a command runs on the machine of its folder, in the folder there',
    run = function()
      local there = choose_machine(vim.fn.getcwd())
      local result = t.run('pwd; exit 3').structured
      t.equal({ 3, 'cmd:nice -n 1', there }, { result.exitCode, result.host, vim.trim(result.output.text) })
      local sub = t.run('pwd', { cwd = vim.fn.getcwd() .. '/sub' }).structured
      t.equal({ 'cmd:nice -n 1', there .. '/sub' }, { sub.host, vim.trim(sub.output.text) })
    end,
  },
  {
    name = 'a command of another folder runs here',
    run = function()
      choose_machine(vim.fn.getcwd() .. '/elsewhere')
      local result = t.run('pwd').structured
      t.equal({ nil, vim.fn.getcwd() }, { result.host, vim.trim(result.output.text) })
    end,
  },
}

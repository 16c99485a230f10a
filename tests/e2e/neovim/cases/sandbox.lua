-- The place of a command: a trial by default, and how the user sees the sandbox.
local t = require('support')

return {
  {
    name = 'by default a command that no rule allows is tried in a copy; the question about its run shows the changes',
    run = function()
      require('termhost').setup({ settings = { sandbox = { level = 'auto' } } })
      local asked = t.person({ 'a' })
      local tried = t.answer(t.ask('touch made'))
      t.contains(tried.text, "in a throw-away copy, of which nothing is kept: made 'made' (+0). To run it for real")
      t.equal({ 'trial', {} }, { tried.structured.sandbox.level, asked })
      t.equal(nil, vim.uv.fs_stat('made'))
      local entry = require('termhost.command_log').entries()[1]
      t.contains(require('termhost.command_list').line_of(entry), 'exit 0, trial')
      t.contains(require('termhost.command_list').line_of(entry), "touch made  -- its trial made 'made' (+0), of which nothing is kept")
      local unchanged = vim.tbl_extend('force', entry, { changes = 'changed nothing' })
      assert(vim.endswith(require('termhost.command_list').line_of(unchanged), '  -- its trial changed nothing'))
      local wanted = { command = 'touch made', cwd = vim.fn.getcwd(), sandbox = 'off', justification = 'it is wanted' }
      local answer = t.call('execute_command', wanted)
      local place = 'it would run for real; its first run, in a throw-away copy, made \'made\' (+0); the agent says: "it is wanted"'
      t.contains(asked[1].text:gsub('\n   ', ' '), '\n' .. place .. '\n') -- a long line is folded
      t.equal('completed', answer.structured.status)
      assert(vim.uv.fs_stat('made'))
    end,
  },
  {
    name = 'a command that runs in a trial is said to be out of reach',
    run = function()
      require('termhost').setup({ settings = { sandbox = { level = 'auto' } } })
      local started = t.run('touch made; sleep 100', { agreed = false, background = true }).structured
      vim.cmd('Termhost list')
      local row = vim.api.nvim_get_current_line()
      assert(row:find('^1 +in background, trial .*sleep 100  %-%- not reachable from outside its trial$'), row)
      vim.cmd('Termhost stop')
      t.call('wait_for_command', { execution_id = started.executionId })
      t.till('its end', function()
        local words = "its trial made 'made' %(%+0%), of which nothing is kept"
        return vim.api.nvim_get_current_line():find('^1 +stopped, trial .*sleep 100  %-%- ' .. words .. '$')
      end)
      require('termhost').setup({ settings = { sandbox = { level = 'auto', network = 'all' } } })
      t.run('touch made; sleep 101', { agreed = false, background = true })
      local function first_row()
        return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]
      end
      assert(first_row():find('^2 +in background, trial .*sleep 101$'), first_row())
      require('termhost').setup({ settings = { sandbox = { level = 'auto' } } })
      t.run('touch made; read word', { agreed = false })
      t.till('that it waits, which no server does', function()
        return first_row():find('^3 +waits for input, trial .*read word$')
      end)
    end,
  },
  {
    name = 'a command that the user wrote is not tried',
    run = function()
      require('termhost').setup({ settings = { sandbox = { level = 'auto' } } })
      vim.cmd('Termhost run touch made')
      t.till('the file', function()
        return vim.uv.fs_stat('made')
      end)
    end,
  },
  {
    name = 'a sandbox is said everywhere: in the question, the terminal and the answer',
    run = function()
      require('termhost').setup({ settings = { sandbox = { level = 'workspace', askInside = true } } })
      local asked = t.person({ 'a' })
      local result = t.answer(t.ask('truncate -s 1 made; truncate -s 1 /usr/refused'))
      t.contains(asked[1].text, '\nit would run in the sandbox (workspace, network none)\n')
      t.equal('workspace', result.structured.sandbox.level)
      t.equal({ { access = 'write', target = '/usr/refused' } }, result.structured.sandbox.refused)
      t.contains(result.text, "has refused writing '/usr/refused'")
      t.contains(vim.b[t.terminals()[1]].term_title, '(workspace)')
    end,
  },
}

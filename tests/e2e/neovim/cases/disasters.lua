-- The server dies, does not start, or stops reading; the editor is left.
local t = require('support')

local function lines(file)
  return vim.split(t.trimmed(t.read_file(file) or ''), '\n', { trimempty = true })
end

return {
  {
    name = 'the server killed half way: an honest answer, nothing runs twice, the next command works',
    run = function()
      local started = t.start("sh -c 'echo run >> count; sleep 2; echo over >> count'")
      t.till('the command runs', function()
        return #lines('count') == 1
      end)
      local pid = assert(t.server_pid(), 'termhost serve runs')
      vim.uv.kill(pid, 'sigkill')
      local s = t.answer(started).structured
      t.equal({ 'lost', nil }, { s.status, s.endedBy })
      local after = t.run('echo back again').structured
      t.equal('back again', t.trimmed(after.output.text))
      assert(t.server_pid() ~= pid, 'another server')
      t.pause(3000) -- long enough for a second run to show
      t.equal({ 'run', 'over' }, lines('count'))
    end,
  },
  {
    name = 'the server killed: idle shells end with it, busy ones stay until their buffer is deleted',
    run = function()
      local idle = tonumber(t.run('echo $$').structured.output.text)
      vim.uv.kill(assert(t.server_pid()), 'sigkill')
      t.till('the end of the idle shell', function()
        return #t.terminals() == 0 and not vim.uv.fs_stat('/proc/' .. idle)
      end)
      local started = t.start("sh -c 'echo $$ > pid; read x; echo $x > typed; exec sleep 100'")
      local busy = t.till('the command', function()
        return tonumber(t.read_file('pid'))
      end)
      vim.uv.kill(assert(t.server_pid()), 'sigkill')
      t.equal('lost', t.answer(started).structured.status)
      t.equal(0, t.run('true').structured.exitCode) -- by the next server
      assert(vim.uv.fs_stat('/proc/' .. busy), 'it still runs')
      vim.cmd.sbuffer(t.terminals()[1])
      vim.cmd.startinsert()
      t.till('terminal mode', function()
        return vim.api.nvim_get_mode().mode == 't'
      end)
      vim.api.nvim_input('a word<CR>')
      t.till('what was typed', function()
        return t.read_file('typed') == 'a word\n'
      end)
      vim.api.nvim_input('<C-\\><C-n>')
      vim.api.nvim_buf_delete(t.terminals()[1], { force = true })
      t.till('the end of the busy shell', function()
        return not vim.uv.fs_stat('/proc/' .. busy)
      end)
    end,
  },
  {
    name = 'the server killed: it is said once, and the command that goes on is shown and stopped from the list',
    run = function()
      local told = {}
      vim.notify = function(message)
        table.insert(told, message)
      end
      local started = t.start("sh -c 'echo $$ > pid; exec sleep 100'")
      local busy = t.till('the command', function()
        return tonumber(t.read_file('pid'))
      end)
      t.till('its terminal to be known', function()
        return require('termhost.command_log').running()[1].terminal_id
      end)
      vim.uv.kill(assert(t.server_pid()), 'sigkill')
      t.equal('lost', t.answer(started).structured.status)
      t.equal(1, #told)
      t.contains(told[1], 'termhost ended unexpectedly (signal 9)')
      t.equal('', require('termhost').statusline())
      vim.cmd('Termhost list')
      t.contains(vim.api.nvim_get_current_line(), 'lost')
      vim.api.nvim_input('t')
      t.till('its terminal', function()
        return vim.b.termhost_terminal
      end)
      vim.cmd('Termhost list')
      vim.api.nvim_input('s')
      t.till('its end', function()
        return not vim.uv.fs_stat('/proc/' .. busy)
      end)
      vim.cmd('bwipeout! ' .. t.terminals()[1])
      vim.api.nvim_input('t')
      t.till('that there is no terminal', function()
        return told[#told] == "termhost: 1 (sh -c 'echo $$ > pid; exec sleep 100'): its terminal is not there any more"
      end)
    end,
  },
  {
    name = 'the server killed: the next one takes over what runs in a terminal of its own, shows it and answers for it',
    run = function()
      require('termhost').setup({ settings = { terminals = 'owned' } })
      local started = t.start("sh -c 'echo run >> kept; echo before; sleep 3; echo after; exit 3'", { shell = 'bash' })
      t.till('the command', function()
        return #lines('kept') == 1
      end)
      vim.uv.kill(assert(t.server_pid()), 'sigkill')
      t.equal('lost', t.answer(started).structured.status)
      local taken = t.till('the terminal with the next server', function()
        for _, terminal in ipairs(t.call('list_terminals', {}).structured.terminals or {}) do
          if vim.startswith(terminal.terminalId, 'taken-') then
            return terminal
          end
        end
      end)
      local result = t.call('wait_for_command', { execution_id = taken.executions[1].executionId }).structured
      t.equal({ 'before\nafter', 3 }, { t.trimmed(result.output.text), result.exitCode })
      t.till('a view of it', function()
        for _, buffer in ipairs(t.terminals()) do
          local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
          if text:find('before', 1, true) and text:find('after', 1, true) then
            return true
          end
        end
      end)
      t.equal({ 'run' }, lines('kept'))
    end,
  },
  {
    name = 'the server killed while somebody is asked',
    run = function()
      local started = t.start('rm -r x', { agreed = false })
      local pending = t.till('the question', function()
        return require('termhost.approval').pending()[1]
      end)
      t.equal('rm -r x', pending.params.command)
      vim.uv.kill(assert(t.server_pid()), 'sigkill')
      t.equal('lost', t.answer(started).structured.status)
      t.equal({}, require('termhost.approval').pending())
    end,
  },
  {
    name = 'five ends in a row are enough, and :Termhost restart tries again',
    run = function()
      for _ = 1, 5 do
        t.run('true')
        vim.uv.kill(assert(t.server_pid()), 'sigkill')
        t.till('its end', function()
          return require('termhost.client').state.kind ~= 'ready'
        end)
      end
      local err = t.await(function(resume)
        require('termhost').execute('true', {}, resume)
      end)
      t.contains(err, 'five times')
      t.equal('termhost: failed', require('termhost').statusline())
      vim.cmd('Termhost restart')
      t.till('the new server', function()
        return require('termhost.client').state.kind == 'ready'
      end)
      t.equal(0, t.run('true').structured.exitCode)
    end,
  },
  {
    name = 'a program that is not there, is not termhost, or does not fit',
    run = function()
      local function problem(binary)
        require('termhost').setup({ binary = binary })
        require('termhost.client').state = { kind = 'stopped' }
        return (t.await(function(resume)
          require('termhost').execute('true', {}, resume)
        end))
      end
      t.contains(problem('/no/such/program'), "'/no/such/program' can't be run")
      t.contains(problem('/bin/echo'), "'/bin/echo' is not termhost")
      t.write_file('newer', "#!/bin/sh\necho 'termhost 7.1.0'\n")
      vim.uv.fs_chmod('newer', tonumber('755', 8))
      t.contains(problem(vim.fn.getcwd() .. '/newer'), 'is termhost 7.1.0, and this plugin works with 0.1.0')
      t.equal({}, require('termhost.command_log').running())
      require('termhost').setup({ binary = vim.env.TERMHOST_PROGRAM }) -- corrected: nothing else is to be done
      t.equal(0, t.run('true').structured.exitCode)
    end,
  },
  {
    name = 'leaving the editor ends the server and its shells',
    run = function()
      local started = t.start("sh -c 'echo $$ > pid; exec sleep 100'")
      local pid = t.till('the command runs', function()
        return tonumber(t.read_file('pid'))
      end)
      local server = assert(t.server_pid())
      -- What is left is looked at from outside, when this editor is gone.
      t.afterwards(([[
        for pid in %d %d; do
          for i in 1 2 3 4 5 6 7 8 9 10; do [ -d /proc/$pid ] || continue 2; sleep 0.5; done
          exit 1
        done]]):format(pid, server))
      assert(not started.answer)
    end,
  },
}

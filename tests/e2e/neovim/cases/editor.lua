-- What a person and other plugins have in the editor.
local t = require('support')

local function notified()
  local messages = {}
  vim.notify = function(message)
    table.insert(messages, message)
  end
  return messages
end

local function buffer_text(name)
  local buffer = vim.fn.bufnr('^' .. name .. '$')
  return buffer ~= -1 and table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') or nil
end

local function complete(line)
  return vim.fn.getcompletion(line, 'cmdline')
end

return {
  {
    name = 'nothing is loaded before it is needed, and there is one command',
    run = function()
      for name in pairs(package.loaded) do
        assert(not vim.startswith(name, 'termhost'), name)
      end
      assert(vim.api.nvim_get_commands({}).Termhost)
      t.equal('', require('termhost').statusline())
      t.equal(nil, package.loaded['termhost.client'])
    end,
  },
  {
    name = ':Termhost run shows the result, and leaves the focus',
    run = function()
      local messages = notified()
      local window = vim.api.nvim_get_current_win()
      vim.cmd([[Termhost run printf '%s|' one "two three"; echo | cat; exit 3]])
      t.till('the result', function()
        return buffer_text('termhost://result/1')
      end)
      t.contains(buffer_text('termhost://result/1'), 'Exit code: 3')
      t.contains(buffer_text('termhost://result/1'), 'one|two three|')
      t.equal(window, vim.api.nvim_get_current_win())
      t.contains(messages[1], 'Exit code: 3')
    end,
  },
  {
    name = ':Termhost run speaks to the user: what goes on, the end of it, and all of a long output',
    run = function()
      local messages = notified()
      vim.cmd([[Termhost run sh -c 'printf "Name: "; read name; echo hello $name; exit 3']])
      t.till('that it waits', function()
        return buffer_text('termhost://result/1')
      end)
      t.equal('Waits for your input: :Termhost terminal 1\nOutput:\nName:', buffer_text('termhost://result/1'))
      vim.api.nvim_input(':Termhost terminal<CR>you<CR>')
      t.till('its end', function()
        return buffer_text('termhost://result/1'):find('^Exit code: 3\nOutput:\nName: you\nhello you')
      end)
      t.contains(messages[#messages], 'Exit code: 3')
      vim.api.nvim_input([[<C-\><C-n>]])
      vim.cmd('Termhost run seq 1 3000')
      t.till('all of it', function()
        return vim.endswith(buffer_text('termhost://result/2') or '', '\n2999\n3000')
      end)
      t.equal(3002, #vim.split(buffer_text('termhost://result/2'), '\n'))
    end,
  },
  {
    name = 'results of commands that run at once have windows of their own, and a later one takes one of these',
    run = function()
      notified()
      local function result_names()
        local names = {}
        for _, window in ipairs(vim.api.nvim_list_wins()) do
          local buffer = vim.api.nvim_win_get_buf(window)
          if vim.bo[buffer].filetype == 'termhost-result' then
            table.insert(names, vim.api.nvim_buf_get_name(buffer))
          end
        end
        table.sort(names)
        return names
      end
      local function results(count)
        t.till(count .. ' results', function()
          return #result_names() == count
        end)
      end
      vim.cmd([[Termhost run sh -c 'until test -e go; do sleep 0.1; done; echo one']])
      vim.cmd([[Termhost run sh -c 'until test -e go; do sleep 0.1; done; echo two']])
      t.write_file('go', '')
      results(2)
      t.equal({ 'termhost://result/1', 'termhost://result/2' }, result_names())
      for _, name in ipairs(result_names()) do
        local buffer = vim.fn.bufnr('^' .. name .. '$')
        t.equal(vim.api.nvim_buf_line_count(buffer), vim.api.nvim_win_get_height(vim.fn.bufwinid(buffer)))
      end
      t.contains(buffer_text('termhost://result/1'), 'Output:\none')
      t.contains(buffer_text('termhost://result/2'), 'Output:\ntwo')
      vim.cmd('Termhost run echo three')
      t.till('the third', function()
        return buffer_text('termhost://result/3')
      end)
      t.equal(2, #result_names())
    end,
  },
  {
    name = 'a message about a long command has its number first, and the end of what is said',
    run = function()
      vim.o.columns = 80
      require('termhost').setup({ progress_after = 0.3 })
      local messages = notified()
      t.run('sleep 1; : ' .. ('long '):rep(50))
      t.equal(2, #messages)
      assert(messages[1]:find('^termhost: 1 %(sleep 1; : .* …%) runs for %d+ s: :Termhost list$'), messages[1])
      assert(messages[2]:find('^termhost: 1 %(sleep 1; : .* …%): exit 0 after 1 s$'), messages[2])
      vim.cmd('Termhost run : ' .. ('long '):rep(50))
      t.till('its result', function()
        return messages[3]
      end)
      assert(messages[3]:find('^termhost: 2 %(: long .* …%): Exit code: 0$'), messages[3])
      for _, message in ipairs(messages) do
        assert(vim.fn.strdisplaywidth(message) <= vim.v.echospace, message)
      end
    end,
  },
  {
    name = 'a command in the background that was stopped is one that was stopped, in the list and in its result',
    run = function()
      local messages = notified()
      local first = t.run('sleep 101', { background = true }).structured
      vim.cmd('Termhost list')
      vim.cmd('Termhost stop')
      t.till('the list says so', function()
        return buffer_text('termhost://commands'):find('^1 +stopped .*sleep 101$')
      end)
      local second = t.run('sleep 102', { background = true }).structured
      t.call('stop_command', { execution_id = second.executionId })
      t.till('the list says so of what an agent has stopped', function()
        return buffer_text('termhost://commands'):find('^2 +stopped .*sleep 102\n')
      end)
      assert(first.executionId ~= second.executionId)
      vim.cmd([[Termhost run sh -c 'read word']])
      t.till('that it waits', function()
        return buffer_text('termhost://result/3')
      end)
      vim.cmd('Termhost stop 3')
      t.till('its end', function()
        return vim.startswith(buffer_text('termhost://result/3'), 'Stopped')
      end)
      t.contains(messages[#messages], "termhost: 3 (sh -c 'read word'): Stopped")
    end,
  },
  {
    name = 'the list is as high as before when a question was answered',
    run = function()
      vim.cmd('Termhost list')
      local list = vim.api.nvim_get_current_win()
      local height = vim.api.nvim_win_get_height(list)
      for _ = 1, 2 do
        local started = t.ask(('touch made\n'):rep(30))
        t.till('the question', t.question)
        vim.api.nvim_input(':Termhost approve<CR>r')
        t.equal('rejected', t.answer(started).structured.status)
        t.till('its window to go', function()
          return not t.question()
        end)
        t.equal(height, vim.api.nvim_win_get_height(list))
      end
    end,
  },
  {
    name = 'a command that waits for approval is rejected by a stop',
    run = function()
      local started = t.ask('touch made')
      t.till('the question', t.question)
      vim.cmd('Termhost stop')
      local answer = t.answer(started)
      t.equal('rejected', answer.structured.status)
      t.contains(answer.text, 'the user rejected this command')
      t.equal(nil, t.question())
    end,
  },
  {
    name = ':Termhost list, output, terminal and stop',
    run = function()
      t.run('seq 1 3000')
      t.run('false')
      local started = t.start('sleep 100')
      local entry = t.till('its execution', function()
        local running = require('termhost.command_log').running()[1]
        return running and running.execution_id and running
      end)
      t.equal('termhost: 1 running', require('termhost').statusline())
      vim.cmd('Termhost list')
      local list = vim.split(buffer_text('termhost://commands'), '\n')
      t.equal(3, #list)
      assert(list[1]:match('^%d+%s+running%s+[%d.]+ s  sleep 100$'), list[1])
      assert(list[2]:match('exit 1%s+[%d.]+ s  false$'), list[2])
      assert(list[3]:match('exit 0%s+[%d.]+ s  seq 1 3000$'), list[3])
      vim.api.nvim_win_set_cursor(0, { 3, 0 })
      vim.api.nvim_input('<CR>')
      local lines = t.till('the whole output', function()
        local all = vim.api.nvim_buf_get_lines(0, 0, -1, false)
        return #all == 3000 and all
      end)
      t.equal({ '1', '3000' }, { lines[1], lines[3000] })
      t.equal(false, vim.bo.modifiable)
      vim.cmd('Termhost terminal ' .. entry.execution_id)
      t.equal('terminal', vim.bo.buftype)
      t.equal(entry.terminal_id, vim.b.termhost_terminal)
      t.equal({ '3' }, complete('Termhost stop '))
      vim.cmd('Termhost stop')
      local answer = t.answer(started)
      t.equal('stopped', answer.structured.status)
      t.contains(answer.text, 'Stopped by the user')
      t.till('the list says so', function()
        return buffer_text('termhost://commands'):find('stopped', 1, true)
      end)
      t.equal('', require('termhost').statusline())
    end,
  },
  {
    name = 'a long output can be read while the rest of it is still on its way, and is not kept twice',
    run = function()
      t.run('seq 1 400000')
      vim.cmd('Termhost output')
      local sizes = {}
      vim.api.nvim_buf_attach(0, false, {
        on_lines = function(_, buffer)
          table.insert(sizes, vim.api.nvim_buf_line_count(buffer))
        end,
      })
      local lines = t.till('the whole output', function()
        return vim.api.nvim_buf_line_count(0) == 400000 and vim.api.nvim_buf_get_lines(0, 0, -1, false)
      end)
      for number = 1, 400000 do
        assert(lines[number] == tostring(number), lines[number])
      end
      assert(sizes[1] > 1000 and sizes[1] < 400000, vim.inspect(sizes))
      t.equal(-1, vim.bo.undolevels)
    end,
  },
  {
    name = 'the list names its keys, and the duration of a command that runs goes on',
    run = function()
      local started = t.start('sleep 100')
      t.till('it runs', function()
        return require('termhost.command_log').count('running') == 1
      end)
      vim.cmd('Termhost list')
      t.contains(vim.wo.winbar, 's Stop  b In background  t Terminal  q Close')
      local function seconds()
        return tonumber(vim.api.nvim_get_current_line():match('([%d.]+) s  sleep 100'))
      end
      local first = seconds()
      t.till('a later duration', function()
        return seconds() > first
      end)
      vim.cmd('Termhost stop')
      t.equal('stopped', t.answer(started).structured.status)
    end,
  },
  {
    name = 'a null of the server is nothing, also where Neovim decodes it as vim.NIL',
    run = function()
      local decode = vim.json.decode
      rawset(vim.json, 'decode', function(text)
        return decode(text)
      end)
      t.run('seq 1 3000')
      vim.cmd('Termhost output')
      t.till('the whole output', function()
        return vim.api.nvim_buf_line_count(0) == 3000
      end)
    end,
  },
  {
    name = 'a terminal is shown where the server wants it to be, and mode, window and cursor stay as they are',
    run = function()
      require('termhost').setup({ settings = { show_terminal = 'whenWaiting', yield_on_input = false } })
      vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'one', 'two' })
      local window = vim.api.nvim_get_current_win()
      vim.api.nvim_input('Ax')
      t.till('insert mode', function()
        return vim.api.nvim_get_mode().mode == 'i'
      end)
      local started = t.start('sh -c \'printf "name? "; read name; echo hello $name\'')
      local shown = t.till('its terminal', function()
        return vim.iter(vim.api.nvim_list_wins()):find(function(candidate)
          return vim.b[vim.api.nvim_win_get_buf(candidate)].termhost_terminal
        end)
      end)
      t.equal({ 'i', window }, { vim.api.nvim_get_mode().mode, vim.api.nvim_get_current_win() })
      vim.api.nvim_input('y<Esc>')
      t.till('what was typed', function()
        return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, 1, false)[1] == 'onexy'
      end)
      vim.api.nvim_set_current_win(shown)
      vim.cmd.startinsert()
      vim.api.nvim_input('you<CR>')
      t.contains(t.answer(started).structured.output.text, 'hello you')
    end,
  },
  {
    name = 'a password that a command waits for is told of everywhere, and its terminal comes up',
    run = function()
      local messages = notified()
      local window = vim.api.nvim_get_current_win()
      local asking = [[sh -c 'stty -echo; printf "Password: "; read word; stty echo; echo; echo got $word']]
      local answer = t.run(asking)
      t.equal({ 'waiting_for_input', 'secret' }, { answer.structured.status, answer.structured.input.kind })
      t.till('the status line', function()
        return require('termhost').statusline() == 'termhost: password'
      end)
      t.contains(messages[#messages], 'waits for your password: :Termhost terminal 1')
      vim.cmd('Termhost list')
      t.contains(buffer_text('termhost://commands'), '1   waits for a password')
      local shown = t.till('its terminal', function()
        return vim.iter(vim.api.nvim_list_wins()):find(function(candidate)
          return vim.b[vim.api.nvim_win_get_buf(candidate)].termhost_terminal
        end)
      end)
      vim.api.nvim_win_close(shown, false)
      vim.api.nvim_set_current_win(window)
      vim.api.nvim_input(':Termhost terminal<CR>open<CR>')
      local over = t.call('wait_for_command', { execution_id = answer.structured.executionId, timeout = 60 })
      t.contains(over.structured.output.text, 'got open')
      t.equal('', require('termhost').statusline())
    end,
  },
  {
    name = 'a terminal that comes up shows the end of what was printed: the prompt',
    run = function()
      t.run([[seq 60; sh -c 'stty -echo; printf "Password: "; read word; stty echo; echo; echo got $word']])
      local shown = t.till('its terminal', function()
        return vim.iter(vim.api.nvim_list_wins()):find(function(candidate)
          return vim.b[vim.api.nvim_win_get_buf(candidate)].termhost_terminal
        end)
      end)
      local last = vim.api.nvim_buf_line_count(vim.api.nvim_win_get_buf(shown))
      t.equal(last, vim.api.nvim_win_get_cursor(shown)[1], 'the cursor is where Neovim follows a terminal')
    end,
  },
  {
    name = 'a terminal that comes up shows its prompt at once, also where little was printed before it',
    run = function()
      t.run([[sh -c 'stty -echo; printf "Password: "; read word; stty echo; echo; echo got $word']])
      local shown = t.till('its terminal', function()
        return vim.iter(vim.api.nvim_list_wins()):find(function(candidate)
          return vim.b[vim.api.nvim_win_get_buf(candidate)].termhost_terminal
        end)
      end)
      t.till('the prompt on the screen', function()
        vim.cmd.redraw()
        local first, last = vim.fn.line('w0', shown), vim.fn.line('w$', shown)
        local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(shown), first - 1, last, false)
        return table.concat(lines, '\n'):find('Password:', 1, true)
      end)
    end,
  },
  {
    name = 'if a file that is not written keeps Neovim open, a message names the command that goes on, and how to leave',
    run = function()
      local messages = notified()
      t.start('sleep 100')
      t.till('it runs', function()
        return require('termhost.command_log').count('running') == 1
      end)
      vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'not written' })
      vim.api.nvim_input(':qall<CR>')
      t.till('the message', function()
        return messages[#messages] == 'termhost: 1 (sleep 100) runs until you leave Neovim; :qa! stops it'
      end)
      t.start('sleep 101')
      t.till('both run', function()
        return require('termhost.command_log').count('running') == 2
      end)
      vim.api.nvim_input('<CR>:qall<CR>')
      t.till('the message', function()
        return messages[#messages] == 'termhost: 2 (sleep 101) and 1 more run until you leave Neovim; :qa! stops them'
      end)
    end,
  },
  {
    name = 'the cursor of the list stays on its command, also when others come and end',
    run = function()
      local log = require('termhost.command_log')
      local first = t.start('sleep 100', { background = true })
      t.answer(first)
      vim.cmd('Termhost list')
      assert(vim.api.nvim_get_current_line():find('sleep 100$'))
      local second = t.start('sleep 200', { background = true })
      t.answer(second)
      t.till('the list', function()
        return vim.api.nvim_buf_line_count(0) == 2
      end)
      assert(vim.api.nvim_get_current_line():find('^1 .*sleep 100$'), vim.api.nvim_get_current_line())
      vim.api.nvim_input('s')
      t.till('the end of this command', function()
        return #log.running() == 1
      end)
      t.equal('sleep 200', log.running()[1].command)
      vim.cmd('close')
      vim.cmd('Termhost list')
      assert(vim.api.nvim_get_current_line():find('^2 '), 'it opens at the first row')
      vim.api.nvim_input('s')
      t.till('its end', function()
        return #log.running() == 0
      end)
    end,
  },
  {
    name = 'the window of an output that is closed gives the focus back to the list, and the list to the file',
    run = function()
      t.run('echo one')
      t.run('echo two')
      local file = vim.api.nvim_get_current_win()
      vim.cmd('Termhost list')
      local list = vim.api.nvim_get_current_win()
      for _, closing in ipairs({ ':q<CR>', 'q', '<C-W>c' }) do
        vim.api.nvim_input('<CR>')
        t.till('the output', function()
          return vim.bo.filetype == 'termhost-output'
        end)
        vim.api.nvim_input(closing .. 'j')
        t.till('the list', function()
          return vim.api.nvim_get_current_win() == list and vim.fn.line('.') == 2
        end)
        vim.api.nvim_input('k')
      end
      vim.cmd('vsplit')
      vim.cmd('close')
      vim.api.nvim_set_current_win(list)
      vim.api.nvim_input('q')
      t.till('the file', function()
        return vim.api.nvim_get_current_win() == file
      end)
    end,
  },
  {
    name = 'a result is as high as before when a window that took its place was closed',
    run = function()
      vim.o.lines = 16
      vim.cmd('Termhost run seq 1 5')
      local result = t.till('the result', function()
        local window = vim.fn.bufwinid('termhost://result/1')
        return window ~= -1 and window
      end)
      local height = vim.api.nvim_win_get_height(result)
      vim.cmd('Termhost connect')
      t.till('a text', function()
        return vim.bo.filetype == 'termhost-connect'
      end)
      assert(vim.api.nvim_win_get_height(result) < height, 'it has taken its place')
      vim.api.nvim_input(':q<CR>')
      t.till('its height', function()
        return vim.fn.bufwinid('termhost://connect') == -1 and vim.api.nvim_win_get_height(result) == height
      end)
    end,
  },
  {
    name = 'while a command of :Termhost run runs, the window of the result shows no earlier result',
    run = function()
      vim.cmd('Termhost run echo building')
      t.till('the result', function()
        return (buffer_text('termhost://result/1') or ''):find('building', 1, true)
      end)
      vim.cmd('Termhost run read word; echo $word')
      t.till('it runs', function()
        return require('termhost.command_log').count('running') == 1
      end)
      t.equal(-1, vim.fn.bufwinid('termhost://result/1'))
      t.contains(buffer_text('termhost://result/2'), 'Runs: :Termhost output 2 follows it')
      vim.cmd('Termhost stop')
      t.till('the result', function()
        return vim.startswith(buffer_text('termhost://result/2'), 'Stopped')
      end)
    end,
  },
  {
    name = 'Neovim is not left while a command runs, and the windows stay as they are; with ! it is',
    run = function()
      local messages = notified()
      vim.cmd.edit('some-file')
      vim.cmd('vsplit')
      vim.o.confirm = true
      t.start('sleep 100')
      t.till('it runs', function()
        return require('termhost.command_log').count('running') == 1
      end)
      local layout = vim.fn.winlayout()
      local left = false
      vim.api.nvim_create_autocmd('VimLeavePre', {
        callback = function()
          left = true
        end,
      })
      local function is_refused(command)
        messages[#messages + 1] = ''
        vim.api.nvim_input(command)
        t.till('the refusal of ' .. command, function()
          return messages[#messages] == 'termhost: 1 (sleep 100) runs until you leave Neovim; :qa! stops it'
        end)
        t.equal({ false, 'some-file', true }, { left, vim.fn.bufname(), vim.o.confirm })
        t.equal(1, vim.fn.bufnr('$') - #t.terminals(), 'no buffer is left')
      end
      is_refused(':qall<CR>')
      is_refused(':wqall<CR>')
      t.equal(layout, vim.fn.winlayout())
      vim.cmd('only')
      is_refused(':q<CR>')
      is_refused('ZZ')
      vim.cmd('Termhost stop')
      t.till('its end', function()
        return #require('termhost.command_log').running() == 0
      end)
      vim.api.nvim_input(':qall<CR>')
      t.till('the end', function()
        return left
      end)
    end,
  },
  {
    name = ':Termhost restart says that commands end or are lost, and does not call one ended that goes on',
    run = function()
      local messages = notified()
      t.answer(t.start('sleep 333', { background = true }))
      vim.cmd('Termhost restart')
      t.till('the message', function()
        return messages[#messages] == 'termhost: restarted. Commands that ended or are lost: 1'
      end)
      vim.cmd('Termhost list')
      assert(vim.api.nvim_get_current_line():find('^1 +lost .*sleep 333'), vim.api.nvim_get_current_line())
      vim.api.nvim_input('s')
      t.till('a word about the interrupt', function()
        return messages[#messages] == 'termhost: 1 (sleep 333): interrupted. Its terminal shows whether it has ended'
      end)
    end,
  },
  {
    name = 'of several commands :Termhost stop lets the user choose',
    run = function()
      local one, two = t.start('sleep 101'), t.start('sleep 102')
      t.till('both run', function()
        return require('termhost.command_log').count('running') == 2
      end)
      local asked
      vim.ui.select = function(items, options, choose)
        asked = { options.prompt, #items, options.format_item(items[2]) }
        choose(items[2])
      end
      vim.cmd('Termhost stop')
      t.equal('stopped', t.answer(one).structured.status)
      t.equal({ 'termhost: stop which command?', 2 }, { asked[1], asked[2] })
      assert(asked[3]:match('^1%s+running%s+[%d.]+ s  sleep 101$'), asked[3])
      one = t.start('sleep 103')
      t.till('both run', function()
        return require('termhost.command_log').count('running') == 2
      end)
      local messages = notified()
      vim.ui.select = function(_, _, choose)
        choose(nil)
      end
      vim.cmd('Termhost stop')
      t.equal({ 'termhost: no command was chosen' }, messages)
      vim.cmd('Termhost stop 3')
      t.equal('stopped', t.answer(one).structured.status)
      vim.cmd('Termhost stop')
      t.equal('stopped', t.answer(two).structured.status)
    end,
  },
  {
    name = 'the first example of the README shows what the README says, and no message asks for Enter',
    run = function()
      local readme = t.read_file(vim.env.TERMHOST_PLUGIN .. '/README.md')
      local example, shown = readme:match('```vim\n:(Termhost run [^\n]+)\n```.-```text\n(.-)\n```')
      local messages = notified()
      vim.cmd(example)
      t.till('the result', function()
        return buffer_text('termhost://result/1')
      end)
      t.equal(shown, buffer_text('termhost://result/1'))
      vim.cmd('Termhost run ' .. ('true; '):rep(30) .. 'exit 3')
      t.till('the second result', function()
        return #messages == 2
      end)
      for _, message in ipairs(messages) do
        assert(vim.fn.strdisplaywidth(message) <= vim.v.echospace, message)
      end
    end,
  },
  {
    name = 'completion',
    run = function()
      t.equal(
        { 'approve', 'background', 'connect', 'list', 'log', 'output', 'restart', 'rules', 'run', 'stop', 'terminal' },
        complete('Termhost ')
      )
      t.equal({ 'restart', 'rules', 'run' }, complete('Termhost r'))
      assert(vim.tbl_contains(complete('Termhost run prin'), 'printf'))
      t.write_file('a-file', '')
      t.equal({ 'a-file' }, complete('Termhost run cat a-'))
    end,
  },
  {
    name = 'what can not be done is said in one sentence',
    run = function()
      local messages = notified()
      vim.cmd('Termhost')
      vim.cmd('Termhost nonsense')
      vim.cmd('Termhost run')
      vim.cmd('Termhost output 77')
      vim.cmd('Termhost stop')
      vim.cmd('Termhost approve')
      vim.cmd('Termhost conect')
      vim.cmd('Termhost rules')
      t.run('true')
      vim.cmd('Termhost stop 1')
      vim.cmd('Termhost list foo')
      vim.cmd('Termhost background 1')
      t.equal(11, #messages)
      t.contains(messages[1], 'the subcommands are approve, background')
      t.contains(messages[2], "there is no subcommand 'nonsense'; the subcommands are approve, background")
      t.contains(messages[3], ':Termhost run {cmd}')
      t.contains(messages[4], "there is no command '77'")
      t.contains(messages[5], 'no command runs')
      t.contains(messages[6], 'no command and no agent waits')
      t.contains(messages[7], "there is no subcommand 'conect'. Did you mean :Termhost connect?")
      t.contains(messages[8], 'no rule is remembered')
      t.contains(messages[9], 'command 1 has ended already: exit 0')
      t.contains(messages[10], ":Termhost list takes no argument, and there is 'foo'")
      t.contains(messages[11], 'command 1 has ended already: exit 0')
    end,
  },
  {
    name = ':Termhost log opens the log',
    run = function()
      t.run('true')
      vim.cmd('Termhost log')
      t.equal(vim.fs.joinpath(vim.fn.stdpath('log'), 'termhost.log'), vim.api.nvim_buf_get_name(0))
      t.contains(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false)), 'runs from')
    end,
  },
  {
    name = 'a command that takes long is told of, and its end',
    run = function()
      require('termhost').setup({ progress_after = 0.3 })
      local messages = notified()
      t.run('sleep 1')
      t.equal(2, #messages)
      t.contains(messages[1], '1 (sleep 1) runs for')
      t.contains(messages[2], '1 (sleep 1): exit 0 after 1 s')
      t.run('true')
      t.pause(500)
      t.equal(2, #messages)
    end,
  },
  {
    name = 'a command that ends while the editor is busy has ended, and waits for nothing',
    run = function()
      t.run('true')
      for _ = 1, 3 do
        local started = t.start('sleep 0.5; echo over')
        t.pause(300)
        vim.uv.sleep(2500)
        local result = t.answer(started)
        t.equal('completed', result.structured.status, result.text)
        t.contains(result.text, 'over')
      end
    end,
  },
  {
    name = 'the API: callback once, events, cancelling before it starts, wrong arguments',
    run = function()
      local termhost = require('termhost')
      local chunks, completes, states = {}, 0, {}
      termhost.on('state', function(state)
        table.insert(states, state.kind)
      end)
      local off = termhost.on('tool/calling', function(params)
        table.insert(chunks, params.data.chunk)
        completes = completes + (params.data.type == 'complete' and 1 or 0)
      end)
      local calls = 0
      termhost.execute('echo hi', { agreed = true, tool_call_id = 'mine', task_id = 'task' }, function(err, result)
        assert(not err)
        t.equal('mine', result.structured.toolCallId)
        calls = calls + 1
      end)
      t.till('the end', function()
        return calls == 1 and completes == 1
      end)
      t.equal({ 'starting', 'ready' }, states)
      t.equal('hi\r\n', table.concat(chunks))
      off()
      local started = t.start('touch seen; sleep 100')
      started.call:cancel()
      t.equal('rejected', t.answer(started).structured.status)
      t.equal({ 1, 1 }, { calls, completes })
      local listed = t.call('list_terminals')
      t.equal(1, #listed.structured.terminals)
      local wrong = t.await(function(resume)
        termhost.call('no_such_tool', {}, function(err, result)
          resume(err or result.text)
        end)
      end)
      t.contains(wrong, 'no_such_tool')
      assert(not pcall(termhost.execute, 7, {}, function() end))
      assert(not pcall(termhost.execute, 'true'))
    end,
  },
  {
    name = 'terminals are told how large they are',
    run = function()
      local result = t.run('stty size', { shell = 'bash' })
      t.equal(('%d %d'):format(vim.o.lines - vim.o.cmdheight - 1, vim.o.columns), t.trimmed(result.structured.output.text))
      local sent = {}
      local outbox = require('termhost.outbox')
      local post = outbox.post
      outbox.post = function(method, params)
        table.insert(sent, { method, params.cols, params.rows })
        return post(method, params)
      end
      vim.cmd('Termhost terminal')
      vim.cmd('vertical resize 50')
      vim.cmd('resize 10')
      t.till('its new size', function()
        vim.cmd.redraw()
        local last = sent[#sent]
        return last and last[1] == 'terminal/didResize' and last[3] == vim.api.nvim_win_get_height(0)
      end)
      local size = ('%d %d'):format(vim.api.nvim_win_get_height(0), vim.api.nvim_win_get_width(0))
      t.equal(size, t.trimmed(t.run('stty size', { shell = 'bash' }).structured.output.text))
    end,
  },
  {
    name = 'terminals of termhost itself are shown, and take keys',
    run = function()
      require('termhost').setup({ settings = { terminals = 'owned' } })
      local s = t.run('echo shown', { shell = 'bash' }).structured
      t.equal({ 'shown', 0 }, { t.trimmed(s.output.text), s.exitCode })
      local buffer = t.till('its buffer', function()
        return t.terminals()[1]
      end)
      t.till('its text', function()
        return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'):find('shown', 1, true)
      end)
      vim.cmd.sbuffer(buffer)
      vim.cmd.startinsert()
      t.till('terminal mode', function()
        return vim.api.nvim_get_mode().mode == 't'
      end)
      vim.api.nvim_input('echo typed > typed<CR>')
      t.till('what was typed has run', function()
        return t.read_file('typed') == 'typed\n'
      end)
      vim.api.nvim_input('<C-\\><C-n>')
      vim.uv.kill(assert(t.server_pid()), 'sigkill')
      t.till('the note', function()
        return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'):find('termhost has ended', 1, true)
      end)
    end,
  },
  {
    name = 'shells without integration: in a terminal of termhost, with the same right answers',
    run = function()
      local s = t.run('echo in dash; exit 4', { shell = 'dash' }).structured
      t.equal({ 'in dash', 4, 'completed' }, { t.trimmed(s.output.text), s.exitCode, s.status })
    end,
  },
  {
    name = 'a new terminal leaves mode, window and cursor alone, whatever autocommands there are',
    run = function()
      vim.cmd('autocmd TermOpen * startinsert | setlocal number')
      vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'one', 'two', 'three' })
      vim.api.nvim_win_set_cursor(0, { 2, 1 })
      local window, buffer = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf()
      t.run('true')
      t.pause(100)
      t.equal('n', vim.api.nvim_get_mode().mode)
      t.equal({ window, buffer }, { vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf() })
      t.equal({ 2, 1 }, vim.api.nvim_win_get_cursor(0))
      t.equal({ false, 1 }, { vim.wo.number, #vim.api.nvim_list_wins() })
      vim.api.nvim_input('ix')
      t.till('insert mode', function()
        return vim.api.nvim_get_mode().mode == 'i'
      end)
      t.run('true', { shell = 'zsh' })
      t.equal('i', vim.api.nvim_get_mode().mode)
    end,
  },
  {
    name = 'a command that comes while the command-line window is open',
    run = function()
      vim.api.nvim_input('q:')
      t.till('the window', function()
        return vim.fn.getcmdwintype() ~= ''
      end)
      t.equal('here', t.trimmed(t.run('echo here').structured.output.text))
      assert(vim.fn.getcmdwintype() ~= '', 'it is still open')
      vim.api.nvim_input(':quit<CR>')
      t.till('its end', function()
        return vim.fn.getcmdwintype() == ''
      end)
    end,
  },
  {
    name = 'the editor can be left while shells of agents are there',
    run = function()
      t.run('true')
      t.till('its shell, idle once its prompt is there, to go', function()
        vim.cmd('doautocmd ExitPre')
        return #t.terminals() == 0
      end)
      t.equal(0, t.run('true').structured.exitCode)
      vim.cmd('qall')
    end,
  },
  {
    name = ':checkhealth termhost',
    run = function()
      t.run('true')
      vim.cmd('checkhealth termhost')
      local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
      t.contains(report, 'Neovim 0.')
      t.contains(report, 'termhost 0.1.0')
      t.contains(report, 'termhost.log')
      t.contains(report, 'sandbox: commands that no rule allows can run in a trial, enforced by ')
      t.contains(report, "setting sandbox: as in ~/.config/termhost/settings.json if it is there, else level 'auto'")
      assert(not report:find('ERROR'), report)
      require('termhost').setup({ binary = '/no/such/termhost' })
      vim.cmd('checkhealth termhost')
      t.contains(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'), 'ERROR')
    end,
  },
  {
    name = "the manual's lines for a status line show the file and the text of termhost",
    run = function()
      local manual = t.read_file(vim.env.TERMHOST_PLUGIN .. '/doc/termhost.txt')
      local lua, vimscript = manual:match('In init.lua: >lua\n(.-)\n<\n%s*In init.vim: >vim\n(.-)\n<')
      local started = t.start('sleep 100')
      t.till('it runs', function()
        return require('termhost').statusline() == 'termhost: 1 running'
      end)
      vim.cmd.edit('some-file')
      for _, paste in ipairs({
        assert(loadstring(lua)),
        function()
          vim.cmd(vimscript)
        end,
      }) do
        vim.o.statusline = ''
        paste()
        local shown = vim.api.nvim_eval_statusline(vim.o.statusline, { maxwidth = 80 }).str
        assert(shown:find('^some%-file +termhost: 1 running +0,0%-1 +All$'), shown)
      end
      vim.cmd('Termhost stop')
      t.answer(started)
    end,
  },
  {
    name = 'the manual: helptags are built, and each option, setting, command and event is there',
    run = function()
      local folder = vim.fn.getcwd() .. '/doc'
      vim.fn.mkdir(folder)
      assert(vim.uv.fs_copyfile(vim.env.TERMHOST_PLUGIN .. '/doc/termhost.txt', folder .. '/termhost.txt'))
      vim.cmd.helptags(folder)
      local tags, manual = t.read_file(folder .. '/tags'), t.read_file(folder .. '/termhost.txt')
      for _, tag in ipairs({ 'termhost.txt', ':Termhost', 'termhost-setup', 'termhost-settings', 'termhost-events' }) do
        t.contains(tags, tag .. '\t')
      end
      for _, name in ipairs(complete('Termhost ')) do
        t.contains(tags, ':Termhost-' .. name .. '\t')
      end
      for name in pairs(require('termhost.schema').settings) do
        t.contains(manual, name)
      end
      for name in pairs(require('termhost.config').get()) do
        t.contains(manual, name)
      end
      for line in manual:gmatch('[^\n]+') do
        assert(vim.fn.strdisplaywidth(line) <= 78, 'too long: ' .. line)
      end
      for target in manual:gmatch('|(termhost[^%s|]*)|') do
        t.contains(tags, target .. '\t')
      end
    end,
  },
}

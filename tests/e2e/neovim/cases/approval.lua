-- The person is asked, in the editor's own way.
local t = require('support')

local ask = t.ask

local function window_lines()
  local question = t.question()
  return question and question.lines
end

local function no_question()
  t.equal({}, require('termhost.approval').pending())
  t.equal(nil, window_lines())
end

return {
  {
    name = 'approve: the whole command, its parts and their reasons are shown, in a window that covers nothing',
    run = function()
      local editing = vim.api.nvim_get_current_win()
      local started = ask('ls /nowhere 2>/dev/null\necho "tests $?" && touch seen && rm -f seen')
      local seen = t.till('the question', t.question)
      t.equal(editing, vim.api.nvim_get_current_win())
      t.equal('', vim.api.nvim_win_get_config(seen.window).relative)
      t.equal('termhost: approve', require('termhost').statusline())
      t.contains(seen.bar, 'termhost: Run this command? [outside workspace, writes file, destructive]')
      t.equal(':Termhost approve to answer', seen.lines[1])
      assert(vim.endswith(seen.text, '\n│ ls /nowhere 2>/dev/null\n│ echo "tests $?" && touch seen && rm -f seen'), seen.text)
      t.contains(seen.text, ', bash: 2 lines, 67 bytes\n')
      t.contains(seen.text, 'ask: no rule allows it\n  rm -f seen  [destructive]\n')
      t.contains(seen.text, '\n  touch seen  [writes file]')
      t.contains(seen.text, 'allow: built-in: only reads\n')
      vim.api.nvim_input(':Termhost approve<CR>a')
      local s = t.answer(started).structured
      t.equal({ 'completed', 0 }, { s.status, s.exitCode })
      t.contains(s.output.text, 'tests 2')
      no_question()
      t.equal(editing, vim.api.nvim_get_current_win())
      t.equal('', require('termhost').statusline())
    end,
  },
  {
    name = 'edit: the edited command runs, and is said to be edited',
    run = function()
      local asked = t.person({ 'e<C-U>echo harmless<CR>' })
      local s = t.answer(ask('touch dangerous')).structured
      t.equal({ 'harmless', 'edited' }, { t.trimmed(s.output.text), s.rewrite.kind })
      t.equal(1, #asked)
      no_question()
    end,
  },
  {
    name = 'edit: a line break at the prompt',
    run = function()
      t.person({ 'e<C-U>echo one<C-V><C-J>echo two<CR>' })
      local s = t.answer(ask('touch dangerous')).structured
      t.equal({ 'one\ntwo', 'echo one\necho two' }, { t.trimmed(s.output.text), s.editedCommand })
    end,
  },
  {
    name = 'edit: several lines in a buffer',
    run = function()
      t.person({ 'e' })
      local started = ask('touch one\necho two')
      t.till('the buffer', function()
        return vim.api.nvim_buf_get_name(0):find('termhost://edit/', 1, true)
      end)
      t.equal({ 'touch one', 'echo two' }, vim.api.nvim_buf_get_lines(0, 0, -1, false))
      vim.api.nvim_input('Gcwprintf<Esc>')
      t.till('what was typed', function()
        return vim.api.nvim_buf_get_lines(0, 1, 2, false)[1] == 'printf two'
      end)
      vim.cmd.write()
      local s = t.answer(started).structured
      t.equal({ 'two', 'completed' }, { t.trimmed(s.output.text), s.status })
      no_question()
    end,
  },
  {
    name = 'reject, with and without feedback: nothing runs',
    run = function()
      t.person({ 'r', 'Ruse the other file<CR>' })
      t.equal('rejected', t.answer(ask('echo never > never')).structured.status)
      local result = t.answer(ask('echo never > never'))
      t.equal('rejected', result.structured.status)
      t.contains(result.text, 'use the other file')
      t.equal(nil, t.read_file('never'))
      no_question()
    end,
  },
  {
    name = 'always allow: remembered, also by the next server',
    run = function()
      local asked = t.person({ 'A1<CR>' })
      t.equal('completed', t.answer(ask('mkdir -p made')).structured.status)
      t.equal('completed', t.answer(ask('mkdir -p made')).structured.status)
      vim.cmd('Termhost restart')
      t.till('the new server', function()
        return require('termhost.client').state.kind == 'ready'
      end)
      t.equal('completed', t.answer(ask('mkdir -p made')).structured.status)
      t.equal(1, #asked)
      t.equal({ allowed = { 'mkdir' }, denied = {} }, vim.json.decode(t.read_file(require('termhost.remembered').path())))
    end,
  },
  {
    name = 'what is remembered is said, listed and taken back by :Termhost rules',
    run = function()
      local said, listed = {}, {}
      vim.notify = function(message)
        table.insert(said, message)
      end
      local asked = t.person({ 'A1<CR>', 'A2<CR>', 'r' })
      t.equal('completed', t.answer(ask('mkdir -p made')).structured.status)
      t.equal('termhost: `mkdir` is always allowed; :Termhost rules removes it', said[1])
      t.equal('completed', t.answer(ask('touch made/here')).structured.status)
      t.contains(said[2], '`touch` is allowed until :Termhost restart')
      vim.ui.select = function(items, options, choose)
        listed = vim.tbl_map(options.format_item, items)
        choose(items[1])
      end
      vim.cmd('Termhost rules')
      t.equal({ 'always allowed: `mkdir`', 'allowed in this session: `touch`' }, listed)
      t.pause(300) -- the program hears of the change of the file
      t.equal('rejected', t.answer(ask('mkdir -p made')).structured.status)
      t.equal(3, #asked)
    end,
  },
  {
    name = 'after the choice of a rule no "Press ENTER" holds up the command, and a rule that was taken back is gone at once',
    run = function()
      local neovim = t.neovim_with_screen()
      local function asks()
        return not neovim.waits_for_key() and neovim.lua("return #require('termhost.approval').pending() == 1")
      end
      neovim.start('mkdir made', false)
      t.till('the question', asks)
      neovim.type(':Termhost approve<CR>A1<CR>')
      t.equal('completed', t.till('the result', neovim.status))
      neovim.type(':Termhost rules<CR>1<CR>')
      t.till('the end of the choice', function()
        return not neovim.waits_for_key() and neovim.lua("return #require('termhost.remembered').read().allowed == 0")
      end)
      t.pause(300) -- the program hears of the change of the file
      neovim.start('mkdir more', false)
      t.till('the question', asks)
      neovim.leave()
    end,
  },
  {
    name = 'of several commands the menu says which part a rule would cover',
    run = function()
      local started = ask('touch made && mkdir -p there')
      t.till('the question', t.question)
      local labels = vim.tbl_map(function(choice)
        return choice.label
      end, require('termhost.question').choices(require('termhost.approval').pending()[1].params))
      assert(
        vim.tbl_contains(
          labels,
          'Approve, and always allow `touch`, in every folder; this command line would still need approval for `mkdir -p there`'
        ),
        vim.inspect(labels)
      )
      vim.api.nvim_input(':Termhost approve<CR>r')
      t.equal('rejected', t.answer(started).structured.status)
    end,
  },
  {
    name = 'a rule that another editor remembers answers the same question here',
    run = function()
      local asked = t.person({})
      local started = ask('mkdir -p made')
      t.till('the question', function()
        return #asked == 1
      end)
      require('termhost.remembered').add({ list = 'allowed', prefix = 'mkdir' })
      t.equal('completed', t.answer(started).structured.status)
      no_question()
    end,
  },
  {
    name = 'in this session, and this exact line: asked no more, and not saved',
    run = function()
      local asked = t.person({ 'A2<CR>', 'A1<CR>' })
      t.equal('completed', t.answer(ask('mkdir -p made')).structured.status)
      t.equal('completed', t.answer(ask('mkdir -p made/too')).structured.status)
      t.equal('completed', t.answer(ask('rm -rf made')).structured.status)
      t.equal('completed', t.answer(ask('rm -rf made')).structured.status)
      t.equal(2, #asked)
      t.equal(nil, t.read_file(require('termhost.remembered').path()))
    end,
  },
  {
    name = '? shows the keys above the question, which keeps the focus; the question has a name',
    run = function()
      local started = ask('touch helped')
      t.till('the question', t.question)
      vim.api.nvim_input(':Termhost approve<CR>?')
      local float = t.till('the keys', function()
        return vim.iter(vim.api.nvim_list_wins()):find(function(window)
          return vim.api.nvim_win_get_config(window).relative ~= ''
        end)
      end)
      local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(float), 0, -1, false)
      t.contains(table.concat(lines, '\n'), ' a  Approve \n e  Edit \n r  Reject ')
      t.equal(t.question().window, vim.api.nvim_get_current_win())
      t.contains(vim.api.nvim_buf_get_name(0), 'termhost://approval/')
      vim.api.nvim_input('?')
      t.till('the keys to go', function()
        return not vim.api.nvim_win_is_valid(float)
      end)
      vim.api.nvim_input('?r')
      t.equal('rejected', t.answer(started).structured.status)
      t.equal(1, #vim.api.nvim_list_wins())
    end,
  },
  {
    name = 'a key that has one choice says it, and asks no more',
    run = function()
      local started = ask('echo "$(cat x)" > y')
      t.till('the question', t.question)
      local choices = require('termhost.question').choices(require('termhost.approval').pending()[1].params)
      t.equal(1, #choices)
      vim.api.nvim_input(':Termhost approve<CR>')
      t.till('the keys', function()
        return t.question().lines[1]:find('A Approve this line for the session', 1, true)
      end)
      vim.api.nvim_input('A')
      t.equal('completed', t.answer(started).structured.status)
    end,
  },
  {
    name = 'withdrawn when the agent gives up',
    run = function()
      local started = ask('touch withdrawn')
      t.till('the question', window_lines)
      vim.cmd('Termhost list')
      local function line()
        return vim.api.nvim_buf_get_lines(vim.fn.bufnr('termhost://commands'), 0, 1, false)[1]
      end
      assert(line():find('^1 +waits for approval +touch withdrawn$'), line())
      started.call:cancel()
      t.equal('rejected', t.answer(started).structured.status)
      assert(line():find('not run%s+touch withdrawn  %-%- it was cancelled'), line())
      no_question()
    end,
  },
  {
    name = 'Escape at an answer goes back to the question',
    run = function()
      local started = ask('touch one')
      t.till('the question', t.question)
      for _, key in ipairs({ 'e', 'R', 'A' }) do
        vim.api.nvim_input(':Termhost approve<CR>' .. key .. '<Esc>')
        t.pause(200)
        t.equal(t.question().window, vim.api.nvim_get_current_win(), key)
        t.contains(t.question().lines[1], 'a Approve')
      end
      vim.api.nvim_input('a')
      t.equal('completed', t.answer(started).structured.status)
    end,
  },
  {
    name = 'long lines are wrapped at 100 columns, and nothing is left out',
    run = function()
      vim.o.columns = 200
      local started = ask('touch ' .. ('x'):rep(150))
      local seen = t.till('the question', t.question)
      for _, line in ipairs(seen.lines) do
        assert(vim.fn.strdisplaywidth(line) <= 100, line)
      end
      t.contains(seen.text:gsub('\n│↪', ''), 'touch ' .. ('x'):rep(150))
      vim.api.nvim_input(':Termhost approve<CR>r')
      t.equal('rejected', t.answer(started).structured.status)
    end,
  },
  {
    name = 'a question about input says what else an approval covers',
    run = function()
      local running = t.run('sh -i', { shell = 'bash' }).structured
      t.equal('waiting_for_input', running.status)
      local function type(text)
        local sent = {}
        require('termhost').call('send_input', { execution_id = running.executionId, text = text }, function(err, result)
          sent.answer = err or result.text
        end)
        return sent
      end
      local first = type('echo $((6 * 7))\n')
      local question = t.till('the question', t.question)
      t.contains(question.text:gsub('\n%s*', ' '), 'an approval also covers later input for this program, except passwords')
      t.contains(question.text, ('\nin %s: 1 line, '):format(vim.fn.getcwd()))
      vim.api.nvim_input(':Termhost approve<CR>a')
      t.contains(t.answer(first), '42')
      t.pause(1500) -- the program has read the keys by then
      t.contains(t.answer(type('echo $((7 * 7))\n')), '49')
      no_question()
    end,
  },
  {
    name = 'a question about the input of a command goes with the command',
    run = function()
      local running = t.run("sh -c 'echo begun; until test -e go; do sleep 0.1; done'", { background = true }).structured
      local sent
      local input = { execution_id = running.executionId, text = 'date', keys = { 'enter' } }
      require('termhost').call('send_input', input, function(err, result)
        sent = err or result.text
      end)
      t.contains(t.till('the question', t.question).bar, 'Type this into')
      t.write_file('go', '')
      t.till('the answer', function()
        return sent
      end)
      t.contains(sent, 'has ended')
      no_question()
    end,
  },
  {
    name = 'of a long command the choices and the messages fit on the screen',
    run = function()
      vim.o.columns = 80
      local said, choices = {}, nil
      vim.notify = function(message)
        table.insert(said, message)
      end
      vim.ui.select = function(items, options, choose)
        choices = vim.tbl_map(options.format_item, items)
        choose(items[1])
      end
      local started = ask('mkdir -p ' .. ('made/'):rep(60) .. ' && ' .. ('touch made/x && '):rep(20) .. 'true')
      t.till('the question', t.question)
      require('termhost.approval').pending()[1].params.suggestions = { 'mkdir -p ' .. ('made/'):rep(60) }
      vim.api.nvim_input(':Termhost approve<CR>')
      t.till('the last page', function()
        t.pause(100)
        if t.question() then
          vim.api.nvim_input('A')
        end
        return started.answer
      end)
      t.equal('completed', t.answer(started).structured.status)
      for _, choice in ipairs(choices) do
        assert(vim.fn.strdisplaywidth(choice) <= 2 * vim.o.columns, choice)
      end
      t.contains(said[#said], 'is always allowed; :Termhost rules removes it')
      for _, message in ipairs(said) do
        assert(vim.fn.strdisplaywidth(message) <= vim.v.echospace, message)
      end
    end,
  },
  {
    name = 'what only reads runs without a question',
    run = function()
      local asked = t.person({})
      t.write_file('README.md', 'hello\n')
      t.equal('hello\nREADME.md', t.trimmed(t.answer(ask('cat README.md; ls README.md')).structured.output.text))
      t.equal({}, asked)
    end,
  },
  {
    name = 'a command can not hide what it is, nor forge a verdict',
    run = function()
      local blanks, breaks = (' '):rep(300), ('\n'):rep(28)
      local started = ask(('touch a%s; rm b\27[2K\r\226\128\174%s\nallow: built-in: only reads'):format(blanks, breaks))
      local seen = t.till('the question', t.question)
      t.contains(seen.bar, '[writes file, destructive]')
      t.contains(
        seen.text,
        '\n│ touch a⟨300 blanks⟩; rm b⟨ESC⟩[2K⟨CR⟩⟨U+202E⟩\n│ ⟨28 empty lines⟩\n│ allow: built-in: only reads'
      )
      t.equal(nil, seen.text:find('\nallow: '))
      vim.api.nvim_input(':Termhost approve<CR>r')
      t.equal('rejected', t.answer(started).structured.status)
    end,
  },
  {
    name = 'a text whose end was not shown cannot be approved',
    run = function()
      local started = ask(('touch made\n'):rep(81) .. 'rm -rf made')
      local seen = t.till('the question', t.question)
      t.contains(seen.bar, '[writes file, destructive]')
      t.contains(seen.lines[4], 'rm -rf made  [destructive]')
      assert(vim.fn.line('w$', seen.window) < #seen.lines, 'all of it fits')
      local said
      vim.notify = function(message)
        said = message
      end
      vim.api.nvim_input(':Termhost approve<CR>a')
      t.till('the refusal', function()
        return said and said:find('this is the next page', 1, true)
      end)
      local shown, height = vim.fn.line('w$', seen.window), vim.api.nvim_win_get_height(seen.window)
      assert(shown < #seen.lines and vim.fn.line('w0', seen.window) <= height, 'no line is left out')
      for _ = 1, #seen.lines do
        if vim.fn.line('w$', seen.window) == #seen.lines then
          break
        end
        local before = vim.fn.line('w$', seen.window)
        vim.api.nvim_input('a')
        t.till('the next page', function()
          return vim.fn.line('w$', seen.window) > before
        end)
        assert(vim.fn.line('w0', seen.window) <= before + 1, 'no line is left out')
        t.equal(1, #require('termhost.approval').pending())
      end
      vim.api.nvim_input('a')
      t.equal('completed', t.answer(started).structured.status)
    end,
  },
  {
    name = 'a rule that denies holds, also for what a person types',
    run = function()
      require('termhost').setup({ settings = { denied_commands = { 'rm' } } })
      t.equal('denied', t.run('rm x').structured.status)
      t.equal('completed', t.run('true').structured.status)
    end,
  },
  {
    name = 'two questions, one after the other',
    run = function()
      local asked = t.person({ 'a', 'r' })
      local one, other = ask('touch one'), ask('touch other')
      local statuses = { t.answer(one).structured.status, t.answer(other).structured.status }
      t.equal({ 'completed', 'rejected' }, statuses)
      t.equal(2, #asked)
    end,
  },
}

-- The person is asked, in the editor's own way.
local t = require('support')

local function ask(command)
  return t.start(command, { agreed = false })
end

local function window_lines()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.bo[buffer].filetype == 'termhost-approval' then
      return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
    end
  end
end

local function no_question()
  t.equal({}, require('termhost.approval').pending())
  t.equal(nil, window_lines())
end

return {
  {
    name = 'approve: the whole command, its parts and their reasons are shown',
    run = function()
      local seen
      local select = vim.ui.select
      vim.ui.select = function(items, options, choose)
        seen = { lines = window_lines(), items = vim.tbl_map(options.format_item, items), choose = choose, all = items }
      end
      local started = ask('ls /nowhere 2>/dev/null\necho "tests $?" && touch seen')
      t.till('the question', function()
        return seen
      end)
      vim.ui.select = select
      t.equal('termhost: approve', require('termhost').statusline())
      local text = table.concat(seen.lines, '\n')
      t.contains(text, 'ls /nowhere 2>/dev/null\necho "tests $?" && touch seen')
      t.contains(text, 'ask   ls /nowhere')
      t.contains(text, 'ask   touch seen')
      t.contains(text, 'no rule allows it')
      t.equal({ 'Approve', 'Edit', 'Reject', 'Reject with feedback' }, vim.list_slice(seen.items, 1, 4))
      seen.choose(seen.all[1], 1)
      local s = t.answer(started).structured
      t.equal({ 'completed', 0 }, { s.status, s.exitCode })
      t.contains(s.output.text, 'tests 2')
      no_question()
      t.equal('', require('termhost').statusline())
    end,
  },
  {
    name = 'edit: the edited command runs, and is said to be edited',
    run = function()
      local asked = t.person({ 'Edit', 'echo harmless' })
      local s = t.answer(ask('touch dangerous')).structured
      t.equal('touch dangerous', asked[2].default)
      t.equal({ 'harmless', 'edited' }, { t.trimmed(s.output.text), s.rewrite.kind })
      t.equal(2, #asked)
      no_question()
    end,
  },
  {
    name = 'edit: several lines in a buffer',
    run = function()
      t.person({ 'Edit' })
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
      t.person({ 'Reject', 'Reject with feedback', 'use the other file' })
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
      local asked = t.person({ 'Approve, and always allow `mkdir`' })
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
    name = 'put aside: it keeps waiting, and :Termhost approve asks again',
    run = function()
      t.person({ 'none of them', 'Approve' })
      local started = ask('touch seen; echo patient')
      t.till('the question put aside', function()
        return #require('termhost.approval').pending() == 1 and not window_lines()
      end)
      t.pause(200)
      assert(not started.answer)
      vim.cmd('Termhost approve')
      t.equal('patient', t.trimmed(t.answer(started).structured.output.text))
    end,
  },
  {
    name = 'withdrawn when the agent gives up',
    run = function()
      local choose
      vim.ui.select = function(_, _, chosen)
        choose = chosen
      end
      local started = ask('touch withdrawn')
      t.till('the question', window_lines)
      vim.cmd('Termhost list')
      local function line()
        return vim.api.nvim_buf_get_lines(vim.fn.bufnr('termhost://commands'), 0, 1, false)[1]
      end
      t.contains(line(), 'touch withdrawn  -- waits for approval')
      started.call:cancel()
      t.equal('rejected', t.answer(started).structured.status)
      assert(line():find('not run%s+touch withdrawn  %-%- it was cancelled'), line())
      no_question()
      choose(nil) -- the person answers a question that is gone
      t.pause(50)
      no_question()
    end,
  },
  {
    name = 'nobody is asked in the middle of typing',
    run = function()
      local asked = t.person({ 'Approve' })
      vim.api.nvim_input('ihello')
      t.till('insert mode', function()
        return vim.api.nvim_get_mode().mode == 'i'
      end)
      local started = ask('touch seen; echo patient')
      t.till('the question', function()
        return #require('termhost.approval').pending() == 1
      end)
      t.pause(200)
      t.equal({}, asked)
      vim.api.nvim_input('<Esc>')
      t.equal('patient', t.trimmed(t.answer(started).structured.output.text))
      t.equal(1, #asked)
    end,
  },
  {
    name = "at Neovim's own prompts, which come when they are called for",
    run = function()
      local started = ask('touch seen; echo by the keyboard')
      t.till('the window', window_lines)
      t.pause(100)
      t.equal('n', vim.api.nvim_get_mode().mode)
      vim.api.nvim_input(':Termhost approve<CR>1<CR>')
      t.equal('by the keyboard', t.trimmed(t.answer(started).structured.output.text))
      local rejected = ask('touch never')
      t.till('the window', window_lines)
      vim.api.nvim_input(':Termhost approve<CR>4<CR>because<CR>')
      t.contains(t.answer(rejected).text, 'because')
      no_question()
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
    name = 'a command can not hide what it is',
    run = function()
      local lines = require('termhost.approval_window').lines({
        toolCallId = 'x',
        command = 'echo a\27[2K\rb',
        cwd = '/',
        shell = 'bash',
        commands = {},
        reason = '',
        suggestions = {},
      })
      t.equal('echo a^[[2K^Mb', lines[1])
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
      local asked = t.person({ 'Approve', 'Reject' })
      local one, other = ask('touch one'), ask('touch other')
      local statuses = { t.answer(one).structured.status, t.answer(other).structured.status }
      t.equal({ 'completed', 'rejected' }, statuses)
      t.equal(2, #asked)
    end,
  },
}

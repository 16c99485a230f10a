-- The window of a question: where it comes up, what it takes of the screen, and who has the focus.
local t = require('support')

local ask = t.ask

local function window_lines()
  local question = t.question()
  return question and question.lines
end

return {
  {
    name = 'put aside: it keeps waiting, and :Termhost approve asks again',
    run = function()
      t.person({ 'q' })
      local started = ask('touch seen; echo patient')
      t.till('the question put aside', function()
        return #require('termhost.approval').pending() == 1 and not window_lines()
      end)
      t.pause(200)
      assert(not started.answer)
      vim.api.nvim_input(':Termhost approve<CR>a')
      t.equal('patient', t.trimmed(t.answer(started).structured.output.text))
    end,
  },
  {
    name = 'in the middle of typing the user hears of a question once, and sees it, and goes on typing',
    run = function()
      local said = {}
      vim.notify = function(message)
        table.insert(said, message)
      end
      vim.api.nvim_input('ihello')
      t.till('insert mode', function()
        return vim.api.nvim_get_mode().mode == 'i'
      end)
      local started = ask('touch seen; echo patient')
      t.till('the window', window_lines)
      vim.api.nvim_input('aa')
      t.pause(200)
      t.equal({ 'i', 'helloaa' }, { vim.api.nvim_get_mode().mode, vim.api.nvim_get_current_line() })
      t.equal({ '`touch seen; echo patient` waits for approval: :Termhost approve' }, said)
      t.equal(':Termhost approve to answer', t.question().lines[1])
      vim.api.nvim_input('<Esc>:Termhost approve<CR>a')
      t.equal('patient', t.trimmed(t.answer(started).structured.output.text))
    end,
  },
  {
    name = 'after an answer the focus is where it was, also when the next question comes up',
    run = function()
      local editing = vim.api.nvim_get_current_win()
      local one, other = ask('touch one'), ask('touch other')
      t.till('both', function()
        return #require('termhost.approval').pending() == 2 and t.question()
      end)
      t.contains(t.question().bar, 'termhost (1 of 2): Run this command?')
      vim.api.nvim_input(':Termhost approve<CR>a')
      t.equal('completed', t.answer(one).structured.status)
      t.till('the next question', t.question)
      vim.api.nvim_input('a')
      t.pause(200)
      t.equal(editing, vim.api.nvim_get_current_win())
      vim.api.nvim_input('<Esc>')
      t.pause(200)
      t.equal(1, #require('termhost.approval').pending())
      vim.api.nvim_input(':Termhost approve<CR>r')
      t.equal('rejected', t.answer(other).structured.status)
      t.equal(editing, vim.api.nvim_get_current_win())
    end,
  },
  {
    name = 'keys count in a window that was entered on purpose',
    run = function()
      local editing = vim.api.nvim_get_current_win()
      vim.wo.winfixheight = true -- Neovim would choose the question's window
      local started = ask('touch one')
      local question = t.till('the question', t.question)
      for _, opening in ipairs({ ':Termhost list<CR>', ':botright new<CR>', ':aboveleft split<CR>', ':new | tabnew<CR>' }) do
        vim.api.nvim_input(opening)
        t.till('another window', function()
          return vim.api.nvim_get_current_win() ~= editing
        end)
        vim.api.nvim_input(':q<CR>')
        t.pause(100)
        if opening:find('tabnew') then
          vim.api.nvim_input(':q<CR>')
          t.pause(100)
        end
        t.equal(editing, vim.api.nvim_get_current_win(), opening)
      end
      vim.cmd('noautocmd call win_gotoid(' .. question.window .. ')')
      vim.api.nvim_input('a')
      t.pause(200)
      t.equal(1, #require('termhost.approval').pending(), 'nobody went there on purpose')
      vim.cmd('noautocmd call win_gotoid(' .. editing .. ')')
      t.equal(':Termhost approve to answer', t.question().lines[1])
      vim.api.nvim_input('<C-w>ja')
      t.equal('completed', t.answer(started).structured.status)
      t.equal(editing, vim.api.nvim_get_current_win())
    end,
  },
  {
    name = 'of a narrow screen the keys take as many lines as they need, and the hazards stay',
    run = function()
      vim.o.columns = 80
      local started = ask('rm -rf a; curl http://localhost/ | sh; touch b')
      t.till('the question', t.question)
      vim.api.nvim_input(':Termhost approve<CR>')
      local question = t.till('the keys', function()
        local seen = t.question()
        return seen and vim.startswith(seen.lines[1], 'a Approve  e Edit  r Reject  R Reject, say why') and seen
      end)
      t.contains(question.text, 'A Approve')
      for index = 1, 2 do
        assert(vim.fn.strdisplaywidth(question.lines[index]) <= 80, question.lines[index])
      end
      local bar = vim.api.nvim_eval_statusline(vim.wo[question.window].winbar, { winid = question.window, use_winbar = true })
      assert(vim.fn.strdisplaywidth(bar.str) <= 80, bar.str)
      t.contains(bar.str, 'destructive, piped code]   ? Help')
      vim.api.nvim_input('r')
      t.equal('rejected', t.answer(started).structured.status)
    end,
  },
  {
    name = 'in a low window the way to the question is in view',
    run = function()
      vim.o.lines = 12
      local started = ask('touch a && touch b && touch c && touch d && touch e && touch f')
      local question = t.till('the question', t.question)
      vim.cmd.redraw()
      t.equal(1, vim.fn.line('w0', question.window))
      t.contains(question.lines[1], 'to answer')
      vim.api.nvim_input(':Termhost approve<CR>r')
      t.equal('rejected', t.answer(started).structured.status)
    end,
  },
  {
    name = 'the option prompt: always takes the focus in Normal mode, manual waits to be asked for',
    run = function()
      require('termhost').setup({ approval = { prompt = 'always' } })
      local editing = vim.api.nvim_get_current_win()
      vim.api.nvim_input('ihello')
      local first = ask('touch one')
      t.till('the question', t.question)
      t.equal(editing, vim.api.nvim_get_current_win(), 'while the user types')
      vim.api.nvim_input('<Esc>')
      t.till('the focus', function()
        return vim.api.nvim_get_current_win() == t.question().window
      end)
      vim.api.nvim_input('a')
      t.equal('completed', t.answer(first).structured.status)
      t.equal(editing, vim.api.nvim_get_current_win())

      require('termhost').setup({ approval = { prompt = 'manual' } })
      local second = ask('touch two')
      t.till('it to wait', function()
        return require('termhost').statusline() == 'termhost: approve'
      end)
      t.pause(200)
      t.equal(nil, t.question())
      vim.api.nvim_input(':Termhost approve<CR>a')
      t.equal('completed', t.answer(second).structured.status)
      t.equal(editing, vim.api.nvim_get_current_win())
    end,
  },
  {
    name = 'in a terminal the hints name keys that work there, or the key that the user has mapped',
    run = function()
      local said = {}
      vim.notify = function(message)
        table.insert(said, message)
      end
      t.run('echo up')
      vim.cmd('Termhost terminal')
      vim.cmd.startinsert()
      t.till('terminal mode', function()
        return vim.api.nvim_get_mode().mode == 't'
      end)
      local started = ask('touch one')
      t.till('the question', t.question)
      local way = [[CTRL-\ CTRL-N :Termhost approve]]
      t.equal(way .. ' to answer', t.question().lines[1])
      t.equal({ '`touch one` waits for approval: ' .. way }, said)
      vim.api.nvim_input([[<C-\><C-n>]])
      t.till('the way from there', function()
        return t.question().lines[1] == ':Termhost approve to answer'
      end)
      vim.keymap.set('n', '<Space>ta', '<Plug>(termhost-approve)')
      vim.cmd([[tnoremap <F5> <Cmd>Termhost approve<CR>]])
      vim.api.nvim_input('<Esc>i')
      t.till('the key of the user', function()
        return t.question().lines[1] == '<F5> to answer'
      end)
      vim.api.nvim_input('<F5>')
      t.till('the focus', function()
        return vim.api.nvim_get_current_win() == t.question().window
      end)
      vim.api.nvim_input('q')
      t.till('that it waits', function()
        return said[#said] == 'termhost: a question waits: <Space>ta, or :Termhost list'
      end)
      vim.api.nvim_input(' ta')
      t.till('the question', t.question)
      vim.api.nvim_input('r')
      t.equal('rejected', t.answer(started).structured.status)
    end,
  },
  {
    name = 'a question whose window was closed is put aside',
    run = function()
      local said = {}
      vim.notify = function(message)
        table.insert(said, message)
      end
      local started = ask('touch one')
      local question = t.till('the question', t.question)
      vim.api.nvim_win_close(question.window, true)
      vim.api.nvim_input('i<Esc>') -- a change of mode asks again what waits
      t.till('that it is said', function()
        return said[1] == 'termhost: a question waits: :Termhost approve, or :Termhost list'
      end)
      t.pause(200)
      t.equal(nil, t.question())
      vim.api.nvim_input(':Termhost approve<CR>r')
      t.equal('rejected', t.answer(started).structured.status)
    end,
  },
  {
    name = 'the only window there is: Neovim stays when its question is answered',
    run = function()
      local started = ask('touch one')
      t.till('the question', t.question)
      vim.api.nvim_input(':q<CR>')
      t.till('the question alone', function()
        return #vim.api.nvim_list_wins() == 1
      end)
      vim.api.nvim_input('a')
      t.pause(200)
      t.equal(1, #require('termhost.approval').pending(), 'nobody went there on purpose')
      vim.api.nvim_input(':Termhost approve<CR>a')
      t.equal('completed', t.answer(started).structured.status)
      t.equal({ 1, '' }, { #vim.api.nvim_list_wins(), vim.wo.winbar })
    end,
  },
  {
    name = ':Termhost approve gives a small window its size again',
    run = function()
      local started = ask('touch one')
      local question = t.till('the question', t.question)
      vim.api.nvim_win_set_height(question.window, 2)
      vim.api.nvim_input(':Termhost approve<CR>')
      t.till('its text', function()
        return vim.fn.line('w$', question.window) == #question.lines
      end)
      vim.api.nvim_input('r')
      t.equal('rejected', t.answer(started).structured.status)
    end,
  },
}

-- Agents from outside of Neovim's terminals, and their entries in the agents' settings.
local t = require('support')

--- What the user chooses when something is put to them, by the text that it begins with.
local function choosing(...)
  local asked, wanted = {}, { ... }
  vim.ui.select = function(items, options, choose)
    table.insert(asked, options.prompt)
    local beginning = table.remove(wanted, 1)
    for _, item in ipairs(items) do
      local text = (options.format_item or tostring)(item)
      if beginning and vim.startswith(text, beginning) then
        return choose(item)
      end
    end
    choose(nil)
  end
  return asked
end

--- `termhost mcp --attach` in this folder, of an agent that was started elsewhere; `call` is answered with the result.
local function agent(program)
  local heard, answers = '', {}
  local process = vim.system({ program, 'mcp', '--attach' }, {
    stdin = true,
    cwd = vim.fn.getcwd(),
    stdout = function(_, data)
      heard = heard .. (data or '')
      for line in heard:gmatch('([^\n]*)\n') do
        local message = vim.json.decode(line)
        answers[message.id or ''] = message.result
      end
      heard = heard:match('[^\n]*$')
    end,
  })
  local function request(id, method, params)
    process:write(vim.json.encode({ jsonrpc = '2.0', id = id, method = method, params = params }) .. '\n')
  end
  request('init', 'initialize', {
    protocolVersion = '2025-06-18',
    capabilities = vim.empty_dict(),
    clientInfo = { name = 'some agent', version = '1' },
  })
  return {
    call = function(id, command)
      request(id, 'tools/call', { name = 'execute_command', arguments = { command = command } })
    end,
    answer = function(id)
      return t.till('the answer to the agent', function()
        return answers[id]
      end)
    end,
    leave = function()
      process:write(nil)
      process:wait()
    end,
  }
end

--- The question about an agent, in the window that asks.
local function question_about_agent()
  local question = t.question()
  return question and question.bar:find('May this agent use the terminals', 1, true) and question
end

--- Answers it by a key of its window.
local function answer_about_agent(key)
  t.till('the question', question_about_agent)
  vim.api.nvim_input(':Termhost approve<CR>' .. key)
end

local function program()
  return require('termhost.client').state.binary.path
end

local function ready()
  require('termhost').setup({ agents = true, settings = { auto_approve = true } })
  t.till('termhost', function()
    return require('termhost.client').state.kind == 'ready'
  end)
end

return {
  {
    name = 'an agent from outside: asked once, admitted, remembered, forgotten',
    run = function()
      ready()
      local editing = vim.api.nvim_get_current_win()
      local first = agent(program())
      first.call('one', 'echo from $((6 * 7))')
      answer_about_agent('?')
      t.till('the keys, with the place in the manual', function()
        return vim.iter(vim.api.nvim_list_wins()):any(function(window)
          local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
          return vim.tbl_contains(lines, ' a  Allow, now and later in this folder ') and lines[#lines] == ' :help termhost-agents '
        end)
      end)
      vim.api.nvim_input('?<C-W>w')
      t.till('the file', function()
        return vim.api.nvim_get_current_win() == editing
      end)
      local asked = t.question()
      t.equal(editing, vim.api.nvim_get_current_win(), 'nothing comes up that takes keys')
      t.contains(asked.text:gsub('\n', ' '), 'calls itself "some agent"')
      t.equal('termhost: approve', require('termhost').statusline())
      vim.api.nvim_input(':Termhost approve<CR>a')
      t.contains(first.answer('one').content[1].text, 'from 42')
      t.equal(1, #vim.tbl_filter(function(buffer)
        return vim.bo[buffer].buftype == 'terminal'
      end, vim.api.nvim_list_bufs()))
      first.leave()

      local second = agent(program())
      second.call('two', 'echo again')
      t.contains(second.answer('two').content[1].text, 'again')
      t.equal({}, require('termhost.approval').pending(), 'the answer was kept')
      second.leave()

      vim.cmd('Termhost list')
      assert(vim.wo.winbar:find(('Agents: %%S+ %%(pid %d%%)$'):format(vim.uv.os_getpid())), vim.wo.winbar)
      vim.cmd('close')
      local identity = next(require('termhost.agents').remembered())
      require('termhost.agents').forget('another')
      t.equal({ [identity] = 'allow' }, require('termhost.agents').remembered())
      require('termhost.agents').forget(identity)
      local third = agent(program())
      third.call('three', 'echo never')
      answer_about_agent('n')
      t.contains(third.answer('three').content[1].text, 'does not let this agent use')
      third.leave()
    end,
  },
  {
    name = 'an agent finds Neovim in the folder to which the user has changed',
    run = function()
      ready()
      vim.fn.mkdir('other')
      vim.cmd.cd('other')
      local outside = agent(program())
      outside.call('one', 'echo from $((6 * 7))')
      answer_about_agent('o')
      t.contains(outside.answer('one').content[1].text, 'from 42')
      outside.leave()
    end,
  },
  {
    name = 'a command of an agent waits while Neovim shows "Press ENTER"',
    run = function()
      local neovim = t.neovim_with_screen()
      neovim.lua("require('termhost').setup({ agents = true, settings = { auto_approve = true } })")
      t.till('termhost', function()
        return neovim.lua("return require('termhost.client').state.kind == 'ready'")
      end)
      local outside = agent(vim.env.TERMHOST_PROGRAM)
      outside.call('one', 'touch one')
      t.till('the question', function()
        return neovim.lua("return #require('termhost.approval').pending() == 1")
      end)
      neovim.type(':Termhost approve<CR>o')
      t.contains(outside.answer('one').content[1].text, 'Exit code: 0')
      neovim.type(':echo "one\\ntwo\\nthree"<CR>')
      t.till('the prompt', neovim.waits_for_key)
      outside.call('two', 'touch two')
      t.pause(3000)
      t.equal(nil, vim.uv.fs_stat('two'))
      neovim.type('<CR>')
      t.contains(outside.answer('two').content[1].text, 'Exit code: 0')
      assert(vim.uv.fs_stat('two'))
      outside.leave()
      neovim.leave()
    end,
  },
  {
    name = 'what an agent from outside asks and does not run is in the list, and its row answers it',
    run = function()
      require('termhost').setup({ agents = true })
      t.till('termhost', function()
        return require('termhost.client').state.kind == 'ready'
      end)
      local editing = vim.api.nvim_get_current_win()
      local outside = agent(program())
      outside.call('one', 'touch one')
      t.till('the agent', question_about_agent)
      vim.cmd('Termhost list')
      local row = ('terminals of this Neovim%%?  %%-%%- The agent %%S+ %%(process %d, '):format(vim.uv.os_getpid())
      assert(vim.api.nvim_get_current_line():find(row), vim.api.nvim_get_current_line())
      vim.api.nvim_input('gg<CR>a')
      t.till('the question', function()
        return t.question() and not question_about_agent()
      end)
      vim.api.nvim_input(':Termhost approve<CR>')
      vim.api.nvim_input(':q<CR>')
      vim.api.nvim_input(':Termhost approve<CR>q:Termhost list<CR>')
      local function line()
        return vim.api.nvim_buf_get_lines(vim.fn.bufnr('termhost://commands'), 0, 1, false)[1] or ''
      end
      t.till('its row', function()
        return not t.question() and line():find('^1 +waits for approval +touch one$')
      end)
      t.till('the list', function()
        return vim.fn.bufwinid('termhost://commands') == vim.api.nvim_get_current_win()
      end)
      vim.api.nvim_input('gg<CR>')
      local asks = ('(pid %d, calls itself "some agent") wants to run this'):format(vim.uv.os_getpid())
      t.contains(t.till('the question', t.question).text, asks)
      vim.api.nvim_input('r')
      t.contains(outside.answer('one').content[1].text, 'the user rejected this command')
      t.till('that it was not run', function()
        return line():find('not run +touch one  %-%- you rejected it')
      end)
      t.equal(vim.fn.bufwinid('termhost://commands'), vim.api.nvim_get_current_win(), 'the focus is where it was')
      require('termhost').setup({ agents = true, settings = { denied_commands = { 'rm' } } })
      outside.call('two', 'rm one')
      t.contains(outside.answer('two').content[1].text, 'a rule denies it')
      t.till('the one that a rule denies', function()
        return line():find('not run +rm one  %-%- .*a rule denies it')
      end)
      vim.api.nvim_input('q')
      t.till('the file', function()
        return vim.api.nvim_get_current_win() == editing
      end)
      outside.leave()
    end,
  },
  {
    name = 'a stop rejects the command of an agent from outside that waits for approval, and a stopped one is shown as stopped',
    run = function()
      require('termhost').setup({ agents = true })
      t.till('termhost', function()
        return require('termhost.client').state.kind == 'ready'
      end)
      local outside = agent(program())
      outside.call('one', 'touch one')
      t.till('the agent', question_about_agent)
      vim.api.nvim_input(':Termhost approve<CR>a')
      t.till('the question', function()
        return t.question() and not question_about_agent()
      end)
      vim.cmd('Termhost list')
      vim.api.nvim_input('ggs')
      t.contains(outside.answer('one').content[1].text, 'the user rejected this command')
      t.till('its window to go', function()
        return not t.question()
      end)
      local function first_row()
        return vim.api.nvim_buf_get_lines(vim.fn.bufnr('termhost://commands'), 0, 1, false)[1]
      end
      t.till('its row', function()
        return first_row():find('^1 +not run +touch one  %-%- you rejected it$')
      end)
      outside.call('two', 'touch two; sleep 100')
      t.till('the question', t.question)
      vim.api.nvim_input(':Termhost approve<CR>a')
      t.till('it to run', function()
        return require('termhost.command_log').count('running') == 1
      end)
      vim.cmd('Termhost stop')
      t.contains(outside.answer('two').content[1].text, 'Stopped by the user')
      t.till('its row', function()
        return first_row():find('^2 +stopped ')
      end)
      outside.leave()
    end,
  },
  {
    name = 'a command of an agent from outside is one that is waited for, and is told of when it takes long',
    run = function()
      require('termhost').setup({ agents = true, progress_after = 0.3, settings = { auto_approve = true } })
      t.till('termhost', function()
        return require('termhost.client').state.kind == 'ready'
      end)
      local messages = {}
      vim.notify = function(message)
        table.insert(messages, message)
      end
      local outside = agent(program())
      outside.call('one', 'sleep 2; echo over')
      answer_about_agent('a')
      t.till('it to run', function()
        return require('termhost.command_log').count('running') == 1
      end)
      t.till('that it takes long', function()
        return vim.iter(messages):any(function(message)
          return message:find('(sleep 2; echo over) runs for', 1, true) ~= nil
        end)
      end)
      vim.cmd('Termhost background')
      t.contains(outside.answer('one').content[1].text, 'Still running')
      t.till('the list', function()
        return require('termhost.command_log').count('background') == 1
      end)
      outside.leave()
    end,
  },
  {
    name = 'a question of an agent that leaves is withdrawn',
    run = function()
      ready()
      local outside = agent(program())
      outside.call('one', 'echo one')
      t.till('the question', question_about_agent)
      outside.leave()
      t.till('it to go', function()
        return not t.question()
      end)
    end,
  },
  {
    name = ':Termhost connect writes an entry after it was shown, and takes it away again',
    run = function()
      local settings = vim.env.HOME .. '/.cursor/mcp.json'
      vim.fn.mkdir(vim.env.HOME .. '/.cursor')
      local said = {}
      vim.notify = function(message)
        table.insert(said, message)
      end
      local function change()
        local buffer = vim.fn.bufnr('termhost://change')
        return vim.fn.bufwinid(buffer) == vim.api.nvim_get_current_win() and buffer
      end
      choosing('cursor: connect it', 'cursor: connect it', 'cursor: disconnect it')
      vim.cmd('Termhost connect')
      local buffer = t.till('the change', change)
      t.equal(vim.api.nvim_buf_line_count(buffer), vim.fn.line('w$'), 'all of it is in view')
      t.contains(vim.wo.winbar, 'w Write it')
      vim.api.nvim_input('?')
      t.till('what the keys do', function()
        return said[#said] == 'termhost: w writes the change, q leaves it: :help termhost-agents'
      end)
      vim.api.nvim_input('q')
      t.till('no change', function()
        return not change()
      end)
      t.equal(nil, t.read_file(settings))
      vim.cmd('Termhost connect')
      t.till('the change', change)
      vim.api.nvim_input('w')
      t.till('the entry', function()
        return (t.read_file(settings) or ''):find('"--attach"', 1, true)
      end)
      t.till('that it is said', function()
        return vim.iter(said):any(function(message)
          return message:find('written: (re)start cursor. termhost now starts with Neovim', 1, true) ~= nil
        end)
      end)
      t.till('termhost, which the agent finds', function()
        return require('termhost.client').state.kind == 'ready'
      end)
      local link = vim.fn.stdpath('data') .. '/termhost/bin/termhost'
      t.equal(link, vim.json.decode(t.read_file(settings)).mcpServers.termhost.command)
      t.equal(program(), vim.uv.fs_readlink(link))
      vim.cmd('Termhost connect')
      t.till('the change', change)
      vim.api.nvim_input('w')
      t.till('the entry is gone', function()
        return t.read_file(settings) == nil
      end)
    end,
  },
  {
    name = 'an agent whose entry starts a program that is gone is connected again, and has one entry then',
    run = function()
      local folder = vim.env.HOME .. '/.cursor/'
      vim.fn.mkdir(folder)
      local old = vim.fn.stdpath('data') .. '/termhost-0.0.9-linux-x64/bin/termhost'
      local entry = { command = old, args = { 'mcp', '--attach' } }
      t.write_file(folder .. 'mcp.json', vim.json.encode({ mcpServers = { termhost = entry } }))
      local hooks = { beforeShellExecution = { { command = old .. ' hook cursor' } } }
      t.write_file(folder .. 'hooks.json', vim.json.encode({ version = 1, hooks = hooks }))
      vim.cmd('checkhealth termhost')
      local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
      t.contains(report, 'cursor is connected, but the program that it starts is gone')
      t.contains(report, 'termhost starts when it is first used')
      choosing('cursor: connect it again')
      vim.cmd('Termhost connect')
      t.till('the change', function()
        return vim.fn.bufwinid('termhost://change') == vim.api.nvim_get_current_win()
      end)
      vim.api.nvim_input('w')
      local link = require('termhost.binary').link()
      t.till('the entry', function()
        return vim.json.decode(t.read_file(folder .. 'mcp.json')).mcpServers.termhost.command == link
      end)
      t.till('one hook', function()
        local there = vim.json.decode(t.read_file(folder .. 'hooks.json')).hooks.beforeShellExecution
        return vim.deep_equal({ { command = link .. ' hook cursor' } }, there)
      end)
    end,
  },
  {
    name = 'the link that agents start is renewed when termhost starts',
    run = function()
      local link = require('termhost.binary').link()
      vim.fn.mkdir(vim.fs.dirname(link), 'p')
      assert(vim.uv.fs_symlink('/old/termhost', link))
      t.run('true')
      t.equal(program(), vim.uv.fs_readlink(link))
    end,
  },
  {
    name = 'if an agent was connected, termhost starts with Neovim in every folder, but not for a message of git',
    run = function()
      local autostart = require('termhost.autostart')
      --- Whether termhost is ready in a Neovim that the user starts so.
      local function starts(...)
        local command = { vim.env.TERMHOST_NVIM, '--embed', '-n', '-i', 'NONE', ... }
        local process = vim.fn.jobstart(command, { rpc = true, cwd = vim.fn.getcwd() .. '/other' })
        vim.fn.rpcrequest(process, 'nvim_ui_attach', 80, 24, vim.empty_dict())
        local function asked(code)
          return vim.fn.rpcrequest(process, 'nvim_exec_lua', code, {})
        end
        if autostart.is_on() then
          t.till('its second thought', function()
            return asked("return package.loaded['termhost.autostart'] ~= nil")
          end)
        else
          t.pause(1500)
        end
        local state = asked("return package.loaded['termhost.client'] ~= nil and require('termhost.client').state.kind")
        vim.fn.rpcnotify(process, 'nvim_command', 'qall!')
        vim.fn.jobwait({ process }, 5000)
        return state ~= false
      end
      vim.fn.mkdir('other')
      t.equal(false, starts())
      autostart.set(true)
      t.equal('rwx------', vim.fn.getfperm(vim.fs.dirname(autostart.path())))
      for _, row in ipairs({
        { true },
        { true, 'some.txt' },
        { false, '-R', 'some.txt' },
        { false, '-d', 'some.txt', 'other.txt' },
        { false, 'COMMIT_EDITMSG', '-c', 'setfiletype gitcommit' },
        { false, 'crontab.x', '-c', 'setfiletype crontab' },
      }) do
        t.equal(row[1], starts(unpack(row, 2)), table.concat(row, ' ', 2))
      end
      autostart.set(false)
      t.equal(false, starts())
    end,
  },
  {
    name = 'without an agent :Termhost connect says what it has looked for, and shows the entry to paste',
    run = function()
      local asked = choosing()
      vim.cmd('Termhost connect')
      t.till('a text', function()
        return vim.bo.filetype == 'termhost-connect'
      end)
      local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
      t.equal(vim.api.nvim_buf_line_count(0), vim.fn.line('w$'), 'all of it is in view')
      t.contains(text, 'No agent was found: none of claude, gemini, codex')
      t.contains(text:gsub('\n', ' '), 'Start your agent once, then :Termhost connect')
      t.contains(text:gsub('\n', ' '), 'Press s to let termhost start with Neovim')
      local server = vim.json.decode(text:match('\n({\n.-\n})\n')).mcpServers.termhost
      t.equal({ 'mcp', '--attach' }, server.args)
      t.contains(
        t.await(function(resume)
          vim.system({ server.command, '--version' }, { text = true }, function(out)
            resume(out.stdout)
          end)
        end),
        'termhost '
      )
      t.equal({}, asked)
      vim.api.nvim_input('s')
      t.till('its start with Neovim', require('termhost.autostart').is_on)
    end,
  },
}

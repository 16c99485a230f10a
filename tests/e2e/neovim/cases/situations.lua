-- What happens around commands: patience, stops, closed buffers, a person who types. In every shell.
local t = require('support')

local situations = {}

situations['stopped by the agent: Ctrl+C'] = function(shell)
  local printed = t.printed()
  local started = t.start("sh -c 'echo begun; exec sleep 100'", { shell = shell })
  t.till('its first output', function()
    return printed.text:find('begun\r\n', 1, true)
  end)
  started.call:cancel()
  local s = t.answer(started).structured
  t.equal('stopped', s.status)
  assert(s.exitCode == 130 or s.signal == 'SIGINT', vim.inspect(s))
  t.contains(s.output.text, 'begun')
end

situations['stopped though it ignores Ctrl+C; the shell stays'] = function(shell)
  local first = t.run('sh -c \'trap "" INT; echo stubborn; sleep 100 & echo $! > pid; wait\'', { shell = shell, background = true })
  local pid = t.till('its process', function()
    return tonumber(t.read_file('pid'))
  end)
  t.call('stop_command', { execution_id = first.structured.executionId })
  local s = t.call('wait_for_command', { execution_id = first.structured.executionId, timeout = 30 }).structured
  assert(s.status ~= 'running', vim.inspect(s))
  t.till('the end of what it started', function()
    return not vim.uv.fs_stat('/proc/' .. pid)
  end)
  local after = t.run('echo after', { shell = shell }).structured
  t.equal({ 'after', first.structured.terminalId }, { t.trimmed(after.output.text), after.terminalId })
end

situations['Ctrl+C that an agent types'] = function(shell)
  local result = t.run("sh -c 'echo waiting; exec sleep 100'", { shell = shell, background = true })
  t.equal('running', result.structured.status)
  t.call('send_input', { execution_id = result.structured.executionId, keys = { 'ctrl+c' } })
  local over = t.call('wait_for_command', { execution_id = result.structured.executionId, timeout = 30 }).structured
  t.equal('completed', over.status)
  assert(over.exitCode == 130 or over.signal == 'SIGINT', vim.inspect(over))
end

situations['input reaches the command, once the person agrees'] = function(shell)
  local asked = t.person({ 'a' })
  local result = t.run("sh -c 'echo name?; read name; echo hello $name'", { shell = shell, background = true })
  t.call('send_input', { execution_id = result.structured.executionId, text = 'wörld', keys = { 'enter' } })
  local over = t.call('wait_for_command', { execution_id = result.structured.executionId, timeout = 30 }).structured
  t.equal({ 'completed', 0 }, { over.status, over.exitCode })
  t.contains(over.output.text, 'hello wörld')
  t.contains(asked[1].bar, "Type this into `sh -c 'echo name?;")
end

situations['25 fast commands in a row'] = function(shell)
  for i = 1, 25 do
    local s = t.run('echo fast-' .. i, { shell = shell }).structured
    t.equal({ 'fast-' .. i, 0 }, { t.trimmed(s.output.text), s.exitCode })
  end
  t.equal(1, #t.terminals(), 'terminals, since one is enough')
end

situations['outlives its timeout, and is waited for'] = function(shell)
  local s = t.run("sh -c 'echo early; sleep 3; echo late; exit 6'", { shell = shell, timeout = 1 }).structured
  t.equal('running', s.status)
  t.contains(s.output.text, 'early')
  local later = t.call('wait_for_command', { execution_id = s.executionId, timeout = 60 }).structured
  t.equal({ 'completed', 6, 'late' }, { later.status, later.exitCode, t.trimmed(later.output.text) })
end

situations['told to go on in the background'] = function(shell)
  local started = t.start("sh -c 'echo listening; sleep 2; echo done'", { shell = shell })
  local entry = t.till('its execution', function()
    local running = require('termhost.command_log').running()[1]
    return running and running.execution_id and running
  end)
  t.pause(200)
  vim.cmd('Termhost background ' .. entry.execution_id)
  t.equal('running', t.answer(started).structured.status)
  t.till('its end in the list', function()
    return entry.ended
  end)
  t.equal({ 'completed', 0 }, { entry.status, entry.exit_code })
end

situations['a server in the background, its new output later, and its end'] = function(shell)
  t.write_file('server.sh', ('i=0; while :; do i=$((i+1)); echo tick-$i %s; sleep 0.1; done\n'):format(('x'):rep(500)))
  local first = t.run('sh server.sh', { shell = shell, background = true }).structured
  t.equal('running', first.status)
  local later = t.call('wait_for_command', { execution_id = first.executionId, timeout = 2 }).structured
  t.equal('running', later.status)
  assert(later.output.totalBytes > first.output.totalBytes)
  local stopped = t.call('stop_command', { execution_id = first.executionId })
  assert(not stopped.is_error, stopped.text)
  local over = t.call('wait_for_command', { execution_id = first.executionId, timeout = 30 }).structured
  assert(over.status ~= 'running', vim.inspect(over))
  local count = 0
  for number in t.read_all(over.output.artifactId):gmatch('tick%-(%d+)') do
    count = count + 1
    t.equal(count, tonumber(number), 'the artifact is complete and in order')
  end
  assert(count > 10, 'it ticked')
end

situations['two at once'] = function(shell)
  local a = t.start("sh -c 'sleep 1; echo out-A'", { shell = shell })
  local b = t.start("sh -c 'sleep 1; echo out-B'", { shell = shell })
  local one, other = t.answer(a).structured, t.answer(b).structured
  t.equal({ 'out-A', 'out-B' }, { t.trimmed(one.output.text), t.trimmed(other.output.text) })
  assert(one.terminalId ~= other.terminalId)
end

situations['its buffer killed half way'] = function(shell)
  local printed = t.printed()
  local started = t.start("sh -c 'echo begun; exec sleep 100'", { shell = shell })
  t.till('its first output', function()
    return printed.text:find('begun\r\n', 1, true)
  end)
  vim.api.nvim_buf_delete(t.terminals()[1], { force = true })
  local s = t.answer(started).structured
  t.equal({ 'lost', 'terminal_closed', nil }, { s.status, s.endedBy, s.exitCode })
  t.contains(s.output.text, 'begun')
  t.equal('after', t.trimmed(t.run('echo after', { shell = shell }).structured.output.text))
end

situations['a person types in the terminal'] = function(shell)
  t.run('echo first', { shell = shell })
  vim.cmd('Termhost terminal')
  vim.cmd.startinsert()
  t.till('terminal mode', function()
    return vim.api.nvim_get_mode().mode == 't'
  end)
  vim.api.nvim_input('echo typed >> typed; echo on the screen<CR>')
  t.till('what was typed has run', function()
    return t.read_file('typed') == 'typed\n'
  end)
  vim.api.nvim_input('<C-\\><C-n>')
  local second = t.run('echo mine', { shell = shell }).structured
  t.equal({ 'mine', 0 }, { t.trimmed(second.output.text), second.exitCode })
  t.equal('typed\n', t.read_file('typed'))
end

situations['a line that a person has begun is left alone'] = function(shell)
  local first = t.run('echo first', { shell = shell }).structured
  vim.cmd('Termhost terminal')
  local buffer = vim.api.nvim_get_current_buf()
  vim.cmd.startinsert()
  t.till('terminal mode', function()
    return vim.api.nvim_get_mode().mode == 't'
  end)
  vim.api.nvim_input('echo begun')
  t.till('it on the screen', function()
    return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'):find('echo begun', 1, true)
  end)
  local second = t.run('echo mine', { shell = shell }).structured
  t.equal({ 'mine', 0 }, { t.trimmed(second.output.text), second.exitCode })
  assert(first.terminalId ~= second.terminalId, 'a terminal that a person types into is theirs')
  vim.api.nvim_input(' > typed<CR>')
  t.till('what was typed has run', function()
    return t.read_file('typed') == 'begun\n'
  end)
end

situations['a line that a person begins after they have given one up is left alone too'] = function(shell)
  local first = t.run('echo first', { shell = shell }).structured
  vim.cmd('Termhost terminal')
  vim.cmd.startinsert()
  t.till('terminal mode', function()
    return vim.api.nvim_get_mode().mode == 't'
  end)
  local buffer = vim.api.nvim_get_current_buf()
  local function on_the_screen(text)
    t.till(text .. ' on the screen', function()
      return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'):find(text, 1, true)
    end)
  end
  vim.api.nvim_input('given up')
  on_the_screen('given up')
  vim.api.nvim_input('<C-c>')
  t.pause(300) -- an interrupt takes along the keys behind it
  vim.api.nvim_input('echo two')
  on_the_screen('echo two')
  t.pause(1500) -- the terminal has said by then that it is at its prompt again
  local second = t.run('echo mine', { shell = shell }).structured
  t.equal({ 'mine', 0 }, { t.trimmed(second.output.text), second.exitCode })
  assert(first.terminalId ~= second.terminalId, 'a terminal that a person types into is theirs')
  vim.api.nvim_input(' > two<CR>')
  t.till('what was typed has run', function()
    return t.read_file('two') == 'two\n'
  end)
end

situations['in the folder that is asked for, and only in one that is there'] = function(shell)
  vim.fn.mkdir("it's a folder")
  local there = t.run('pwd', { shell = shell, cwd = vim.fn.getcwd() .. "/it's a folder" }).structured
  t.contains(there.output.text, "/it's a folder")
  local nowhere = t.run('pwd', { shell = shell, cwd = '/no/such/folder' }).structured
  t.equal('failed_to_start', nowhere.status)
end

local function much_text()
  local lines = {}
  for number = 1, 5000 do
    lines[number] = ('%s %d: Grüße, 漢字 und 😀\n'):format(('ä'):rep(number % 7 + 1), number)
  end
  t.write_file('text', table.concat(lines))
  return table.concat(lines)
end

situations['every character of much text beyond ASCII'] = function(shell)
  local text = much_text()
  local s = t.run('cat text', { shell = shell }).structured
  t.equal({ 'completed', 0 }, { s.status, s.exitCode })
  assert(t.read_all(s.output.artifactId) == text, 'not the characters of the file')
end

situations['a shell that ends right behind much output'] = function(shell)
  local text = much_text()
  local s = t.run('cat text; exit 3', { shell = shell }).structured
  t.equal({ 'completed', 3 }, { s.status, s.exitCode })
  local got = t.read_all(s.output.artifactId)
  assert(got == text, ('%d bytes of %d'):format(#got, #text))
end

situations['half a megabyte of command'] = function(shell)
  local command = 'echo ' .. ('word '):rep(100000) .. '| wc -w'
  local s = t.run(command, { shell = shell }).structured
  t.equal({ '100000', 0 }, { vim.trim(s.output.text), s.exitCode })
end

local cases = {}
for _, shell in ipairs({ 'bash', 'zsh', 'fish' }) do
  for name, run in vim.spairs(situations) do
    table.insert(cases, {
      name = shell .. ': ' .. name,
      run = function()
        run(shell)
      end,
    })
  end
end
return cases

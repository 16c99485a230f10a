-- The plugin's parts by themselves.
local t = require('support')

local function at_every_split(text, check)
  for cut = 0, #text do
    check(text:sub(1, cut), text:sub(cut + 1))
  end
end

--- How Neovim hands out bytes: split at newlines, NUL as a newline.
local function as_neovim_does(text)
  local swapped = text:gsub('[%z\n]', { ['\0'] = '\n', ['\n'] = '\0' })
  return vim.split(swapped, '%z')
end

local function validity(text)
  return require('termhost.bytes').is_utf8(text)
end

--- An outbox that writes into a list, and answers when told to.
local function outbox_into(sent)
  local outbox = require('termhost.outbox')
  local unanswered = {}
  outbox.attach({
    notify = function(method, params)
      table.insert(sent, { method = method, params = params })
    end,
    request = function(_, _, callback)
      table.insert(unanswered, callback)
    end,
    stuck = function(reason)
      sent.stuck = reason
    end,
  })
  return outbox, unanswered
end

local function text_of(sent)
  local parts = {}
  for _, message in ipairs(sent) do
    if message.method == 'terminal/didWrite' then
      table.insert(parts, require('termhost.bytes').decode(message.params))
    end
  end
  return table.concat(parts)
end

return {
  {
    name = 'bytes are joined as they were printed, NUL and newlines, at every split',
    run = function()
      local bytes = require('termhost.bytes')
      local text = 'a\nb\0\0c\r\n\n\0\nd\255\n'
      at_every_split(text, function(one, other)
        t.equal(text, bytes.join(as_neovim_does(one)) .. bytes.join(as_neovim_does(other)))
      end)
    end,
  },
  {
    name = 'bytes go from a real terminal to the server as they were printed',
    run = function()
      local sent = {}
      outbox_into(sent)
      local text = {}
      for byte = 0, 255 do
        table.insert(text, string.char(byte))
      end
      t.write_file('all', (table.concat(text) .. 'ä€😀'):rep(1000))
      local script = 'stty raw -echo; cat all; sleep 100'
      local argv = { 'sh', '-c', script }
      local made =
        assert(require('termhost.terminals').create({ requestId = 'r', argv = argv, env = {}, cwd = vim.fn.getcwd(), name = 'n' }))
      local size = #t.read_file('all')
      t.till('all of it', function()
        return #text_of(sent) >= size
      end)
      assert(text_of(sent) == t.read_file('all'), 'not the bytes of the file')
      require('termhost.terminals').dispose(made.terminalId)
    end,
  },
  {
    name = 'clean UTF-8 and nothing else goes as text',
    run = function()
      local bytes = require('termhost.bytes')
      for _, clean in ipairs({ '', 'plain\27[0m\0', 'ä€😀', '\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}' }) do
        assert(validity(clean), clean)
        t.equal({ data = clean }, bytes.encode(clean))
      end
      for _, wrong in ipairs({
        '\128',
        '\255',
        '\192\128',
        '\193\191',
        '\224\159\191',
        '\237\160\128',
        '\240\143\191\191',
        '\244\144\128\128',
        '\245\128\128\128',
        'cut \195',
        'cut \226\130',
        'cut \240\159\152',
        '\195a',
      }) do
        assert(not validity(wrong), vim.inspect(wrong))
        local params = bytes.encode(wrong)
        t.equal('base64', params.encoding)
        t.equal(wrong, bytes.decode(params))
      end
      at_every_split('ä€😀', function(one, other)
        t.equal('ä€😀', bytes.decode(bytes.encode(one)) .. bytes.decode(bytes.encode(other)))
      end)
    end,
  },
  {
    name = 'output is gathered, and control messages stay behind it',
    run = function()
      local sent = {}
      local outbox = outbox_into(sent)
      outbox.post('terminal/didOpen', { terminalId = 't1' })
      t.equal(1, #sent, 'what nothing waits before goes at once')
      for i = 1, 100 do
        outbox.write('t1', ('chunk %d\n'):format(i))
      end
      outbox.post('terminal/didClose', { terminalId = 't1' })
      t.equal(1, #sent)
      t.till('the rest', function()
        return #sent == 3
      end)
      t.equal(
        { 'terminal/didOpen', 'terminal/didWrite', 'terminal/didClose' },
        vim.tbl_map(function(message)
          return message.method
        end, sent)
      )
      assert(vim.startswith(text_of(sent), 'chunk 1\nchunk 2\n') and vim.endswith(text_of(sent), 'chunk 100\n'))
    end,
  },
  {
    name = 'a server that does not say how far it has read gets no more than so much',
    run = function()
      local sent = {}
      local outbox, unanswered = outbox_into(sent)
      local chunk, total = ('0123456789abcde\n'):rep(4096), 0
      while total < 16 * 1024 * 1024 do
        outbox.write('t1', chunk)
        total = total + #chunk
      end
      t.till('what may be under way', function()
        return #text_of(sent) >= 4 * 1024 * 1024
      end)
      t.pause(200)
      local held = #text_of(sent)
      assert(held < 5 * 1024 * 1024, held)
      t.till('all of it', function()
        for _, answer in ipairs(unanswered) do
          answer()
        end
        for index in ipairs(unanswered) do
          unanswered[index] = nil
        end
        return #text_of(sent) == total
      end)
      assert(text_of(sent) == chunk:rep(total / #chunk), 'every byte, in order')
      t.equal(nil, sent.stuck)
    end,
  },
  {
    name = 'a command that prints faster than the server reads waits for it, and nothing is lost',
    run = function()
      local sent = {}
      local outbox, unanswered = outbox_into(sent)
      local terminals = require('termhost.terminals')
      local held = {}
      local hold = outbox.hold
      outbox.hold = function(wanted)
        table.insert(held, wanted)
        hold(wanted)
      end
      local size = 40 * 1000 * 1000
      local script = ("stty raw -echo; head -c %d /dev/zero | tr '\\0' x; sleep 100"):format(size)
      local argv = { 'sh', '-c', script }
      local made = assert(terminals.create({ requestId = 'r', argv = argv, cwd = '/', name = 'n' }))
      t.till('the hold', function()
        return held[1]
      end)
      t.pause(1000)
      local got = #text_of(sent)
      assert(got < 5 * 1024 * 1024, got)
      t.equal(nil, sent.stuck)
      t.equal({ true }, held)
      local received = 0
      t.till('all of it', function()
        for _, answer in ipairs(vim.list_extend({}, unanswered)) do
          table.remove(unanswered, 1)
          answer()
        end
        for index = #sent, 1, -1 do
          received = received + #(sent[index].params.data or '')
          sent[index] = nil
        end
        return received == size
      end)
      assert(#held >= 2 and held[#held] == false, vim.inspect(held))
      t.equal(nil, sent.stuck)
      terminals.dispose(made.terminalId)
    end,
  },
  {
    name = 'a server that never reads is given up',
    run = function()
      local sent = {}
      local outbox = outbox_into(sent)
      local chunk = ('x'):rep(1024 * 1024)
      for _ = 1, 70 do
        outbox.write('t1', chunk)
      end
      t.contains(sent.stuck, 'has not read')
      outbox.detach()
    end,
  },
  {
    name = 'typing is told at once, each second, for each line, and once more in the middle of one',
    run = function()
      local told = 0
      local typed = require('termhost.throttle').typing(function()
        told = told + 1
      end)
      for _ = 1, 20 do
        typed(false)
      end
      t.equal(1, told)
      typed(true)
      typed(true)
      t.equal(1, told)
      typed(false)
      t.equal(2, told, 'the next line has begun')
      t.till('the second', function()
        return told == 3
      end)
      typed(true)
      t.pause(1500)
      t.equal(3, told, 'nothing is told of a line that was entered')
    end,
  },
  {
    name = 'questions: each action has its own words, and what a field would not show is not edited',
    run = function()
      local question = require('termhost.question')
      local function wording(action, command, target)
        return question.wording({ action = action, command = command, shown = command, target = target })
      end
      t.equal({ 'Run this command?', 'Approve' }, { wording(nil, 'ls').title, wording(nil, 'ls').yes })
      t.equal('Type this into `cat`?', wording('input', 'y\r', 'cat').title)
      t.equal('Stop your command `npm start`?', wording('stop', 'npm start', 'npm start').title)
      t.equal('Show the agent the output of your command `ssh x …`?', wording('read', 'ssh x\ny', 'ssh x\ny').title)
      t.equal('Stop your command `100%`?', wording('stop', '', '100%').title)
      t.equal({ 'one⏎', 'two⏎' }, question.lines({ action = 'input', command = 'one\ntwo\r\n', shown = 'one⏎\ntwo⏎' }))
      t.equal('[network, piped code]', question.hazards({ 'network', 'piped_code' }))
      t.equal('', question.hazards({}))
      local function editable(action, command, shown)
        return { question.editable({ action = action, command = command, shown = shown or command }) }
      end
      t.equal({ 'a \n', '' }, editable('run', 'a \n', 'a⟨1 blank⟩\n'))
      t.equal(nil, editable('run', 'a\27', 'a⟨ESC⟩')[1], 'an input field does not show it')
      t.equal({ 'yes', '\r' }, editable('input', 'yes\r'))
      t.equal({ 'a\nb', '' }, editable('run', 'a\nb'))
      for _, case in ipairs({ { 'input', '\3' }, { 'input', 'a\rb' }, { 'stop', 'x' }, { 'read', 'x' } }) do
        t.equal(nil, editable(case[1], case[2])[1])
      end
    end,
  },
  {
    name = 'what was agreed for a call is agreed to run, not to be typed',
    run = function()
      local approval = require('termhost.approval')
      local function ask(action)
        local answer
        approval.ask({ toolCallId = '1', command = 'y', action = action }, function(result)
          answer = result
        end)
        return answer
      end
      approval.agree('1', 'y')
      t.equal({ decision = 'approve' }, ask('run'))
      for _, action in ipairs({ 'input', 'stop', 'read' }) do
        t.equal(nil, ask(action))
      end
      approval.forget('1')
      approval.answer(approval.pending()[1], { decision = 'edit', command = 'y' })
      t.equal(nil, ask('run'), 'what was edited to be typed is not agreed to run')
    end,
  },
  {
    name = 'setup: what is wrong is said, and the rest counts',
    run = function()
      local config = require('termhost.config')
      local problems = config.set({
        scrollback = 5,
        no_such = 1,
        binary = 7,
        log_level = 'loud',
        approval = { prompt = 'never' },
        settings = { max_terminals = 3, no_such = true, output_preview_size = 'huge', auto_approve = 'yes', owned_rows = 0.5 },
      })
      t.equal(5, config.get().scrollback)
      t.equal({ max_terminals = 3 }, config.get().settings)
      t.equal('auto', config.get().approval.prompt)
      t.equal(8, #problems)
      local all = table.concat(problems, '\n')
      t.contains(all, "there is no option 'no_such'")
      t.contains(all, 'binary is a number, and has to be a string')
      t.contains(all, "there is no setting 'no_such'")
      t.contains(all, 'settings.output_preview_size is "huge", and can be small, medium, large')
      local wire = config.wire_settings({ allowed = { 'ls' }, denied = {} })
      t.equal({ 3, { 'ls' }, vim.NIL }, { wire.maxTerminals, wire.allowedCommands, wire.deniedCommands })
    end,
  },
  {
    name = 'remembered rules: a file that is damaged is not used, and said to be',
    run = function()
      local remembered = require('termhost.remembered')
      remembered.add({ list = 'denied', prefix = 'rm' })
      remembered.add({ list = 'denied', prefix = 'rm' })
      t.equal({ allowed = {}, denied = { 'rm' } }, remembered.read())
      t.write_file(remembered.path(), '{"allowed": ["ls"')
      t.equal({ allowed = {}, denied = {} }, remembered.read())
      t.contains(t.read_file(require('termhost.log').path()), 'is not a JSON object')
    end,
  },
  {
    name = 'a log that has grown large is put aside',
    run = function()
      local log = require('termhost.log')
      vim.fn.mkdir(vim.fs.dirname(log.path()), 'p')
      t.write_file(log.path(), ('x'):rep(6 * 1024 * 1024))
      log.info('the first line of a new one')
      assert(t.read_file(log.path()):find('^%d%d%d%d%-%d%d%-%d%d %d%d:%d%d:%d%d info  the first line of a new one\n$'))
      t.equal(6 * 1024 * 1024, #t.read_file(log.path() .. '.old'))
    end,
  },
  {
    name = 'commands have no place in the log',
    run = function()
      t.run('echo a-secret-word')
      vim.cmd('Termhost restart')
      t.run('echo a-secret-word')
      local log = t.read_file(require('termhost.log').path())
      t.contains(log, 'termhost 0.1.0 runs from')
      assert(not log:find('secret'), log)
    end,
  },
}

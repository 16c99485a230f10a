-- Against a fake server: the transcripts that server and shims share, and what a real server does too seldom.
local t = require('support')

local here = vim.fs.dirname(vim.env.TERMHOST_HARNESS)
local transcripts = vim.fs.normalize(here .. '/../../../protocol/transcripts')

local function fake(environment)
  require('termhost').setup({ binary = here .. '/fake_server.py', environment = environment, approval = { prompt = 'manual' } })
end

local function call(command, callback)
  require('termhost').execute(command, { agreed = true }, callback or function() end)
end

--- What the fake server was sent by this method: the params of each message.
local function heard(method)
  local all = {}
  for line in (t.read_file('heard') or ''):gmatch('[^\n]+') do
    local message = vim.json.decode(line)
    if message.method == method then
      table.insert(all, message.params)
    end
  end
  return all
end

local function fake_that_hears()
  fake({ FAKE_HEARD = vim.fn.getcwd() .. '/heard' })
end

local function running()
  return t.till('its execution', function()
    local entry = require('termhost.command_log').running()[1]
    return entry and entry.execution_id and entry
  end)
end

--- The agent and the person of a transcript: they do what its lines say that the editor sends.
local function act(path)
  local calls, expected = {}, {}
  for line in io.lines(path) do
    local step = not vim.startswith(line, '#') and vim.json.decode(line, { luanil = { object = true } }) or {}
    local message = step.dir == '→' and step.msg or {}
    if message.method == 'tool/call' then
      local params = message.params
      calls[message.id] = require('termhost').call(params.name, params.arguments, function(err, result)
        calls[message.id].answer = err or result.structured
      end, { tool_call_id = params.toolCallId, task_id = params.taskId })
    elseif message.method == '$/cancelRequest' then
      t.till('the question', function()
        return #require('termhost.approval').pending() > 0
      end)
      calls[message.params.id]:cancel()
    elseif message.result and message.result.decision then
      local question = t.till('the question', function()
        return require('termhost.approval').pending()[1]
      end)
      require('termhost.approval').answer(question, message.result)
    elseif step.dir == '←' and step.msg.result and step.msg.result.structuredContent then
      expected[step.msg.id] = step.msg.result.structuredContent
    end
  end
  for id, structured in pairs(expected) do
    local answer = t.till('the answer', function()
      return calls[id].answer
    end)
    t.equal({ structured.status, structured.exitCode }, { answer.status, answer.exitCode })
  end
end

local function transcript(name)
  return {
    name = 'the transcript ' .. name,
    run = function()
      local path = transcripts .. '/' .. name .. '.jsonl'
      fake({ FAKE_TRANSCRIPT = path, FAKE_REPORT = vim.fn.getcwd() .. '/report' })
      act(path)
      local report = t.till('the verdict of the server', function()
        local text = t.read_file('report')
        return text ~= '' and text
      end)
      t.equal('ok', report)
    end,
  }
end

return {
  transcript('execute_with_bytes'),
  transcript('approval'),
  {
    name = 'notifications and requests are handled in the order in which they came',
    run = function()
      fake()
      local seen = {}
      require('termhost').on('window/logMessage', function(params)
        table.insert(seen, params.message)
      end)
      require('termhost.client').handlers['terminal/show'] = function(params)
        table.insert(seen, params.terminalId)
        return vim.NIL
      end
      local over
      call('burst', function()
        over = #seen
      end)
      t.till('the answer', function()
        return over
      end)
      t.equal(400, over, 'seen before the answer')
      for number = 0, 199 do
        t.equal({ 'notification ' .. number, 'request ' .. number }, { seen[2 * number + 1], seen[2 * number + 2] })
      end
    end,
  },
  {
    name = 'the person stops an execution by their own word, and withdraws a call that is none yet',
    run = function()
      fake_that_hears()
      local said = {}
      call('runs', function(_, result)
        table.insert(said, result.text)
      end)
      running()
      vim.cmd('Termhost stop 17')
      t.till('its answer', function()
        return said[1]
      end)
      t.equal('stopped by the user', said[1])
      t.equal({ { executionId = '17' } }, heard('tool/stop'))
      call('hang', function(_, result)
        table.insert(said, result.text)
      end)
      t.till('the call', function()
        return #heard('tool/call') == 2
      end)
      vim.cmd('Termhost stop')
      t.till('its answer', function()
        return said[2]
      end)
      t.equal({ 1, 1 }, { #heard('tool/stop'), #heard('$/cancelRequest') })
    end,
  },
  {
    name = 'who listens while the server starts hears what commands print',
    run = function()
      fake_that_hears()
      require('termhost.client').ready(function() end)
      t.equal('starting', require('termhost.client').state.kind)
      require('termhost').on('tool/calling', function() end)
      t.till('the wish', function()
        return heard('tool/didChangeLiveOutput')[1]
      end)
      t.equal({ { wanted = true } }, heard('tool/didChangeLiveOutput'))
    end,
  },
  {
    name = 'settings: what was taken back is sent as null',
    run = function()
      fake_that_hears()
      local termhost = require('termhost')
      local options = { binary = here .. '/fake_server.py', environment = { FAKE_HEARD = vim.fn.getcwd() .. '/heard' } }
      termhost.setup(vim.tbl_extend('error', options, { settings = { max_terminals = 3 }, trace = 'messages' }))
      call('slow')
      t.till('the server', function()
        return require('termhost.client').state.kind == 'ready'
      end)
      termhost.setup(options)
      t.till('the new settings', function()
        return #heard('workspace/didChangeConfiguration') == 1
      end)
      local first = heard('initialize')[1]
      t.equal({ 3, 'messages' }, { first.initializationOptions.settings.maxTerminals, first.trace })
      local second = heard('workspace/didChangeConfiguration')[1].settings
      t.equal(vim.NIL, second.maxTerminals)
      t.equal(vim.tbl_count(require('termhost.schema').settings), vim.tbl_count(second))
      t.equal({ { value = 'off' } }, heard('$/setTrace'))
    end,
  },
  {
    name = "the server's log goes to the log with its levels, and a setting that is wrong is told once",
    run = function()
      local told = {}
      vim.notify = function(message)
        table.insert(told, message)
      end
      fake()
      local function log()
        local over
        call('logs', function()
          over = true
        end)
        t.till('the answer', function()
          return over
        end)
        return t.read_file(require('termhost.log').path())
      end
      local text = log()
      t.contains(text, 'error level 1')
      t.contains(text, 'warn  level 2')
      t.contains(text, 'info  level 3')
      assert(not text:find('level 4'), text)
      t.equal({ 'termhost: settings.maxTerminals: expected an integer' }, told)
      require('termhost').setup({ binary = here .. '/fake_server.py', trace = 'messages' })
      t.contains(log(), 'debug level 4')
    end,
  },
  {
    name = 'a command that waits for a terminal is listed as that, and followed to its end',
    run = function()
      fake()
      call('waits')
      local entry = running()
      vim.cmd('Termhost list')
      local function line()
        return vim.api.nvim_buf_get_lines(vim.fn.bufnr('termhost://commands'), 0, 1, false)[1]
      end
      t.equal('1   waits for a terminal            waits  -- all 5 are busy', line())
      t.till('its start', function()
        return line():find('^1%s+in background%s+[%d.]+ s  waits$')
      end)
      t.till('its end', function()
        return line():find('^1%s+exit 3%s+[%d.]+ s  waits$')
      end)
      assert(entry.duration < 1000, entry.duration)
    end,
  },
  {
    name = 'a server that ends under a call: one answer, and no second server before it is needed',
    run = function()
      fake()
      local answers = {}
      call('die', function(err, result)
        table.insert(answers, err or result.structured.status)
      end)
      t.till('the answer', function()
        return #answers > 0
      end)
      t.pause(300)
      t.equal({ 'lost' }, answers)
      t.equal('stopped', require('termhost.client').state.kind)
    end,
  },
  {
    name = 'calls before the server is there wait for it, and a cancelled one is cancelled then',
    run = function()
      fake()
      local answers = {}
      local started = require('termhost').execute('hang', { agreed = true }, function(_, result)
        table.insert(answers, result.text)
      end)
      call('slow', function(_, result)
        table.insert(answers, result.text)
      end)
      started:cancel()
      t.till('both answers', function()
        return #answers == 2
      end)
      table.sort(answers)
      t.equal({ 'slow', 'stopped' }, answers)
    end,
  },
  {
    name = 'a server that reads nothing is given up, and the editor goes on',
    run = function()
      fake()
      local outbox = require('termhost.outbox')
      call('deaf')
      t.till('the server', function()
        return require('termhost.client').state.kind == 'ready'
      end)
      t.pause(200)
      local lost
      call('hang', function(_, result)
        lost = result.structured.status
      end)
      local chunk = ('x'):rep(1024 * 1024)
      for _ = 1, 70 do
        outbox.write('t1', chunk)
        t.pause(1)
      end
      t.till('the answer', function()
        return lost
      end)
      t.equal('lost', lost)
      t.contains(t.read_file(require('termhost.log').path()), 'has not read')
    end,
  },
}

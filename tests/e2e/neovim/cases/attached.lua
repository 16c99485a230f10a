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

local function pending()
  return require('termhost.agents').pending() > 0
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
      local asked = choosing('Allow', 'Never')
      local first = agent(program())
      first.call('one', 'echo from $((6 * 7))')
      t.till('the question', pending)
      t.equal({}, asked, 'nothing comes up that takes keys')
      vim.cmd('Termhost approve')
      t.contains(asked[1], 'calls itself "some agent"')
      t.contains(first.answer('one').content[1].text, 'from 42')
      t.equal(1, #vim.tbl_filter(function(buffer)
        return vim.bo[buffer].buftype == 'terminal'
      end, vim.api.nvim_list_bufs()))
      first.leave()

      local second = agent(program())
      second.call('two', 'echo again')
      t.contains(second.answer('two').content[1].text, 'again')
      t.equal(1, #asked, 'the answer was kept')
      second.leave()

      require('termhost.agents').forget()
      local third = agent(program())
      third.call('three', 'echo never')
      t.till('the question', pending)
      vim.cmd('Termhost approve')
      t.contains(third.answer('three').content[1].text, 'does not let this agent use')
      third.leave()
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
      choosing('cursor: connect it', 'Leave it')
      vim.cmd('Termhost connect')
      t.till('the change', function()
        return vim.fn.bufnr('termhost://result') > 0
      end)
      t.pause(200)
      t.equal(nil, t.read_file(settings))
      choosing('cursor: connect it', 'Write it')
      vim.cmd('Termhost connect')
      t.till('the entry', function()
        return (t.read_file(settings) or ''):find('"--attach"', 1, true)
      end)
      choosing('cursor: disconnect it', 'Write it')
      t.till('that it is said', function()
        return vim.iter(said):any(function(message)
          return message:find('cursor is connected', 1, true) ~= nil
        end)
      end)
      vim.cmd('Termhost connect')
      t.till('the entry is gone', function()
        return t.read_file(settings) == nil
      end)
    end,
  },
}

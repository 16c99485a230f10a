-- The tool definitions for agent plugins, called the way that these plugins call them: both the present way and the one
-- before, as their documentation has it.
local codecompanion = require('codecompanion_interface')
local t = require('support')

local function allow_everything()
  require('termhost').setup({ settings = { auto_approve = true } })
end

local function added_to(chat)
  return {
    id = 7,
    add_tool_output = function(_, tool, text)
      table.insert(chat, { tool.name, text })
    end,
  }
end

local function check_fields(fields)
  for _, field in ipairs(fields) do
    if field.type == 'object' then
      check_fields(field.fields)
    else
      assert(vim.tbl_contains({ 'string', 'integer', 'number', 'boolean' }, field.type), field.type)
    end
  end
end

return {
  {
    name = 'codecompanion.nvim, version 19.22',
    run = function()
      allow_everything()
      local entries = require('termhost.tools.codecompanion').tools()
      local schemas = codecompanion.schemas(entries, 'termhost')
      t.equal(7, #schemas)
      t.equal('function', schemas[1].type)
      t.equal('execute_command', schemas[1]['function'].name)
      t.equal({ 'command' }, schemas[1]['function'].parameters.required)
      local said = {}
      local chat = added_to(said)
      t.await(function(resume)
        codecompanion.run(entries.execute_command, chat, { command = 'echo for the model' }, resume)
      end)
      t.equal('execute_command', said[1][1])
      t.contains(said[1][2], 'Exit code: 0\nOutput:\nfor the model')
      t.await(function(resume)
        codecompanion.run(entries.read_command_output, chat, { artifact_id = 'cmd-1.txt' }, resume)
      end)
      t.contains(said[2][2], 'cmd-1.txt')
      local listed = t.call('list_terminals').structured.terminals
      t.equal('codecompanion-7', listed[1].taskId)
    end,
  },
  {
    name = 'codecompanion.nvim, before: the callback is the fourth argument',
    run = function()
      allow_everything()
      local tool = codecompanion.resolve(require('termhost.tools.codecompanion').tools().read_command_output)
      local said = {}
      local chat = added_to(said)
      local outcome = t.await(function(resume)
        tool.cmds[1]({ chat = chat }, { artifact_id = 'cmd-1.txt' }, nil, resume)
      end)
      t.equal('error', outcome.status)
      tool.output.error(tool, { chat = chat }, {}, { outcome.data })
      t.contains(said[1][2], 'cmd-1.txt')
    end,
  },
  {
    name = 'avante.nvim',
    run = function()
      allow_everything()
      local tools = {}
      for _, tool in ipairs(require('termhost.tools.avante').tools()) do
        tools[tool.name] = tool
        assert(type(tool.description) == 'string' and #tool.returns == 2)
        check_fields(tool.param.fields)
      end
      local text, err = t.await(function(resume)
        local result, problem = tools.execute_command.func({ command = 'read x; echo got $x', background = true }, nil, resume)
        t.equal({}, { result, problem }) -- it is answered later
      end)
      assert(not err, err)
      local execution = text:match('%d%d%d%d%d+')
      text, err = t.await(function(resume)
        tools.send_input.func({ execution_id = execution, text = 'a key', keys = 'enter' }, { on_complete = resume })
      end)
      assert(text and not err, err)
      text = t.await(function(resume)
        tools.wait_for_command.func({ execution_id = execution, timeout = 20 }, { on_complete = resume })
      end)
      t.contains(text, 'got a key')
      text, err = t.await(function(resume)
        tools.wait_for_command.func({ execution_id = '404' }, { on_complete = resume })
      end)
      assert(not text)
      t.contains(err, '404')
    end,
  },
}

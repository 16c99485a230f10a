--- termhost's tools for codecompanion.nvim. Loaded only when asked:
---
---   require('codecompanion').setup({
---     interactions = { chat = { tools = require('termhost.tools.codecompanion').tools() } },
---   })
---
--- Versions before 18 call it `strategies` instead of `interactions`. A tool is given as a function that returns it: versions before 19
--- take a table too, and later ones take no such table.
local schema = require('termhost.schema')

local M = {}

--- An agent's conversation, so that its terminals and outputs are its own.
---@param chat? { id: any }
---@return string?
local function task_of(chat)
  return chat and chat.id and ('codecompanion-%s'):format(chat.id) or nil
end

--- The function that runs the tool. The callback is the fourth argument, or in newer versions a field of the third.
---@param name string
local function command(name)
  return function(self, arguments, input_or_options, output_handler)
    local done = output_handler or (type(input_or_options) == 'table' and input_or_options.output_cb)
    require('termhost').call(name, arguments or {}, function(err, result)
      if err then
        return done({ status = 'error', data = err })
      end
      ---@cast result termhost.Result
      done({ status = result.is_error and 'error' or 'success', data = result.text })
    end, { task_id = task_of(self and self.chat) })
  end
end

--- Gives the output to the chat: `(self, output, meta)` in newer versions, `(self, tools, command, output)` before.
local function add_to_chat(self, second, third, fourth)
  local is_newer = type(third) == 'table' and third.tools ~= nil
  local tools, output = is_newer and third.tools or second, is_newer and second or fourth
  local text = type(output) == 'table' and table.concat(vim.iter(output):flatten():map(tostring):totable(), '\n') or tostring(output)
  tools.chat:add_tool_output(self, text)
end

---@param tool table
---@return table
local function definition(tool)
  return {
    name = tool.name,
    cmds = { command(tool.name) },
    schema = {
      type = 'function',
      ['function'] = {
        name = tool.name,
        description = tool.description,
        parameters = vim.tbl_extend('error', vim.deepcopy(tool.input), { additionalProperties = false }),
      },
    },
    output = { success = add_to_chat, error = add_to_chat },
  }
end

---@param tool table
---@return table
local function entry(tool)
  return {
    description = tool.title,
    callback = function()
      return definition(tool)
    end,
  }
end

--- One entry for each tool, and a group `termhost` of all of them.
---@return table<string, table>
function M.tools()
  local tools, names = {}, {}
  for _, tool in ipairs(schema.tools) do
    tools[tool.name] = entry(tool)
    table.insert(names, tool.name)
  end
  tools.groups = {
    termhost = { description = 'Run commands in terminals of the editor', tools = names },
  }
  return tools
end

return M

-- The interface of codecompanion.nvim to a tool, as version 19.22.0 (8 August 2026) has it: how an entry of its settings becomes a tool,
-- and how a tool is run. The plugin is in no package that a test could fetch, so this stands in for it.
local M = {}

--- The tool of an entry: made by its function, else the entry itself. A table in `callback` is overlooked.
---@param entry table
---@return table
function M.resolve(entry)
  if type(entry.callback) == 'function' then
    return entry.callback()
  end
  return entry
end

--- Runs a tool with the model's arguments and gives its output to the chat.
---@param entry table
---@param chat table
---@param arguments table
---@param resume fun() called once the chat has the output
function M.run(entry, chat, arguments, resume)
  local tool = M.resolve(entry)
  local tools = { chat = chat, tool = tool }
  local function output_cb(outcome)
    local show = outcome.status == 'error' and tool.output.error or tool.output.success
    show(tool, { outcome.data }, { tools = tools, cmd = arguments })
    resume()
  end
  local outcome = tool.cmds[1](tools, arguments, { output_cb = output_cb, register_job = function() end })
  if outcome ~= nil then
    output_cb(outcome)
  end
end

--- What a chat sends to the model for a group: the schema of each tool in it that could be resolved.
---@param entries table
---@param group string
---@return table[]
function M.schemas(entries, group)
  local schemas = {}
  for _, name in ipairs(entries.groups[group].tools) do
    table.insert(schemas, M.resolve(entries[name]).schema)
  end
  return schemas
end

return M

--- termhost's tools for avante.nvim. Loaded only when asked:
---
---   require('avante').setup({
---     disabled_tools = { 'bash' },
---     custom_tools = require('termhost.tools.avante').tools(),
---   })
local schema = require('termhost.schema')

local M = {}

--- avante.nvim knows no arrays of strings as arguments: words between blanks take their place.
---@param tool table
---@param arguments table
---@return table
local function restored(tool, arguments)
  local given = {}
  for name, value in pairs(arguments) do
    local property = tool.input.properties[name]
    if property then
      given[name] = property.type == 'array' and type(value) == 'string' and vim.split(value, '%s+', { trimempty = true }) or value
    end
  end
  return given
end

---@param object table a schema
---@return table[]
local function fields(object)
  local list = {}
  for name, property in vim.spairs(object.properties) do
    local is_array = property.type == 'array'
    table.insert(list, {
      name = name,
      description = (property.description or '') .. (is_array and ' Separated by blanks.' or ''),
      type = is_array and 'string' or property.type,
      fields = property.type == 'object' and fields(property) or nil,
      optional = not vim.tbl_contains(object.required or {}, name) or nil,
    })
  end
  return list
end

---@param tool table
---@return table
local function definition(tool)
  return {
    name = tool.name,
    description = tool.description,
    param = { type = 'table', fields = fields(tool.input) },
    returns = {
      { name = 'result', description = 'What happened, and the output', type = 'string' },
      { name = 'error', description = 'Why it could not be done', type = 'string', optional = true },
    },
    --- Newer versions give the callbacks as fields of the second argument.
    func = function(arguments, on_log, on_complete)
      local options = type(on_log) == 'table' and on_log or {}
      local done = options.on_complete or on_complete
      require('termhost').call(tool.name, restored(tool, arguments), function(err, result)
        if err or result.is_error then
          return done(nil, err or result.text)
        end
        done(result.text, nil)
      end, { task_id = 'avante' })
    end,
  }
end

---@return table[]
function M.tools()
  return vim.tbl_map(definition, schema.tools)
end

return M

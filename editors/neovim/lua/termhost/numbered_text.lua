--- What read_command_output returns, for people: without its heading and its line numbers.
local M = {}

---@param text string
---@return string
function M.plain(text)
  local lines = vim.split(text, '\n', { plain = true })
  table.remove(lines, 1)
  for index, line in ipairs(lines) do
    lines[index] = line:gsub('^ *%d+ | ', '', 1)
  end
  return table.concat(lines, '\n')
end

return M

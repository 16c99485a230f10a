--- Whether the person types into a terminal. Only looked at while one of ours has the keyboard.
local M = {}

local namespace = vim.api.nvim_create_namespace('termhost.typing')
local augroup = vim.api.nvim_create_augroup('termhost.typing', {})

--- Keys that the terminal's program does not get.
---@param key string
---@param before string
---@return boolean
local function is_for_the_editor(key, before)
  local name = vim.fn.keytrans(key)
  return before == '<C-\\>' or name == '<C-\\>' or name:find('Mouse') ~= nil or name:find('ScrollWheel') ~= nil
end

--- Keys with which a line is sent or given up.
local LINE_ENDS = { ['<CR>'] = true, ['<NL>'] = true, ['<C-J>'] = true, ['<C-C>'] = true, ['<C-D>'] = true, ['<kEnter>'] = true }

---@param buffer integer
---@param typed fun(ends_line: boolean)
function M.watch(buffer, typed)
  vim.api.nvim_create_autocmd('TermEnter', {
    group = augroup,
    buffer = buffer,
    callback = function()
      local before = ''
      vim.on_key(function(key)
        if key ~= '' and not is_for_the_editor(key, before) then
          typed(LINE_ENDS[vim.fn.keytrans(key)] == true)
        end
        before = vim.fn.keytrans(key)
      end, namespace)
    end,
  })
  vim.api.nvim_create_autocmd('TermLeave', {
    group = augroup,
    buffer = buffer,
    callback = function()
      vim.on_key(nil, namespace)
    end,
  })
end

return M

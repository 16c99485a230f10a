--- Who wants to know what happens. Names: those of the notifications that the server sends ('tool/calling',
--- 'terminal/didChangeStatus', …), and our own: 'state', 'commands', 'approval', 'answered'.
local M = {}

---@type table<string, table<function, true>>
local listeners = {}

---@param event string
---@param fn fun(params: any)
---@return fun() off
function M.on(event, fn)
  vim.validate({ event = { event, 'string' }, fn = { fn, 'function' } })
  listeners[event] = listeners[event] or {}
  listeners[event][fn] = true
  return function()
    listeners[event][fn] = nil
  end
end

---@param event string
---@param params? any
function M.emit(event, params)
  for fn in pairs(vim.deepcopy(listeners[event] or {}, true)) do
    local ok, problem = pcall(fn, params)
    if not ok then
      require('termhost.log').error(("a listener for '%s' failed: %s"):format(event, problem))
    end
  end
end

return M

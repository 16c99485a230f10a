--- The process `termhost serve`: found, started when it is first needed, and started again after it ended.
local binary = require('termhost.binary')
local config = require('termhost.config')
local events = require('termhost.events')
local log = require('termhost.log')
local outbox = require('termhost.outbox')

local M = {}

--- Five ends within three minutes are enough.
local MOST_CRASHES, WITHIN_MS = 5, 3 * 60 * 1000
--- How long an orderly end may take.
local SHUTDOWN_MS = 1000

--- What a request is answered with when the server ended first.
M.GONE = 'termhost has ended'

---@class termhost.State
---@field kind 'stopped'|'starting'|'ready'|'failed'
---@field reason? string
---@field binary? termhost.Binary

---@type termhost.State
M.state = { kind = 'stopped' }

--- The problem of a request that the server has withdrawn.
M.WITHDRAWN = 'the request was withdrawn'

--- The handlers of the server's requests. A second result is the error. A handler may yield until it knows the answer; the
--- function that it hands to `on_cancel` is called when the server withdraws the request.
---@type table<termhost.ClientRequest, fun(params: table, on_cancel: fun(withdraw: fun())): any, string?>
M.handlers = {}
--- Who has to clean up when the server ended.
---@type fun()[]
M.on_gone = {}

---@class termhost.Session
---@field rpc vim.lsp.rpc.PublicClient
---@field folder termhost.WorkspaceFolder
---@field pending table<integer, fun(err: any, result: any)>
---@field asked integer requests that the server has sent; it numbers them from 1, and Neovim does not tell their ids
---@field withdraw table<integer, fun()> by the id of a request

---@type termhost.Session?
local session
--- Who looks at what commands print.
local live_listeners = 0
---@type (fun(problem: string?))[]
local waiters = {}
---@type integer[]
local crashes = {}

---@param state termhost.State
local function enter(state)
  M.state = state
  events.emit('state', state)
end

---@param problem? string
local function wake(problem)
  local woken = waiters
  waiters = {}
  for _, callback in ipairs(woken) do
    callback(problem)
  end
end

---@param reason string
local function fail(reason)
  log.error(reason)
  enter({ kind = 'failed', reason = reason })
  wake(reason)
end

---@return boolean
local function crashes_too_often()
  local now = vim.uv.now()
  crashes = vim.tbl_filter(function(time)
    return now - time < WITHIN_MS
  end, crashes)
  table.insert(crashes, now)
  return #crashes >= MOST_CRASHES
end

--- Nothing more comes from this session: every open request is answered, once.
---@param ended termhost.Session
---@param how string
---@param expected? boolean
local function gone(ended, how, expected)
  if session ~= ended then
    return
  end
  session = nil
  outbox.detach()
  local pending = ended.pending
  ended.pending = {}
  for _, callback in pairs(pending) do
    callback(M.GONE)
  end
  for _, fn in ipairs(M.on_gone) do
    fn()
  end
  if expected then
    enter({ kind = 'stopped' })
    return wake(M.GONE)
  end
  log.warn('termhost ended: ' .. how)
  if crashes_too_often() then
    return fail('termhost ended five times within three minutes. See :Termhost log; :Termhost restart starts it again.')
  end
  vim.notify(('termhost ended unexpectedly (%s): see :Termhost list'):format(how), vim.log.levels.WARN)
  enter({ kind = 'stopped' })
  wake(('termhost ended while it started (%s); see :Termhost log'):format(how))
end

--- Neovim 0.12 decodes a null in JSON as vim.NIL, older ones leave the field away: to this plugin both are nil.
local function without_nulls(value)
  if value == vim.NIL then
    return nil
  elseif type(value) == 'table' then
    for key, part in pairs(value) do
      value[key] = without_nulls(part)
    end
  end
  return value
end

---@param of termhost.Session
---@return vim.lsp.rpc.Dispatchers
local function dispatchers(of)
  -- The client runs requests and answers from the main loop; some versions of Neovim do so with notifications too,
  -- others call at once. A second detour would let the next request pass.
  local function in_order(fn)
    return function(...)
      if vim.in_fast_event() then
        return vim.schedule_wrap(fn)(...)
      end
      fn(...)
    end
  end
  return {
    notification = in_order(function(method, params)
      if method == '$/cancelRequest' then
        local withdraw = of.withdraw[params.id]
        return withdraw and withdraw()
      elseif session == of then
        events.emit(method, without_nulls(params))
      end
    end),
    server_request = function(method, params)
      of.asked = of.asked + 1
      local id, handler = of.asked, M.handlers[method]
      local codes = vim.lsp.protocol.ErrorCodes
      if not handler then
        return nil, vim.lsp.rpc.rpc_response_error(codes.MethodNotFound, 'there is no method ' .. method)
      end
      local result, problem = handler(without_nulls(params), function(withdraw)
        of.withdraw[id] = withdraw
      end)
      of.withdraw[id] = nil
      if problem then
        local code = problem == M.WITHDRAWN and codes.RequestCancelled or codes.InternalError
        return nil, vim.lsp.rpc.rpc_response_error(code, problem)
      end
      return result == nil and vim.NIL or result
    end,
    on_exit = function(code, signal)
      vim.schedule(function()
        gone(of, signal ~= 0 and ('signal %d'):format(signal) or ('exit status %d'):format(code))
      end)
    end,
    on_error = in_order(function(code, problem)
      log.error(('%s: %s'):format(vim.lsp.rpc.client_errors[code] or code, vim.inspect(problem)))
    end),
  }
end

---@param of termhost.Session
---@param method string
---@param params? table
---@param callback fun(err: any, result: any)
---@return integer? id
local function send(of, method, params, callback)
  local id
  local function answered(err, result)
    if not id or of.pending[id] then
      if id then
        of.pending[id] = nil
      end
      callback(without_nulls(err), without_nulls(result))
    end
  end
  local sent
  sent, id = of.rpc.request(method, params, answered)
  if not sent then
    vim.schedule(function()
      callback(M.GONE)
    end)
    return nil
  end
  ---@cast id integer
  of.pending[id] = callback
  return id
end

---@return termhost.WorkspaceFolder
local function folder()
  local path = vim.fn.getcwd()
  return { uri = vim.uri_from_fname(path), name = vim.fs.basename(path) }
end

--- Agents look for a Neovim by its folder.
---@param started termhost.Session
local function follow_folder(started)
  vim.api.nvim_create_autocmd('DirChanged', {
    group = vim.api.nvim_create_augroup('termhost.folder', {}),
    pattern = 'global',
    desc = 'Tell termhost the new folder',
    callback = function()
      local before = started.folder
      started.folder = folder()
      M.notify('workspace/didChangeWorkspaceFolders', { event = { added = { started.folder }, removed = { before } } })
    end,
  })
end

---@param started termhost.Session
---@return termhost.InitializeParams
local function initialize_params(started)
  local version = vim.version()
  return {
    processId = vim.uv.os_getpid(),
    clientInfo = { name = 'Neovim', version = ('%d.%d.%d'):format(version.major, version.minor, version.patch) },
    workspaceFolders = { started.folder },
    trace = config.get().trace,
    capabilities = {
      terminal = {
        source = 'bytes',
        modes = { 'plain', 'paste' },
        interrupt = true,
        show = true,
        dispose = true,
        sync = true,
        owned = true,
      },
      approval = true,
      agents = true,
      liveOutput = false, -- said when the server is ready: a listener may come while it starts
    },
    initializationOptions = {
      storageDir = config.get().storage_dir,
      settings = config.wire_settings(require('termhost.remembered').read()),
    },
  }
end

---@param started termhost.Session
---@param found termhost.Binary
local function initialized(started, found)
  started.rpc.notify('initialized', vim.empty_dict())
  outbox.attach({
    notify = started.rpc.notify,
    request = function(method, params, callback)
      send(started, method, params, callback)
    end,
    stuck = function(reason)
      M.abandon(reason)
    end,
  })
  log.info(('termhost %s runs from %s (%s)'):format(found.version, found.path, found.origin))
  binary.renew_link(found)
  follow_folder(started)
  enter({ kind = 'ready', binary = found })
  if live_listeners > 0 then
    M.notify('tool/didChangeLiveOutput', { wanted = true })
  end
  wake()
end

---@param found termhost.Binary
local function launch(found)
  local options = config.get()
  local command = vim.list_extend({ found.path, 'serve' }, options.arguments)
  ---@type termhost.Session
  local started = { pending = {}, asked = 0, withdraw = {} } ---@diagnostic disable-line: missing-fields
  local ok, client = pcall(vim.lsp.rpc.start, command, dispatchers(started), { env = options.environment })
  if not ok then
    return fail(('termhost could not be started: %s'):format(client))
  end
  started.rpc = client
  session = started
  started.folder = folder()
  send(started, 'initialize', initialize_params(started), function(err)
    if err == M.GONE or session ~= started then
      return
    elseif err then
      session = nil
      started.rpc.terminate()
      return fail(('termhost refused to start: %s'):format(err.message or err))
    end
    initialized(started, found)
  end)
end

--- Calls back when the server can be asked, or can't.
---@param callback fun(problem: string?)
function M.ready(callback)
  if M.state.kind == 'ready' then
    return callback()
  elseif M.state.kind == 'failed' then
    return callback(M.state.reason)
  end
  table.insert(waiters, callback)
  if M.state.kind == 'starting' then
    return
  end
  enter({ kind = 'starting' })
  binary.find(function(problem, found)
    if problem then
      return fail(problem)
    end
    ---@cast found termhost.Binary
    launch(found)
  end)
end

--- Asks the server. To be called when it is ready.
---@param method termhost.ServerRequest
---@param params table?
---@param callback fun(err: any, result: any) `err` is GONE if it ended before it answered
---@return integer? id for `cancel`
function M.request(method, params, callback)
  if not session then
    vim.schedule(function()
      callback(M.GONE)
    end)
    return nil
  end
  return send(session, method, params, callback)
end

---@param method termhost.ServerNotification
---@param params table
function M.notify(method, params)
  if session and M.state.kind == 'ready' then
    session.rpc.notify(method, params)
  end
end

--- One more looks at what commands print, or (-1) one less: for nobody the server does not send it.
---@param more 1|-1
function M.live_output(more)
  local before = live_listeners
  live_listeners = before + more
  if before == 0 or live_listeners == 0 then
    M.notify('tool/didChangeLiveOutput', { wanted = live_listeners > 0 })
  end
end

---@param id integer?
function M.cancel(id)
  if id then
    M.notify('$/cancelRequest', { id = id })
  end
end

--- The server is no use any more. It may not even see the signal, so its end is not waited for.
---@param reason string
function M.abandon(reason)
  local useless = session
  if useless then
    useless.rpc.terminate()
    gone(useless, reason)
  end
end

--- An orderly end.
function M.stop()
  local ending = session
  if not ending then
    return
  end
  local over = false
  send(ending, 'shutdown', nil, function()
    over = true
  end)
  vim.wait(SHUTDOWN_MS, function()
    return over
  end, 5)
  ending.rpc.notify('exit', vim.empty_dict())
  gone(ending, 'stopped', true)
end

--- What could not be started may start with other options.
function M.forget_failure()
  if M.state.kind == 'failed' then
    crashes = {}
    enter({ kind = 'stopped' })
  end
end

---@param callback? fun(problem: string?)
function M.restart(callback)
  crashes = {}
  M.stop()
  M.state = { kind = 'stopped' }
  M.ready(callback or function() end)
end

return M

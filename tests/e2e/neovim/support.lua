-- What the cases are written with.
local M = {}

local PATIENCE_MS = tonumber(vim.env.TERMHOST_PATIENCE_MS) or 60000

--- Calls `start` with a function that wakes this case again with results.
---@param start fun(resume: fun(...))
function M.await(start)
  local waiting = assert(coroutine.running(), 'only within a case')
  local results, asleep
  start(function(...)
    if results then
      return
    end
    results = vim.F.pack_len(...)
    if asleep then
      vim.schedule(function()
        assert(coroutine.resume(waiting))
      end)
    end
  end)
  if not results then
    asleep = true
    coroutine.yield()
  end
  return vim.F.unpack_len(results)
end

function M.pause(milliseconds)
  M.await(function(resume)
    vim.defer_fn(resume, milliseconds)
  end)
end

--- Until something is the case.
function M.till(what, condition)
  local began = vim.uv.now()
  while true do
    local value = condition()
    if value then
      return value
    end
    if vim.uv.now() - began > PATIENCE_MS then
      error('waited in vain for: ' .. what, 2)
    end
    M.pause(10)
  end
end

function M.equal(expected, found, what)
  if not vim.deep_equal(expected, found) then
    error(('%sexpected %s, found %s'):format(what and what .. ': ' or '', vim.inspect(expected), vim.inspect(found)), 2)
  end
end

function M.contains(text, part)
  if type(text) ~= 'string' or not text:find(part, 1, true) then
    error(('expected %s in %s'):format(vim.inspect(part), vim.inspect(text)), 2)
  end
end

function M.say(text)
  io.stderr:write(text, '\n')
end

--- Runs a command and waits for its result.
function M.run(command, options)
  local err, result = M.await(function(resume)
    require('termhost').execute(command, vim.tbl_extend('keep', options or {}, { agreed = true }), resume)
  end)
  assert(not err, err)
  return result
end

function M.call(tool, arguments, options)
  local err, result = M.await(function(resume)
    require('termhost').call(tool, arguments, resume, options)
  end)
  assert(not err, err)
  return result
end

--- Starts a command and does not wait: `answer` is set when it is over.
function M.start(command, options)
  local started = {}
  started.call = require('termhost').execute(command, vim.tbl_extend('keep', options or {}, { agreed = true }), function(err, result)
    started.answer = result or err
  end)
  return started
end

--- The same for a command of an agent, which the user has not agreed to.
function M.ask(command)
  return M.start(command, { agreed = false })
end

function M.answer(started)
  return M.till('the answer', function()
    return started.answer
  end)
end

--- All that commands print from now on, as the server tells of it.
function M.printed()
  local printed = { text = '' }
  require('termhost').on('tool/calling', function(params)
    printed.text = printed.text .. (params.data.chunk or '')
  end)
  return printed
end

function M.read_file(path)
  local file = io.open(path, 'rb')
  if not file then
    return nil
  end
  local text = file:read('*a')
  file:close()
  return text
end

function M.write_file(path, text)
  local file = assert(io.open(path, 'wb'))
  file:write(text)
  file:close()
end

--- A whole output, page by page.
function M.read_all(artifact_id)
  local parts, offset = {}, 0
  while offset do
    local result = M.call('read_command_output', { artifact_id = artifact_id, offset = offset, limit = 1024 * 1024 })
    assert(not result.is_error, result.text)
    table.insert(parts, result.structured.text)
    offset = result.structured.nextOffset
  end
  return table.concat(parts)
end

function M.trimmed(text)
  return (text:gsub('%s+$', ''))
end

--- The window that asks: what it shows, and what its keys do.
function M.question()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.bo[buffer].filetype == 'termhost-approval' then
      local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
      local bar = vim.api.nvim_eval_statusline(vim.wo[window].winbar, { winid = window, use_winbar = true, maxwidth = 200 })
      return { window = window, lines = lines, text = table.concat(lines, '\n'), bar = bar.str }
    end
  end
end

--- Answers each question that comes by the next keys of a list, as a person would, and notes what was asked.
function M.person(answers)
  local asked = {}
  local seen
  require('termhost').on('approval', function()
    vim.defer_fn(function()
      local question = M.question()
      if question and question.window ~= seen then
        seen = question.window
        table.insert(asked, question)
        local keys = table.remove(answers, 1)
        if keys then
          vim.api.nvim_input(':Termhost approve<CR>' .. keys)
        end
      end
    end, 20)
  end)
  return asked
end

--- Another Neovim, with a screen: there "Press ENTER" and prompts come up as for a user.
function M.neovim_with_screen()
  local process = vim.fn.jobstart({ vim.env.TERMHOST_NVIM, '--embed', '-n', '-i', 'NONE' }, { rpc = true })
  vim.fn.rpcrequest(process, 'nvim_ui_attach', 80, 24, vim.empty_dict())
  local neovim = {}
  --- Not while it waits for keys.
  function neovim.lua(code, ...)
    return vim.fn.rpcrequest(process, 'nvim_exec_lua', code, { ... })
  end
  function neovim.waits_for_key()
    return vim.fn.rpcrequest(process, 'nvim_get_mode').blocking
  end
  function neovim.type(keys)
    vim.fn.rpcrequest(process, 'nvim_input', keys)
  end
  --- Starts a command there; `status` is that of its result.
  function neovim.start(command, agreed)
    neovim.lua(
      [[
        local command, agreed = ...
        require('termhost').execute(command, { agreed = agreed }, function(_, result)
          _G.status = result.structured.status
        end)
      ]],
      command,
      agreed
    )
  end
  function neovim.status()
    return not neovim.waits_for_key() and neovim.lua('return _G.status or false')
  end
  function neovim.leave()
    vim.fn.rpcnotify(process, 'nvim_command', 'qall!')
    vim.fn.jobwait({ process }, 5000)
  end
  return neovim
end

--- The buffers of the editor's terminals.
function M.terminals()
  return vim.tbl_filter(function(buffer)
    return vim.b[buffer].termhost_terminal ~= nil
  end, vim.api.nvim_list_bufs())
end

--- A command that is run when this editor is gone, and must succeed.
function M.afterwards(command)
  M.write_file(vim.env.HOME .. '/afterwards', command)
end

--- The server's process.
function M.server_pid()
  local children = vim.api.nvim_get_proc_children(vim.uv.os_getpid())
  for _, pid in ipairs(children) do
    local line = M.read_file(('/proc/%d/cmdline'):format(pid)) or ''
    if line:find('%zserve') then
      return pid
    end
  end
end

return M

-- Much output in one command leaves the editor usable: less than 100 ms from a key to the screen, as far as that shows
-- without a screen. A busy machine makes everything late now and then, so the best of three counts.
local t = require('support')

local MOST_MS = 100
local ATTEMPTS = 3
local TICK_MS = 5

--- How late the main loop comes to what is due, at worst: a timer that ticks, measured on the main loop.
local function watch_loop()
  local timer = assert(vim.uv.new_timer())
  local watch = { worst = 0, ticks = 0 }
  local before = vim.uv.hrtime()
  timer:start(
    TICK_MS,
    TICK_MS,
    vim.schedule_wrap(function()
      local now = vim.uv.hrtime()
      watch.worst = math.max(watch.worst, (now - before) / 1e6 - TICK_MS)
      watch.ticks = watch.ticks + 1
      before = now
    end)
  )
  function watch.stop()
    timer:stop()
    timer:close()
  end
  return watch
end

--- Keys typed into another buffer meanwhile, and how long each takes to be there.
local function type_meanwhile(is_over)
  vim.cmd.enew({ bang = true })
  vim.api.nvim_input('i')
  local worst, count = 0, 0
  while not is_over() do
    local length = #vim.api.nvim_get_current_line()
    local began = vim.uv.hrtime()
    vim.api.nvim_input('x')
    t.await(function(resume)
      vim.api.nvim_create_autocmd('TextChangedI', { once = true, callback = resume })
    end)
    vim.cmd.redraw()
    worst = math.max(worst, (vim.uv.hrtime() - began) / 1e6)
    t.equal(length + 1, #vim.api.nvim_get_current_line())
    count = count + 1
    t.pause(20)
  end
  vim.api.nvim_input('<Esc>')
  return worst, count
end

local function attempt(size, line)
  t.write_file('line', line)
  local began = vim.uv.hrtime()
  local started = t.start(('yes "$(cat line)" | head -c %d'):format(size), { shell = 'bash' })
  local watch = watch_loop()
  local worst_key, keys = type_meanwhile(function()
    return started.answer
  end)
  watch.stop()
  local seconds = (vim.uv.hrtime() - began) / 1e9
  local lua_mb = collectgarbage('count') / 1024
  t.say(
    ('%.1f s, %.1f MB/s; %d ticks, worst delay %.0f ms; %d keys, worst %.0f ms; Lua holds %.0f MB'):format(
      seconds,
      size / 1e6 / seconds,
      watch.ticks,
      watch.worst,
      keys,
      worst_key,
      lua_mb
    )
  )
  local s = started.answer.structured
  t.equal({ 'completed', 0 }, { s.status, s.exitCode })
  local before_last = s.output.totalLines * (#line + 1)
  assert(math.abs(before_last - size) <= #line + 1, 'not a line is missing: ' .. s.output.totalLines)
  local buffer = t.terminals()[1]
  assert(vim.api.nvim_buf_line_count(buffer) <= vim.bo[buffer].scrollback + vim.o.lines, 'the scrollback is bounded')
  assert(lua_mb < 100, 'nothing piles up')
  return math.max(watch.worst, worst_key)
end

local function much(megabytes, name, line, seen)
  return {
    name = ('%d MB of %s in one command: no delay of %d ms'):format(megabytes, name, MOST_MS),
    run = function()
      t.run('true', { shell = 'bash' }) -- the shell is there
      if seen then
        vim.cmd('Termhost terminal')
        vim.cmd.wincmd('p')
      end
      local best = math.huge
      for _ = 1, ATTEMPTS do
        best = math.min(best, attempt(megabytes * 1000 * 1000, line))
        if best < MOST_MS then
          return
        end
      end
      error(('the editor was late by %.0f ms at best'):format(best))
    end,
  }
end

return {
  much(50, 'a log', ('2026-01-01 12:00:00 INFO a line of a log, as long as such lines are, number 12345'):sub(1, 79)),
  much(50, 'a coloured log that is looked at', '\27[32m12:00:00\27[0m \27[1;31mERROR\27[0m in \27[4mmodule\27[0m: went wrong', true),
  much(10, 'text beyond ASCII', 'Grüße: 漢字 und ein Text, der nicht nur aus ASCII besteht – öäü'),
}

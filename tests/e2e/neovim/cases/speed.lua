-- Much output in one command leaves the editor usable: less than 100 ms from a key to the screen, as far as that shows
-- without a screen. The time that the editor itself works between two looks at its queue is always held to that limit. The clock
-- on the wall also counts pauses of the machine: it is held to the limit where the machine has time, but for a rare late span.
-- An editor that is too busy is late again and again.
local t = require('support')

local MOST_MS = 100
local TICK_MS = 5
local RARE = 1 / 50 -- the share of late spans that are the machine's, and one in any case

local function machine_has_time()
  return vim.uv.loadavg() <= vim.uv.available_parallelism()
end

local function worked_ms()
  local usage = vim.uv.getrusage()
  return (usage.utime.sec + usage.stime.sec) * 1000 + (usage.utime.usec + usage.stime.usec) / 1000
end

local function now()
  return { wall = vim.uv.hrtime() / 1e6, work = worked_ms() }
end

--- The worst of several spans, by either clock, and how many were late.
local function worst_of()
  local worst = { wall = 0, work = 0, late = 0, count = 0 }
  function worst.add(from, to, due)
    local delay = to.wall - from.wall - due
    worst.wall = math.max(worst.wall, delay)
    worst.work = math.max(worst.work, to.work - from.work)
    worst.late = worst.late + (delay < MOST_MS and 0 or 1)
    worst.count = worst.count + 1
  end
  return worst
end

--- How late the main loop comes to what is due: a timer that ticks, measured on the main loop.
local function watch_loop()
  local timer = assert(vim.uv.new_timer())
  local worst, before = worst_of(), now()
  timer:start(
    TICK_MS,
    TICK_MS,
    vim.schedule_wrap(function()
      local tick = now()
      worst.add(before, tick, TICK_MS)
      before = tick
    end)
  )
  return worst, function()
    timer:stop()
    timer:close()
  end
end

--- Keys typed into another buffer meanwhile, and how long each takes to be there.
local function type_meanwhile(is_over)
  vim.cmd.enew({ bang = true })
  vim.api.nvim_input('i')
  local worst = worst_of()
  while not is_over() do
    local length, before = #vim.api.nvim_get_current_line(), now()
    vim.api.nvim_input('x')
    t.await(function(resume)
      vim.api.nvim_create_autocmd('TextChangedI', { once = true, callback = resume })
    end)
    vim.cmd.redraw()
    worst.add(before, now(), 0)
    t.equal(length + 1, #vim.api.nvim_get_current_line())
    t.pause(20)
  end
  vim.api.nvim_input('<Esc>')
  return worst
end

local function measure(size, line)
  t.write_file('line', line)
  local began, fair = vim.uv.hrtime(), machine_has_time()
  local started = t.start(('yes "$(cat line)" | head -c %d'):format(size), { shell = 'bash' })
  local loop, stop = watch_loop()
  local keys = type_meanwhile(function()
    return started.answer
  end)
  stop()
  local seconds = (vim.uv.hrtime() - began) / 1e9
  local lua_mb = collectgarbage('count') / 1024
  t.say(('%.1f s, %.1f MB/s; Lua holds %.0f MB; load %.1f'):format(seconds, size / 1e6 / seconds, lua_mb, (vim.uv.loadavg())))
  for name, worst in pairs({ loop = loop, keys = keys }) do
    t.say(('%s: %d, worst delay %.0f ms, worst work %.0f ms, late %d'):format(name, worst.count, worst.wall, worst.work, worst.late))
    assert(worst.work < MOST_MS, name .. ': the editor worked too long at a time')
    assert(not fair or worst.late <= math.max(1, worst.count * RARE), name .. ': the editor was late')
  end
  assert(lua_mb < 100, 'nothing piles up')
  return started.answer.structured
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
      local size = megabytes * 1000 * 1000
      local s = measure(size, line)
      t.equal({ 'completed', 0 }, { s.status, s.exitCode })
      assert(math.abs(s.output.totalLines * (#line + 1) - size) <= #line + 1, 'not a line is missing: ' .. s.output.totalLines)
      local buffer = t.terminals()[1]
      assert(vim.api.nvim_buf_line_count(buffer) <= vim.bo[buffer].scrollback + vim.o.lines, 'the scrollback is bounded')
      t.till('the end of it on the screen', function()
        local lines = vim.api.nvim_buf_get_lines(buffer, -20, -1, false)
        return table.concat(lines, '\n'):find('[$#] *\n*$') -- the prompt
      end)
    end,
  }
end

return {
  much(50, 'a log', ('2026-01-01 12:00:00 INFO a line of a log, as long as such lines are, number 12345'):sub(1, 79)),
  much(50, 'a coloured log that is looked at', '\27[32m12:00:00\27[0m \27[1;31mERROR\27[0m in \27[4mmodule\27[0m: went wrong', true),
  much(5, 'short lines', 'yes'),
  much(10, 'text beyond ASCII', 'Grüße: 漢字 und ein Text, der nicht nur aus ASCII besteht – öäü'),
}

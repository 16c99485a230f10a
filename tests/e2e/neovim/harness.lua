-- Runs one case in this Neovim and leaves with its verdict. The case is a coroutine beside the editor's own loop: while it
-- waits, the editor is idle and takes keys, as it would be with a person in front of it.
local file, name = vim.env.TERMHOST_CASE_FILE, vim.env.TERMHOST_CASE
package.path = vim.fs.dirname(vim.env.TERMHOST_HARNESS) .. '/?.lua;' .. package.path

local function leave(problem)
  if problem then
    io.stderr:write(problem, '\n')
  end
  io.stderr:flush()
  vim.cmd(problem and 'cquit 1' or 'qall!')
end

local cases = dofile(file)
if not name then
  for _, case in ipairs(cases) do
    io.stderr:write(case.name, '\n')
  end
  os.exit(0)
end

vim.schedule(function()
  for _, case in ipairs(cases) do
    if case.name == name then
      return coroutine.wrap(function()
        local ok, problem = xpcall(case.run, debug.traceback)
        vim.schedule(function()
          leave(not ok and problem or nil)
        end)
      end)()
    end
  end
  leave('there is no such case')
end)

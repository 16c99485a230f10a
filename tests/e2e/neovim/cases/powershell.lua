-- PowerShell in an editor's terminal, in short; TERMHOST_PWSH names it. Where there is none, nothing is run here.
local t = require('support')

local shell = vim.env.TERMHOST_PWSH
if not shell then
  return {}
end

local rows = {
  { "'hello'", 'hello', 0 },
  { "sh -c 'echo bad >&2; exit 42'", 'bad', 42 },
  { 'foreach ($i in 1..3) {\n  "n$i"\n}', 'n1\nn2\nn3', 0 },
  { "@'\none\n  two\n'@", 'one\n  two', 0 },
  { "'ä€😀'", 'ä€😀', 0 },
  { 'Get-Item /nowhere -ErrorAction SilentlyContinue', '', 1 },
  { "if ($true) { 'x'", "Invoke-Expression: Missing closing '}' in statement block or type definition.", 1 },
  { "'same'; sh -c 'exit 2'", 'same', 2 },
  { "'same'; sh -c 'exit 2'", 'same', 2 },
  { "'same'; sh -c 'exit 2'", 'same', 2 },
}

return {
  {
    name = 'commands, the same one several times among them',
    run = function()
      for _, row in ipairs(rows) do
        local result = t.run(row[1], { shell = shell })
        local s, all = result.structured, result.text .. '\n' .. vim.inspect(result.structured)
        assert(s.status == 'completed' and vim.startswith(s.terminalId, 'nvim-'), all)
        t.equal({ row[2], row[3] }, { t.trimmed(s.output.text), s.exitCode }, row[1])
      end
    end,
  },
}

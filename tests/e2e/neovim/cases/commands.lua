-- What is run in every shell, and what must come of it. `output` is compared without blanks at its end; `has` must be in
-- it; `code` may be a list of what is right. Each row runs in an editor of its own, and all of them once more in one.
local t = require('support')

local function by_shell(fish, others)
  return { fish = fish, bash = others, zsh = others }
end

local rows = {
  { name = 'echo', command = 'echo hello', output = 'hello', code = 0 },
  { name = 'failing', command = "sh -c 'echo bad >&2; exit 42'", output = 'bad', code = 42 },
  { name = 'not found', command = 'no-such-command-here', has = 'no-such-command-here', code = 127 },
  { name = '20000 lines', command = 'seq 1 20000', lines = 20000, code = 0 },
  {
    name = 'progress',
    command = by_shell(
      'for i in 1 2 3; printf "\\rstep $i of 3"; sleep 0.1; end; echo',
      'for i in 1 2 3; do printf "\\rstep $i of 3"; sleep 0.1; done; echo'
    ),
    output = 'step 3 of 3',
    code = 0,
  },
  {
    name = 'loop over three lines',
    command = by_shell('for i in 1 2 3\n  echo n$i | tee -a count\nend', 'for i in 1 2 3; do\n  echo n$i | tee -a count\ndone'),
    output = 'n1\nn2\nn3',
    code = 0,
    counted = 3,
  },
  {
    name = 'here-document', -- fish has none: there it is an error, and must end as one
    command = 'cat <<EOF\nalpha\n  beta $HOME\nEOF',
    has = by_shell('', 'alpha\n  beta /'),
    code = by_shell(nil, 0),
  },
  { name = 'quoted newline', command = "printf '%s|' 'one\ntwo' three; echo", output = 'one\ntwo|three|', code = 0 },
  {
    name = 'subshell',
    command = by_shell("sh -c '(echo inside; exit 4)'", '(echo inside; exit 4)'),
    output = 'inside',
    code = 4,
  },
  { name = 'backslash', command = '\\ls -d /tmp', output = by_shell('/tmp/', '/tmp'), code = 0 }, -- fish's own ls marks folders
  { name = 'cd and', command = 'cd sub && ls', output = 'readme.txt', code = 0 },
  {
    name = 'function',
    command = by_shell('function greet; echo "hi $argv"; end', 'greet() { echo "hi $1"; }'),
    output = '',
    code = 0,
  },
  { name = 'comment', command = '# nothing to see', code = { 0, 127 } },
  { name = 'syntax error', command = 'echo a; )', fails = true },
  { name = 'two lines', command = 'echo first >> count\necho second | tee -a count', output = 'second', code = 0, counted = 2 },
  { name = 'no newline at the end', command = "printf 'no newline'", output = 'no newline', code = 0 },
  { name = 'colours', command = "printf '\\033[31mred\\033[0m plain\\n'", output = 'red plain', code = 0 },
  { name = 'umlauts', command = "printf 'ä€😀\\n'", output = 'ä€😀', code = 0 },
  {
    name = 'output that is not UTF-8', -- U+FFFD for each part that is none
    command = "printf 'a\\377b\\300c\\n\\303\\244\\n'",
    output = 'a�b�c\nä',
    code = 0,
  },
  { name = 'NUL bytes', command = "printf 'a\\000b\\n\\000\\000c\\n'", output = 'ab\nc', code = 0 },
  { name = 'a line longer than the screen', command = 'printf %0500d 0; echo', output = ('0'):rep(500), code = 0 },
  { name = 'killed', command = "sh -c 'kill -9 $$'", has = '', code = 137 },
  { name = 'exit 3', command = 'exit 3', code = 3 },
  { name = 'after exit', command = 'echo still here', output = 'still here', code = 0 },
}

local function for_shell(value, shell)
  if type(value) == 'table' and (value.bash or value.fish) then
    return value[shell]
  end
  return value
end

local function check(row, shell)
  vim.fn.mkdir('sub', 'p')
  t.write_file('sub/readme.txt', '')
  os.remove('count')
  local result = t.run(for_shell(row.command, shell), { shell = shell })
  local s, all = result.structured, result.text .. '\n' .. vim.inspect(result.structured)
  local function sure(condition, what)
    assert(condition, ('%s: %s: %s'):format(row.name, what, all))
  end
  sure(s.status == 'completed', 'status')
  sure(s.endedBy, 'evidence')
  sure(vim.startswith(s.terminalId, 'nvim-'), 'the terminal is one of this editor')
  local code, output, has = for_shell(row.code, shell), for_shell(row.output, shell), for_shell(row.has, shell)
  if code then
    sure(vim.tbl_contains(type(code) == 'table' and code or { code }, s.exitCode), 'exit code')
  end
  sure(not row.fails or s.exitCode ~= 0, 'it fails')
  sure(not output or t.trimmed(s.output.text) == output, 'output')
  sure(not has or s.output.text:find(has, 1, true), 'output')
  sure(not row.lines or s.output.totalLines == row.lines, 'lines')
  if row.counted then
    t.equal(row.counted, #vim.split(t.trimmed(t.read_file('count')), '\n'), row.name .. ': how often it ran')
  end
  if row.lines then
    local lines = {}
    for i = 1, row.lines do
      lines[i] = i .. '\n'
    end
    assert(t.read_all(s.output.artifactId) == table.concat(lines), 'the artifact is whole')
  end
end

local cases = {}
for _, shell in ipairs({ 'bash', 'zsh', 'fish' }) do
  for _, row in ipairs(rows) do
    table.insert(cases, {
      name = ('%s: %s'):format(shell, row.name),
      run = function()
        check(row, shell)
      end,
    })
  end
  table.insert(cases, {
    name = shell .. ': all of them, one after the other',
    run = function()
      for _, row in ipairs(rows) do
        check(row, shell)
      end
    end,
  })
end
return cases

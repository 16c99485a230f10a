// What is run in every shell, in terminals of VS Code and in our own: a command line and what must come of it.
// `output` is compared without blanks at its end; `has` must be in it; `code` may be a list of what is right.
// Each command line is counted by the file that it appends to, where it can be: it must have run once.

// `evidence` is how the end is known, if not by the kind of terminal's own way.

export const fishOnly = (fish, others) => (shell) => (shell === 'fish' ? fish : others);

export const commands = [
  { name: 'echo', command: 'echo hello', output: 'hello', code: 0 },
  { name: 'failing', command: "sh -c 'echo bad >&2; exit 42'", output: 'bad', code: 42 },
  { name: 'not found', command: 'no-such-command-here', has: 'no-such-command-here', code: 127 },
  { name: '20000 lines', command: 'seq 1 20000', lines: 20000, code: 0 },
  {
    name: 'progress',
    command: fishOnly(
      'for i in 1 2 3; printf "\\rstep $i of 3"; sleep 0.1; end; echo',
      'for i in 1 2 3; do printf "\\rstep $i of 3"; sleep 0.1; done; echo',
    ),
    output: 'step 3 of 3',
    code: 0,
  },
  {
    name: 'loop over three lines',
    command: fishOnly('for i in 1 2 3\n  echo n$i | tee -a count\nend', 'for i in 1 2 3; do\n  echo n$i | tee -a count\ndone'),
    output: 'n1\nn2\nn3',
    code: 0,
    counted: 3,
  },
  {
    name: 'here-document',
    // fish has none: there it is an error, and must end as one.
    command: 'cat <<EOF\nalpha\n  beta $HOME\nEOF',
    perShell: { fish: { has: '', code: undefined } },
    has: 'alpha\n  beta /',
    code: 0,
  },
  { name: 'quoted newline', command: "printf '%s|' 'one\ntwo' three; echo", output: 'one\ntwo|three|', code: 0 },
  { name: 'subshell', command: fishOnly("sh -c '(echo inside; exit 4)'", '(echo inside; exit 4)'), output: 'inside', code: 4 },
  // fish's own ls marks folders.
  { name: 'backslash', command: '\\ls -d /tmp', output: '/tmp', code: 0, perShell: { fish: { output: '/tmp/' } } },
  { name: 'cd and', command: 'cd sub && ls', output: 'readme.txt', code: 0 },
  {
    name: 'function',
    command: fishOnly('function greet; echo "hi $argv"; end', 'greet() { echo "hi $1"; }'),
    output: '',
    code: 0,
  },
  { name: 'comment', command: '# nothing to see', code: [0, 127], perShell: { zsh: { has: '' } }, has: '' },
  { name: 'syntax error', command: 'echo a; )', has: '', fails: true },
  { name: 'two lines', command: 'echo first >> count\necho second | tee -a count', output: 'second', code: 0, counted: 2 },
  { name: 'no newline at the end', command: "printf 'no newline'", output: 'no newline', code: 0 },
  { name: 'colours', command: "printf '\\033[31mred\\033[0m plain\\n'", output: 'red plain', code: 0 },
  { name: 'umlauts', command: "printf 'ä€😀\\n'", output: 'ä€😀', code: 0 },
  { name: 'exclamation marks', command: 'echo "oh!no" \'ah!yes\' !!', output: 'oh!no ah!yes !!', code: 0 },
  { name: 'a line of 6000 characters', command: `printf %s '${'long '.repeat(1200)}' | wc -c`, output: '6000', code: 0 },
  {
    name: 'a script of 60 lines',
    command: Array.from({ length: 60 }, (_, i) => `echo "line ${i + 1}: $HOME" | grep -c line >> count`).join('\n'),
    output: '',
    code: 0,
    counted: 60,
  },
  { name: '100 KB in one command', command: `printf %s '${'wörd\n'.repeat(16000)}' | wc -l`, output: '16000', code: 0 },
  { name: 'killed', command: "sh -c 'kill -9 $$'", has: '', code: 137 },
  {
    name: 'exit 3',
    command: 'exit 3',
    has: '',
    code: 3,
    evidence: { mirrored: ['terminal_closed'], owned: ['wait'] },
    perShell: { fish: { evidence: { mirrored: ['end_event', 'terminal_closed'], owned: ['end_mark', 'wait'] } } },
  },
  { name: 'after exit', command: 'echo still here', output: 'still here', code: 0 },
];

export function commandFor(row, shell) {
  const expected = { ...row, ...row.perShell?.[shell] };
  return { ...expected, command: typeof row.command === 'function' ? row.command(shell) : row.command };
}

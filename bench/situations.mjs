// Fifty situations as an agent meets them in a shell: what is there, what it calls, and what of the answers matters. Made here, run for real.
//
// files    in the folder that it works in; a function makes the text
// setup    a line that is run before, unseen
// command  for execute_command, with `more` arguments
// then     what follows while it runs: {input}, {keys}, {stop}, {screen}, {wait}; without it the agent waits for the end
// matters  what has to stand in one of the answers
// exit     the code that the last answer has to know; null: it is stopped or goes on
const lines = (count, line) => Array.from({ length: count }, (_, at) => line(at + 1)).join('\n') + '\n';

/** Six hundred lines of a build, with the error where it happened. */
const log = (tenth) => lines(600, (at) => (at === tenth * 60 - 29 ? 'src/orders/total.c:88:13: error: unknown type name ‘money_t’'
  : at % 7 === 0 ? `src/part${at % 40}/file${at}.c:${at % 300}:9: warning: unused variable ‘tmp${at % 5}’ [-Wunused-variable]`
    : `[${String(Math.floor(at / 6)).padStart(3)}%] Building C object part${at % 40}/CMakeFiles/part.dir/file${at}.c.o`));

const nodeTests = (count, failing) => `import test from 'node:test';\nimport assert from 'node:assert';\n` +
  lines(count, (at) => `test('order ${at} adds up', () => assert.strictEqual(${at} + 1, ${failing.includes(at) ? at + 2 : at + 1}));`);
const unitTests = (count, failing) => 'import unittest\n\nclass Orders(unittest.TestCase):\n' +
  lines(count, (at) => `    def test_order_${at}(self):\n        self.assertEqual(${at} + 1, ${failing.includes(at) ? at + 2 : at + 1})\n`) + '\nunittest.main(verbosity=2)\n';
const tap = (count, failing) => 'use Test::More;\n' + lines(count, (at) => `is(${at} + 1, ${failing.includes(at) ? at + 2 : at + 1}, 'order ${at}');`) + 'done_testing();\n';
const sources = (count, broken) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`part${at}.c`, `int part${at}(int x) { int unused; return x + ${at}${at === broken ? ' + missing' : ''}; }\n`]));
const makefile = (count) => `all: ${Array.from({ length: count }, (_, at) => `part${at}.o`).join(' ')}\n%.o: %.c\n\tcc -Wall -c $< -o $@\n`;
const module = lines(400, (at) => (at === 200 ? 'def total(orders): return sum(o.price for o in orders)' : `def helper_${at}(x): return x * ${at}`));
const server = "require('http').createServer((q, r) => r.end('ok')).listen(0, function () { console.log('Listening on port ' + this.address().port); });\n";

export const situations = [
  ...Array.from({ length: 10 }, (_, at) => ({ name: `a log with its error in part ${at + 1} of 10`, files: { 'build.log': log(at + 1) }, command: 'cat build.log; exit 2', matters: 'unknown type name', exit: 2 })),

  { name: 'node --test, two of 200 fail', files: { 'orders.test.mjs': nodeTests(200, [71, 144]) }, command: 'node --test', matters: 'order 144 adds up', exit: 1 },
  { name: 'node --test, all pass', files: { 'orders.test.mjs': nodeTests(200, []) }, command: 'node --test', matters: 'pass 200', exit: 0 },
  { name: 'unittest, two of 150 fail', files: { 'orders.py': unitTests(150, [40, 99]) }, command: 'python3 orders.py', matters: 'FAIL: test_order_99', exit: 1 },
  { name: 'unittest, all pass', files: { 'orders.py': unitTests(150, []) }, command: 'python3 orders.py', matters: 'Ran 150 tests', exit: 0 },
  { name: 'prove, one of 120 fails', files: { 't/orders.t': tap(120, [60]) }, command: 'prove -v t', matters: "Failed test 'order 60'", exit: 1 },
  { name: 'ctest, one of 40 fails', files: { 'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.20)\nproject(orders NONE)\nenable_testing()\nforeach(at RANGE 1 40)\n  add_test(NAME order_${at} COMMAND sh -c "test ${at} != 17")\nendforeach()\n' },
    setup: 'cmake -S . -B out', command: 'ctest --test-dir out', matters: 'order_17 (Failed)', exit: 8 },

  { name: 'make, one of 60 files has an error', files: { Makefile: makefile(60), ...sources(60, 31) }, command: 'make -k', matters: 'part31.c:1:', exit: 2 },
  { name: 'make, warnings only', files: { Makefile: makefile(60), ...sources(60, -1) }, command: 'make', matters: 'unused', exit: 0 },
  { name: 'a linker error: a missing symbol', files: { 'main.c': 'int total(int); int main(void) { return total(1); }\n' }, command: 'cc main.c -o main', matters: "undefined reference to `total'", exit: 1 },
  { name: 'a syntax error in one of 80 modules', files: { ...Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`m/p${at}.py`, at === 44 ? 'def total(:\n' : 'x = 1\n'])) }, command: 'python3 -m compileall m', matters: 'p44.py', exit: 1 },
  { name: 'a build, piped into tee', files: { 'build.sh': 'for i in $(seq 300); do echo "compiling $i"; done; echo "error: no rule for orders"; exit 3\n' }, command: 'bash build.sh 2>&1 | tee out.txt', matters: 'error: no rule for orders', exit: 0 },
  { name: 'a build that takes six seconds', files: { 'build.sh': 'for i in $(seq 60); do echo "step $i of 60"; [ $i = 30 ] && echo "error: step 30 found no orders.h"; sleep 0.1; done; exit 1\n' }, command: 'bash build.sh', matters: 'found no orders.h', exit: 1 },

  { name: 'npm install of a local folder', files: { 'package.json': '{"name":"shop","version":"1.0.0","dependencies":{"orders":"file:./orders"}}', 'orders/package.json': '{"name":"orders","version":"1.0.0"}' }, command: 'npm install --offline --no-audit --no-fund', matters: 'added 1 package', exit: 0 },
  { name: 'npm run, the script is missing', files: { 'package.json': '{"name":"shop","version":"1.0.0","scripts":{"biuld":"true"}}' }, command: 'npm run build', matters: 'Missing script: "build"', exit: 1 },
  { name: 'a download with a progress bar', files: { 'get.py': "import sys, time\nfor i in range(101):\n    sys.stdout.write('\\r%3d%% [%-40s]' % (i, '#' * (i * 2 // 5)))\n    sys.stdout.flush(); time.sleep(0.005)\nprint('\\nsha256 does not match: orders.tar.gz')\nsys.exit(1)\n" }, command: 'python3 get.py', matters: 'sha256 does not match', exit: 1 },
  { name: 'tar of 800 files', setup: 'mkdir d; for i in $(seq 800); do : >d/f$i; done; tar czf a.tgz d; truncate -s -400 a.tgz', command: 'tar xvzf a.tgz', matters: 'unexpected end of file', exit: 2 },

  { name: 'grep with 90 matches', files: { 'log.txt': lines(90, (at) => `2026-11-${String(at % 28 + 1).padStart(2, '0')} request ${at * 37} took ${at * 13 % 900} ms for customer ${at * 7919 % 10007}`) }, command: 'grep -n request log.txt', matters: 'request 1702 ', exit: 0 },
  { name: 'grep that finds nothing', files: { 'log.txt': 'nothing here\n' }, command: 'grep needle log.txt', matters: '1', exit: 1 },
  { name: 'cat of a source file of 400 lines', files: { 'orders.py': module }, command: 'cat orders.py', then: [{ read: { search: 'def total' } }], matters: 'def total(orders)', exit: 0 },
  { name: 'find in 300 files', setup: 'mkdir -p a/b; for i in $(seq 300); do : >a/b/part$i.txt; done; : >a/b/orders.sql', command: 'find a -name "*.sql" -o -name "part29*"', matters: 'orders.sql', exit: 0 },
  { name: 'git log of 120 commits', setup: 'git init -q .; for i in $(seq 120); do git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m "Order $i is priced"; done', command: 'git log --oneline', matters: 'Order 60 is priced', exit: 0 },
  { name: 'git diff of one line', files: { 'orders.py': module }, setup: 'git init -q .; git add .; git -c user.name=a -c user.email=a@b.c commit -qm x; sed -i s/o.price/o.cost/ orders.py', command: 'git diff', matters: '+def total(orders): return sum(o.cost', exit: 0 },
  { name: 'a merge conflict', setup: 'git init -q .; git config user.name a; git config user.email a@b.c; echo a >f; git add f; git commit -qm a; git checkout -qb x; echo b >f; git commit -qam b; git checkout -q -; echo c >f; git commit -qam c', command: 'git merge x', matters: 'CONFLICT', exit: 1 },
  { name: 'a query of a long JSON file', files: { 'o.json': JSON.stringify(Array.from({ length: 300 }, (_, at) => ({ id: at, state: at === 150 ? 'lost' : 'sent' }))) }, command: `python3 -c 'import json; print([o["id"] for o in json.load(open("o.json")) if o["state"] == "lost"])'`, matters: '[150]', exit: 0 },
  { name: 'the first 6,000 bytes of a program file', command: 'head -c 6000 /bin/ls', matters: 'no text', exit: 0 },
  { name: 'a program that crashes', command: `python3 -c 'import os; os.kill(os.getpid(), 11)'`, matters: 'SIGSEGV', exit: 139 },
  { name: 'a command that clears the screen', command: 'seq 1 30; clear; echo "error: orders are not priced"; exit 4', matters: 'orders are not priced', exit: 4 },
  { name: 'an unknown command', command: 'ordres --all', matters: 'not found', exit: 127 },

  { name: 'a script that asks a question', command: 'read -p "Delete 3 orders? [y/N] " a; echo "answer $a"', then: [{ input: 'y\n' }], matters: 'answer y', exit: 0 },
  { name: 'rm -i', files: { f: '' }, command: 'rm -i f; ls', then: [{ input: 'y\n' }], matters: 'rm: remove', exit: 0 },
  { name: 'the Python REPL', command: 'python3 -q', then: [{ input: '6 * 7\n' }, { input: 'exit()\n' }], matters: '42', exit: 0 },
  { name: 'vim', command: 'vim -u NONE -N notes.txt', then: [{ keys: 'ihello<Esc>:wq<Enter>' }, { run: 'cat notes.txt' }], matters: 'hello', exit: 0 },
  { name: 'a pager (less)', command: 'seq 500 | less', then: [{ keys: 'q' }], matters: 'pager', exit: 0 },

  { name: 'a server, and a call without `until`', files: { 'server.js': server }, command: 'node server.js', then: [{ stop: true }], matters: 'Listening on port', exit: null },
  { name: 'a server, and a call that waits until it listens', files: { 'server.js': server }, command: 'node server.js', more: { until: { pattern: 'Listening' } }, then: [{ stop: true }], matters: 'Listening on port', exit: null },
  { name: 'a loop that ignores interrupts', command: "trap '' INT; while :; do sleep 0.2; done", more: { timeout: 1 }, then: [{ stop: true }, { run: 'echo still here' }], matters: 'still here', exit: 0 },
  { name: '`yes`, stopped', command: 'yes', more: { timeout: 1 }, then: [{ stop: true }], matters: 'Stopped', exit: null },
  { name: 'a command in the background, and its end', files: { 'build.sh': 'for i in $(seq 200); do echo "step $i"; done; echo "error: orders.h is missing"; for i in $(seq 200); do echo "next $i"; done; sleep 2; exit 1\n' }, command: 'bash build.sh', more: { background: true }, matters: 'orders.h is missing', exit: 1 },
  { name: 'a command that leaves a process running', command: 'nohup sleep 30 >/dev/null 2>&1 & echo started', matters: 'sleep (pid', exit: 0 },
  { name: 'a command that prints a line every 0.2 s', command: 'for i in $(seq 20); do echo "tick $i"; sleep 0.2; done', more: { timeout: 1 }, matters: 'tick 20', exit: 0 },
];

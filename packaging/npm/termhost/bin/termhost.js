#!/usr/bin/env node
// Runs the program of this platform's package, with our stdin and stdout and whatever signal we get, and ends as it does.
'use strict';
const { spawn } = require('node:child_process');
const { constants } = require('node:os');

const name = `@termhost/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/termhost`);
} catch {
  console.error(`termhost: the package ${name} is not installed. Either there is none for this platform, or npm was told to leave out ` +
    'optional dependencies: install again without --omit=optional.');
  process.exit(125);
}

const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`termhost: ${program} can't be started: ${error.message}`);
  process.exit(125);
});
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

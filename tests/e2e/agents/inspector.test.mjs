// The inspector's command line, as a person debugging a server uses it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { allowAll, binary, environment, node, packages, scratch } from './support.mjs';

async function inspect(...args) {
  const cli = join(packages, 'node_modules/.bin/mcp-inspector');
  const { stdout } = await promisify(execFile)(node, [cli, '--cli', binary, ...args], { env: environment({ HOME: scratch() }), timeout: 60_000, cwd: '/tmp' });
  return JSON.parse(stdout);
}

test('tools/list', async () => {
  const { tools } = await inspect('mcp', '--method', 'tools/list', '--strict');
  assert.equal(tools.length, 7);
});

test('tools/call', async () => {
  const result = await inspect(...allowAll(), '--method', 'tools/call', '--tool-name', 'execute_command', '--tool-arg', 'command=echo inspected; exit 4');
  assert.equal(result.structuredContent.exitCode, 4);
  assert.match(result.content[0].text, /inspected/);
});

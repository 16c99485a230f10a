// The official conformance suite in both eras, over the bridge. Each scenario that a revision requires either passes or
// is named here with the reason why it does not apply: the suite tests a server made for it, with tools of its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Bridge } from './bridge.mjs';
import { asking, node, packages, policy, scratch } from './support.mjs';

const suite = join(packages, 'node_modules/@modelcontextprotocol/conformance');

const run = (command) => ({ name: 'execute_command', arguments: { command } });
const stand_ins = {
  test_simple_text: run('echo allowed'),
  test_error_handling: { name: 'execute_command', arguments: {} },
  test_tool_with_progress: run('echo allowed 1; sleep 0.4; echo allowed 2; sleep 0.4; echo allowed 3; sleep 0.4'),
  test_logging_tool: run('echo allowed'),
  test_streaming_elicitation: run('echo allowed'),
  // What no rule allows is asked: our one reason for a question.
  test_elicitation: run('touch -c asked'),
  test_input_required_result_elicitation: run('touch -c asked'),
  test_input_required_result_request_state: run('touch -c asked'),
  test_input_required_result_tampered_state: run('touch -c asked'),
};
const rules = { allowedCommands: ['echo allowed', 'sleep'] };

const does_not_apply = [
  [/^(resources|prompts|completion)-/, 'termhost offers tools, and nothing else'],
  [/^tools-call-(image|audio|embedded-resource|mixed-content)$/, 'its results are text'],
  [/logging/, 'it does not log over MCP'],
  [/sampling|list-roots|multiple-input-requests|multi-round|non-tool-request/, 'it asks for approval, once, and for nothing else'],
  [/^elicitation-sep|basic-elicitation$|capability-check$/, 'the question has to be the test server\'s own'],
  [/^dns-rebinding-protection$/, 'of HTTP, which only the bridge speaks'],
];
const check_does_not_apply = [
  [/^sep-2549-(prompts|resources)/, 'termhost offers tools, and nothing else'],
  [/^sep-2575-(server-rejects-undeclared-capability|missing-capability-http-400)$/, 'no tool of ours needs a capability; without one the policy decides'],
];
const named = (table, name) => table.some(([pattern]) => pattern.test(name));

/** Runs what `revision` requires; returns scenario → its checks. */
async function results(url, revision) {
  const folder = scratch();
  const child = spawn(node, [join(suite, 'dist/index.js'), 'server', '--url', url, '--requirements', revision, '-o', folder], { stdio: 'ignore', cwd: folder });
  await once(child, 'exit');
  return new Map(readdirSync(folder).map((name) => [
    name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
    JSON.parse(readFileSync(join(folder, name, 'checks.json'))),
  ]));
}

/** The scenarios under `server:` of a requirements file. */
function required(revision) {
  const file = readdirSync(join(suite, 'requirements')).find((name) => name.startsWith(revision));
  const text = readFileSync(join(suite, 'requirements', file), 'utf8');
  return [.../^server:\n((?: {2}- .*\n)+)/m.exec(text)[1].matchAll(/- (\S+)/g)].map(([, name]) => name);
}

for (const [revision, at_least] of [['2025-11-25', 8], ['2026-07-28', 14]]) {
  test(`what ${revision} requires`, { timeout: 120_000 }, async () => {
    const bridge = await Bridge.started({ args: [...asking, '--policy', policy(rules)], stand_ins });
    const ran = await results(bridge.url, revision);
    await bridge.end();
    const applicable = required(revision).filter((name) => !named(does_not_apply, name));
    const failures = [];
    for (const name of applicable) {
      const checks = ran.get(name) ?? [{ id: 'did not run', status: 'FAILURE' }];
      for (const check of checks)
        if (check.status === 'FAILURE' && !named(check_does_not_apply, check.id)) failures.push(`${name}: ${check.id}: ${check.errorMessage}`);
    }
    assert.deepEqual(failures, []);
    assert.ok(applicable.length >= at_least, `${applicable}`);
    console.log(`${revision}: ${applicable.length} of ${required(revision).length} required scenarios apply and pass: ${applicable.join(', ')}`);
  });
}

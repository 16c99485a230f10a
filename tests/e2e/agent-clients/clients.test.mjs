// Each agent is configured as docs/agents.md says, and says itself whether it is connected. None needs an account for
// that. Codex can only show that it has understood its configuration.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configured, run } from './support.mjs';

for (const [client, program, sign] of [
  ['Claude Code', 'claude', /termhost.*Connected/],
  ['Gemini CLI', 'gemini', /termhost.*Connected/],
  ['Codex', 'codex', /termhost\s.*mcp.*enabled/],
]) {
  test(client, async () => {
    assert.match(await run(await configured(client), {}, program, 'mcp', 'list'), sign);
  });
}

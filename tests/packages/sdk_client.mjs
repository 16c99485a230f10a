// The official SDK starts `npx termhost mcp` of a global installation and has a command run.
// usage: AGENT_PACKAGES=… node sdk_client.mjs PREFIX
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const require = createRequire(`${process.env.AGENT_PACKAGES}/package.json`);
const { Client } = await import(require.resolve('@modelcontextprotocol/sdk/client/index.js'));
const { StdioClientTransport } = await import(require.resolve('@modelcontextprotocol/sdk/client/stdio.js'));

const client = new Client({ name: 'packages', version: '1.0.0' });
const env = { ...process.env, npm_config_prefix: process.argv[2] };
await client.connect(new StdioClientTransport({ command: 'npx', args: ['--no-install', 'termhost', 'mcp'], env, cwd: '/' }));
assert.equal(client.getServerVersion().name, 'termhost');
const { structuredContent } = await client.callTool({ name: 'execute_command', arguments: { command: 'echo hello; ls nowhere' } });
assert.equal(structuredContent.exitCode, 2);
assert.match(structuredContent.output.text, /^hello\n/);
await client.close();
console.log(`-- npx termhost mcp, version ${client.getServerVersion().version}, answers the official SDK`);

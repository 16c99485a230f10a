#!/usr/bin/env node
// Plays `termhost` for the tests: answers the lifecycle, and does what a tool call's command says.
import { appendFileSync } from 'node:fs';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';

if (process.argv[2] === '--version') {
  console.log(process.env.FAKE_VERSION ?? 'termhost 0.1.0');
  process.exit();
}
const rpc = createMessageConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));
const note = (line) => process.env.FAKE_LOG && appendFileSync(process.env.FAKE_LOG, `${line}\n`);
let stop = () => undefined;
const actions = {
  die: () => process.exit(7),
  hang: (params, token) =>
    new Promise((resolve) => {
      const stopped = () => resolve({ content: [{ type: 'text', text: 'stopped' }], isError: false });
      stop = stopped;
      if (token.isCancellationRequested) stopped(); // it came together with the request: no event follows
      else token.onCancellationRequested(stopped);
    }),
  ask: async ({ toolCallId }) => {
    const question = { toolCallId, command: 'rm x', cwd: '/project', shell: 'bash', commands: [], reason: '', suggestions: [] };
    const answer = await rpc.sendRequest('approval/request', question);
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], isError: false };
  },
};
rpc.onRequest('initialize', (params) => {
  note(`initialize ${params.clientInfo.name} ${params.capabilities.terminal.source}`);
  if (params.trace !== 'off') note(`initialize trace ${params.trace}`);
  return { capabilities: { terminalSources: ['events'], tools: [] }, serverInfo: { name: 'termhost', version: '0.1.0' } };
});
rpc.onNotification((method, params) => note(/^workspace|setTrace|LiveOutput/.test(method) ? `${method} ${JSON.stringify(params)}` : method));
rpc.onRequest('tool/stop', ({ executionId }) => {
  note(`tool/stop ${executionId}`);
  stop();
  return null;
});
rpc.onRequest('tool/call', (params, token) => actions[params.arguments.command](params, token));
rpc.onRequest('shutdown', () => {
  note('shutdown');
  return null;
});
rpc.onNotification('exit', () => process.exit(0));
rpc.listen();

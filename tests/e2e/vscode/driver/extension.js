// Test-only extension: does in the extension host what the test program says over a socket, one JSON object a line.
//   in:  {id, action, arguments}     out: {id, result} or {id, error}, and {event: "toolCalling", params}
'use strict';
const net = require('node:net');
const v8 = require('node:v8');
const vm = require('node:vm');
const vscode = require('vscode');

const tokens = new Map();
let api;
let addedBytes;

const actions = {
  // A call as another extension would make it. `cancelKey` names it for `cancel`.
  async execute({ command, options = {}, cancelKey }) {
    const source = new vscode.CancellationTokenSource();
    if (cancelKey) tokens.set(cancelKey, source);
    return api.executeCommand(command, { ...options, token: source.token });
  },
  cancel: ({ cancelKey }) => tokens.get(cancelKey).cancel(),
  tool: ({ name, input, options }) => api.callTool(name, input, options),
  async readAll({ artifactId, taskId }) {
    let text = '';
    for (let offset = 0; offset !== null; ) {
      const { structured, isError, text: message } = await api.readOutput(artifactId, { offset, limit: 1 << 20, ...(taskId ? { taskId } : {}) });
      if (isError) throw new Error(message);
      text += structured.text;
      offset = structured.nextOffset;
    }
    return text;
  },
  async invokeTool({ name, input }) {
    const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    return result.content.map((part) => part.value).join('');
  },
  toolNames: () => (vscode.lm.tools ?? []).map((tool) => tool.name),
  setting: ({ name, value }) => vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global),
  command: ({ name, parameters = [] }) => vscode.commands.executeCommand(name, ...parameters),
  /** Keys go to another terminal until this one is the active one. */
  async showTerminal({ terminalId }) {
    const terminal = api.terminal(terminalId);
    const { window } = vscode;
    const active = new Promise((resolve) => {
      const listening = window.onDidChangeActiveTerminal((now) => now === terminal && resolve(listening));
      terminal.show(false);
      if (window.activeTerminal === terminal) resolve(listening);
    });
    (await active).dispose();
  },
  terminalNames: () => vscode.window.terminals.map(({ name }) => name),
  closeTerminal: ({ terminalId }) => api.terminal(terminalId).dispose(),
  openDocument: () => {
    const editor = vscode.window.activeTextEditor;
    return editor ? { uri: editor.document.uri.toString(), text: editor.document.getText(), line: editor.selection.active.line } : null;
  },
  clipboard: () => vscode.env.clipboard.readText(),
  addedBytes: () => addedBytes,
  /** A line in a terminal that termhost has nothing to do with, its output read to the end. */
  async runElsewhere({ command }) {
    elsewhere ??= await integrated(vscode.window.createTerminal({ shellPath: 'bash', hideFromUser: true }));
    const execution = elsewhere.executeCommand(command);
    let length = 0;
    for await (const text of execution.read()) length += text.length;
    return length;
  },
  /** How long an action takes, and the processor time of the extension host meanwhile, in seconds. */
  async measured({ action, input }) {
    const begin = performance.now(), before = process.cpuUsage();
    await actions[action](input);
    const { user, system } = process.cpuUsage(before);
    return { seconds: (performance.now() - begin) / 1e3, cpu: (user + system) / 1e6 };
  },
  stopListening: () => listening.dispose(),
};

let elsewhere, listening;

function integrated(terminal) {
  return new Promise((resolve) => {
    const watching = vscode.window.onDidChangeTerminalShellIntegration(({ terminal: changed, shellIntegration }) => {
      if (changed !== terminal) return;
      watching.dispose();
      resolve(shellIntegration);
    });
  });
}

/** What is alive, not what waits to be collected. */
function usedBytes() {
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function activate() {
  if (!process.env.TERMHOST_E2E_SOCKET) return;
  const extension = vscode.extensions.getExtension('termhost.termhost');
  if (extension.isActive) api = extension.exports;
  else {
    const before = usedBytes();
    api = await extension.activate();
    addedBytes = usedBytes() - before;
  }
  const socket = net.connect(process.env.TERMHOST_E2E_SOCKET);
  const send = (message) => socket.write(`${JSON.stringify(message)}\n`);
  listening = api.onToolCalling((params) => send({ event: 'toolCalling', params }));
  let rest = '';
  socket.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) void perform(JSON.parse(line), send);
  });
  send({ event: 'ready', params: { host: process.pid, version: vscode.version } });
}

async function perform({ id, action, arguments: input }, send) {
  try {
    send({ id, result: (await actions[action](input ?? {})) ?? null });
  } catch (error) {
    send({ id, error: String(error?.stack ?? error) });
  }
}

module.exports = { activate };

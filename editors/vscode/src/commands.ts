import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import type { ApprovalView } from './approval_view';
import type { Approvals } from './approvals';
import type { Calls } from './calls';
import { showColoured } from './coloured_output';
import { type CommandEntry, type CommandLog, ranCommand } from './command_log';
import type { CommandsView } from './commands_view';
import type { ConnectAgent } from './connect_agent';
import type { OutputDocuments } from './output_documents';
import { pickAnswer } from './question_pick';
import type { Server } from './server';
import type { Terminals } from './terminals';
import type { WorkspaceRules } from './workspace_rules';

export interface CommandParts {
  readonly server: Server;
  readonly calls: Calls;
  readonly log: CommandLog;
  readonly terminals: Terminals;
  readonly documents: OutputDocuments;
  readonly approvals: Approvals;
  readonly approval: ApprovalView;
  readonly rules: WorkspaceRules;
  readonly view: CommandsView;
  readonly connect: ConnectAgent;
  readonly output: vscode.LogOutputChannel;
}

const ofRunning: readonly string[] = ['termhost.stop', 'termhost.background'];

export function registerCommands(parts: CommandParts): vscode.Disposable[] {
  const { server, calls, log, terminals, documents, approval, output } = parts;
  const general: Record<string, () => unknown> = {
    'termhost.showQuestion': () => approval.show(),
    'termhost.answerQuestion': () => pickAnswer(parts.approvals, approval),
    'termhost.workspaceRules': () => parts.rules.manage(),
    'termhost.connectAgent': () => parts.connect.choose(),
    'termhost.tryQuestion': () => tryQuestion(parts),
    'termhost.approve': () => approval.press('approve'),
    'termhost.reject': () => approval.press('reject'),
    'termhost.editAndApprove': () => approval.press('edit'),
    'termhost.alwaysAllow': () => approval.press('always'),
    'termhost.runCommand': () => ask(parts),
    'termhost.clearFinished': () => log.clearFinished(),
    'termhost.showMenu': () => showMenu(server),
    'termhost.restartServer': () => server.restart(),
    'termhost.showLog': () => output.show(true),
    'termhost.copyDiagnostics': () => copyDiagnostics(parts),
  };
  const ofOne: Record<string, (entry: CommandEntry) => unknown> = {
    'termhost.openOutput': (entry) => documents.open(entry),
    'termhost.showColoured': (entry) => showColoured(entry),
    'termhost.copyCommand': ({ command }) => vscode.env.clipboard.writeText(command),
    'termhost.copyOutput': async (entry) => vscode.env.clipboard.writeText(await documents.textOf(entry)),
    'termhost.runAgain': (entry) => run(parts, ranCommand(entry), entry.cwd, entry.runningSince !== undefined && !entry.tried),
    'termhost.showTerminal': ({ terminalId }) => terminalId && terminals.show(terminalId, false),
    'termhost.stop': (entry) => stop(entry, parts),
    'termhost.background': ({ toolCallId }) => calls.background(toolCallId),
  };
  const register = (name: string, action: (which?: CommandEntry | string) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(name, (which?: CommandEntry | string) => orTell(() => action(which), output));
  return [
    ...Object.entries(general).map(([name, action]) => register(name, action)),
    ...Object.entries(ofOne).map(([name, action]) =>
      register(name, (which) => {
        const entry = parts.view.meant(which, ofRunning.includes(name));
        return entry ? action(entry) : vscode.window.showInformationMessage('termhost: no running command is selected.');
      }),
    ),
  ];
}

async function orTell(action: () => unknown, output: vscode.LogOutputChannel): Promise<void> {
  try {
    await action();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if ((await vscode.window.showErrorMessage(`termhost: ${message}`, 'Show Log')) === 'Show Log') output.show(true);
  }
}

/** What no server knows any more is interrupted in its terminal. */
async function stop({ toolCallId, terminalId, orphan }: CommandEntry, { calls, terminals }: CommandParts): Promise<void> {
  if (orphan && terminalId) terminals.interrupt(terminalId);
  else await calls.stop(toolCallId);
}

async function ask(parts: CommandParts): Promise<void> {
  const command = await vscode.window.showInputBox({ title: 'Run a command as an agent would', prompt: 'Command line' });
  if (command) await run(parts, command);
}

/** `agreed`: the person has written it, or it has run before. */
async function run({ calls, log, documents }: CommandParts, command: string, cwd?: string, agreed = true): Promise<void> {
  const toolCallId = `person-${Date.now()}`;
  await calls.call('execute_command', { command, ...(cwd === undefined ? {} : { cwd }) }, { toolCallId, agreed });
  const entry = log.find(toolCallId);
  if (entry) await documents.open(entry);
}

/** A harmless command that no rule allows, so that the user sees a question. */
async function tryQuestion({ calls }: CommandParts): Promise<void> {
  await calls.call('execute_command', { command: 'rm -f termhost-example', sandbox: 'off', justification: 'this is an example of a question' });
}

async function showMenu(server: Server): Promise<void> {
  const state = server.state.kind === 'failed' ? server.state.reason : server.state.kind;
  const choices = [
    { label: '$(list-tree) Show Commands', command: 'termhost.commands.focus' },
    { label: '$(play) Run Command…', command: 'termhost.runCommand' },
    { label: '$(plug) Connect an Agent…', command: 'termhost.connectAgent' },
    { label: '$(gear) Settings', command: 'workbench.action.openSettings', argument: 'termhost' },
    { label: '$(output) Show Log', command: 'termhost.showLog' },
    { label: '$(debug-restart) Restart Server', command: 'termhost.restartServer' },
    { label: '$(copy) Copy Diagnostics', command: 'termhost.copyDiagnostics' },
  ];
  const choice = await vscode.window.showQuickPick(choices, { title: `termhost: ${state}` });
  if (choice) await vscode.commands.executeCommand(choice.command, choice.argument);
}

/** What a bug report needs. */
async function copyDiagnostics({ server }: CommandParts): Promise<void> {
  const path = server.binary?.path;
  const lines = [
    `${vscode.env.appName} ${vscode.version}, remote: ${vscode.env.remoteName ?? 'none'}, trusted: ${vscode.workspace.isTrusted}`,
    `server: ${JSON.stringify(server.state)}`,
    path ? await doctor(path) : 'there is no server program',
  ];
  await vscode.env.clipboard.writeText(lines.join('\n'));
  void vscode.window.showInformationMessage('The diagnostics of termhost are in the clipboard.');
}

function doctor(path: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(path, ['doctor', '--verbose'], { timeout: 30_000 }, (error, stdout, stderr) => resolve(error ? `doctor: ${error.message}\n${stderr}` : stdout));
  });
}

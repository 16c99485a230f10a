import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import type { ApprovalView } from './approval_view';
import type { Approvals } from './approvals';
import type { Calls } from './calls';
import { showColoured } from './coloured_output';
import { type CommandEntry, type CommandLog, ranCommand, wasTried } from './command_log';
import type { CommandsView } from './commands_view';
import type { ConnectAgent } from './connect_agent';
import type { OutputDocuments } from './output_documents';
import { pickAnswer } from './question_pick';
import type { Server } from './server';
import type { Terminals } from './terminals';
import { achieved } from './walkthrough';
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
  const general: Record<string, (given?: CommandEntry | string) => unknown> = {
    'termhost.showQuestion': () => approval.show(),
    'termhost.answerQuestion': () => pickAnswer(parts.approvals, approval),
    'termhost.workspaceRules': () => parts.rules.manage(),
    'termhost.connectAgent': () => parts.connect.choose(),
    'termhost.tryQuestion': () => tryQuestion(parts),
    'termhost.approve': () => approval.press('approve'),
    'termhost.reject': () => approval.press('reject'),
    'termhost.editAndApprove': () => approval.press('edit'),
    'termhost.alwaysAllow': () => approval.press('always'),
    'termhost.runCommand': (value) => ask(parts, typeof value === 'string' ? value : undefined),
    'termhost.clearFinished': () => log.clearFinished(),
    'termhost.showMenu': () => showMenu(server),
    'termhost.restartServer': () => server.restart(),
    'termhost.showLog': () => output.show(true),
    'termhost.copyDiagnostics': () => copyDiagnostics(parts),
  };
  const ofOne: Record<string, (entry: CommandEntry, preserveFocus?: boolean) => unknown> = {
    'termhost.openOutput': (entry) => documents.open(entry),
    'termhost.showColoured': (entry) => showColoured(entry),
    'termhost.copyCommand': ({ command }) => vscode.env.clipboard.writeText(command),
    'termhost.copyOutput': async (entry) => vscode.env.clipboard.writeText(await documents.textOf(entry)),
    'termhost.runAgain': (entry) => run(parts, ranCommand(entry), entry.cwd, entry.runningSince !== undefined && !entry.tried),
    'termhost.runForReal': (entry) => runForReal(parts, entry),
    'termhost.showTerminal': (entry, preserveFocus) => showTerminal(entry, terminals, preserveFocus === true),
    'termhost.stop': (entry) => stop(entry, parts),
    'termhost.background': ({ toolCallId }) => calls.background(toolCallId),
  };
  type Action = (which?: CommandEntry | string, preserveFocus?: boolean) => unknown;
  const register = (name: string, action: Action): vscode.Disposable =>
    vscode.commands.registerCommand(name, (...given: Parameters<Action>) => orTell(() => action(...given), output));
  return [
    ...Object.entries(general).map(([name, action]) => register(name, action)),
    ...Object.entries(ofOne).map(([name, action]) =>
      register(name, (which, preserveFocus) => {
        const entry = parts.view.meant(which, ofRunning.includes(name));
        if (entry) return action(entry, preserveFocus);
        return vscode.window.showInformationMessage(which === 'focused' ? 'termhost: the list has just changed. Press the key again.' : 'termhost: no running command is selected.');
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

function showTerminal(entry: CommandEntry, terminals: Terminals, preserveFocus: boolean): void {
  const { terminalId } = entry;
  if (terminalId && terminals.has(terminalId)) {
    terminals.show(terminalId, preserveFocus);
    return;
  }
  const why = wasTried(entry) ? 'the terminal of a trial ends with it' : terminalId ? 'its terminal is closed' : 'it has no terminal';
  void vscode.window.showInformationMessage(`termhost: ${why}. Open Output shows what it printed.`);
}

async function ask(parts: CommandParts, value?: string): Promise<void> {
  const command = await vscode.window.showInputBox({
    title: 'Run a command yourself',
    prompt: 'It runs for real and without a question, as if you had typed it in a terminal.',
    placeHolder: 'for example: echo hello',
    ...(value === undefined ? {} : { value }),
  });
  if (command) await run(parts, command);
}

/** `agreed`: the person has written it, or it has run before. */
async function run(parts: CommandParts, command: string, cwd?: string, agreed = true): Promise<void> {
  const entry = await call(parts, { command, ...(cwd === undefined ? {} : { cwd }) }, agreed);
  if (entry?.runningSince !== undefined) await achieved('ranCommand');
}

async function call({ calls, log, documents }: CommandParts, input: Record<string, unknown>, agreed: boolean, taskId?: string): Promise<CommandEntry | undefined> {
  const toolCallId = `person-${Date.now()}`;
  await calls.call('execute_command', input, { toolCallId, agreed, taskId });
  const entry = log.find(toolCallId);
  if (entry) await documents.open(entry);
  return entry;
}

/** What was tried for an agent: the user has not read all of it yet, so the question shows it. */
async function runForReal(parts: CommandParts, entry: CommandEntry): Promise<void> {
  if (!wasTried(entry)) return void vscode.window.showInformationMessage('termhost: this command did not run in a trial.');
  const { cwd, taskId } = entry;
  const input = { command: ranCommand(entry), sandbox: 'off', justification: 'you chose Run for Real', ...(cwd === undefined ? {} : { cwd }) };
  await call(parts, input, false, taskId);
}

/** A harmless command that no rule allows, so that the user sees a question. */
async function tryQuestion({ calls }: CommandParts): Promise<void> {
  await calls.call('execute_command', { command: 'rm -f termhost-example', sandbox: 'off', justification: 'this is an example of a question' });
  await achieved('answeredQuestion');
}

async function showMenu(server: Server): Promise<void> {
  const state = server.state.kind === 'failed' ? server.state.reason : server.state.kind;
  const choices = [
    { label: '$(list-tree) Show Commands', command: 'termhost.commands.focus' },
    { label: '$(play) Run a Command Yourself…', command: 'termhost.runCommand' },
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

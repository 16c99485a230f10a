import * as vscode from 'vscode';
import { Agents } from './agents';
import { createApi, TermhostApi } from './api';
import { ApprovalView } from './approval_view';
import { Approvals } from './approvals';
import { Calls } from './calls';
import { CommandLog } from './command_log';
import { registerCommands } from './commands';
import { CommandsView } from './commands_view';
import { serverSettings } from './config';
import { ConnectAgent } from './connect_agent';
import type { Handlers, Listeners } from './connection';
import { Executions } from './executions';
import { notifyOfInput } from './input_notifications';
import { keepCommands } from './kept_commands';
import { LiveOutput } from './live_output';
import { oneLine } from './one_line';
import { Outbox, type Send } from './outbox';
import { OutputDocuments } from './output_documents';
import { OwnedTerminals } from './owned_terminals';
import { showProgress } from './progress';
import type { LogMessageParams } from './protocol';
import { Server } from './server';
import { showQuestionsIn } from './questions_in_log';
import { StatusBar } from './status_bar';
import { Terminals } from './terminals';
import { registerTools } from './tools';
import { WorkspaceRules } from './workspace_rules';

/** Of window/logMessage. */
const WARNING = 2;

/** A toast without buttons shows one line, so a message that is longer has one. */
const LONGEST_NAME = 20;

/** Owns everything, and says who talks to whom. */
export class Context {
  readonly api: TermhostApi;
  readonly server: Server;
  private readonly output = vscode.window.createOutputChannel('termhost', { log: true });
  private readonly liveOutput = new LiveOutput((wanted) => this.server.wantLiveOutput(wanted));
  private readonly rules: WorkspaceRules;
  private readonly approvals: Approvals;
  private readonly log = new CommandLog();
  private readonly outbox = new Outbox();
  private readonly owned = new OwnedTerminals(this.outbox);
  private readonly terminals = new Terminals(this.outbox, new Executions(this.outbox, (terminalId) => this.log.lostIn(terminalId)), this.owned);
  private readonly warned = new Set<string>();
  private readonly agents: Agents;

  constructor(extension: vscode.ExtensionContext) {
    this.rules = new WorkspaceRules(extension.workspaceState);
    this.approvals = new Approvals(this.rules);
    this.agents = new Agents(extension.workspaceState, this.approvals);
    const life = {
      connected: (send: Send) => {
        this.outbox.attach(send);
        this.terminals.announceAll();
      },
      disconnected: () => {
        this.outbox.detach();
        this.owned.serverEnded();
        this.approvals.withdrawAll();
        this.agents.serverEnded();
        this.log.serverEnded();
      },
    };
    this.server = new Server(extension, this.output, this.handlers(), this.listeners(), life, () => serverSettings(this.rules.prefixes, { isTrusted: vscode.workspace.isTrusted && !this.agents.unconfirmed }));
    const calls = new Calls(this.server, this.log, this.approvals);
    const documents = new OutputDocuments(this.log, calls);
    const connect = new ConnectAgent(() => this.server.binary, extension.globalStorageUri.fsPath, this.agents);
    this.api = createApi(calls, this.terminals, this.liveOutput.event);
    const { server, log, terminals, output, approvals, rules } = this;
    void this.tellDisconnected();
    const view = new CommandsView(this.log, this.approvals);
    const approval = new ApprovalView(extension.extensionUri, this.approvals, (params) => this.server.request('approval/check', params));
    extension.subscriptions.push(
      this.output,
      this.liveOutput,
      this.approvals,
      this.rules,
      this.rules.onDidChange(() => this.server.settingsChanged()),
      this.log,
      this.terminals,
      this.server,
      calls,
      documents,
      approval,
      view,
      new StatusBar(this.server, this.log, this.approvals),
      showProgress(calls, this.log),
      notifyOfInput(this.log),
      keepCommands(this.log, extension.workspaceState, (executionId) => calls.outputOf(executionId)),
      showQuestionsIn(this.log, this.approvals),
      ...registerCommands({ server, calls, log, terminals, documents, approvals, approval, rules, view, connect, output }),
      ...registerTools(extension.extension, calls),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('termhost')) this.server.settingsChanged(event.affectsConfiguration('termhost.server'));
      }),
      this.output.onDidChangeLogLevel(() => this.server.logLevelChanged()),
      vscode.workspace.onDidChangeWorkspaceFolders((event) => this.server.foldersChanged(event)),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.trusted()),
      this.server.onDidChangeState((state) => {
        if (state.kind === 'failed') void this.tellFailure(state.reason);
        if (state.kind === 'ready') connect.renewProgram().catch((error: unknown) => this.output.warn(`the program's stable path could not be made: ${String(error)}`));
      }),
      this.server.onDidCrash((how) => void this.tellCrash(how)),
    );
  }

  private async tellDisconnected(): Promise<void> {
    const names = await this.agents.disconnected();
    if (names.length === 0) return;
    const one = names.length === 1 ? oneLine(names[0] ?? '', LONGEST_NAME) : undefined;
    const ended = one === undefined ? `the connections of ${names.length} agents have ended` : `${one}'s connection has ended`;
    const remedy = `In ${one ?? 'each agent'}, reconnect the MCP server termhost (Claude Code: /mcp), or restart ${one ?? 'the agent'}.`;
    await vscode.window.showInformationMessage(`termhost: the window was reloaded: ${ended}. ${remedy}`, 'OK');
  }

  /** Until the user has confirmed the agents that were allowed in Restricted Mode, every command asks as there. A refused one is disconnected. */
  private async trusted(): Promise<void> {
    if (await this.agents.confirm()) {
      this.server.settingsChanged();
    } else {
      await this.server.leave();
      await this.server.start();
    }
  }

  /** The window is left. */
  async leave(): Promise<void> {
    this.terminals.endAgents();
    await this.server.leave();
  }

  private handlers(): Handlers {
    const { terminals } = this;
    const nothing = (action: () => void): null => {
      action();
      return null;
    };
    return {
      'terminal/create': (params) => ({ terminalId: terminals.create(params) }),
      'terminal/submit': (params) => {
        const executionId = terminals.submit(params);
        return executionId === undefined ? {} : { executionId };
      },
      'terminal/sendInput': ({ terminalId, text }) => nothing(() => terminals.sendInput(terminalId, text)),
      'terminal/interrupt': ({ terminalId }) => nothing(() => terminals.interrupt(terminalId)),
      'terminal/show': ({ terminalId, preserveFocus }) => nothing(() => terminals.show(terminalId, preserveFocus ?? true)),
      'terminal/dispose': ({ terminalId }) => nothing(() => terminals.close(terminalId)),
      'terminal/sync': () => terminals.sync(),
      'approval/request': (params, token) => this.approvals.ask(params, token),
      'agent/requestAccess': (params, token) => this.agents.ask(params, token),
    };
  }

  private listeners(): Listeners {
    return {
      'window/logMessage': (params) => this.logMessage(params),
      'terminal/didPrint': (params) => this.owned.print(params),
      'terminal/didChangeStatus': (params) => {
        const before = this.log.find(params.toolCallId ?? '')?.terminalId;
        this.log.statusChanged(params);
        if (before && before !== params.terminalId) this.owned.takenOver(before, params.terminalId);
      },
      'tool/calling': (params) => {
        this.log.toolCalling(params);
        this.liveOutput.fire(params);
      },
    };
  }

  private logMessage({ type, message }: LogMessageParams): void {
    const levels = ['error', 'error', 'warn', 'info', 'debug'] as const;
    this.output[levels[type] ?? 'info'](message);
    if (type === WARNING && message.startsWith('settings')) void this.tellOfSetting(message);
  }

  /** A setting that the server can't read, once. */
  private async tellOfSetting(problem: string): Promise<void> {
    if (this.warned.has(problem)) return;
    this.warned.add(problem);
    const choice = await vscode.window.showWarningMessage(`termhost: ${problem}`, 'Open Settings');
    if (choice) await vscode.commands.executeCommand('workbench.action.openSettings', 'termhost');
  }

  private async tellCrash(how: string): Promise<void> {
    const message = `termhost ended unexpectedly (${how}) and is started again. The view Commands shows the commands that go on.`;
    if (await vscode.window.showWarningMessage(message, 'Show Log')) this.output.show(true);
  }

  private async tellFailure(reason: string): Promise<void> {
    const choice = await vscode.window.showErrorMessage(`termhost: ${reason}`, 'Open Settings', 'Restart', 'Show Log');
    if (choice === 'Open Settings') await vscode.commands.executeCommand('workbench.action.openSettings', 'termhost.server.path');
    if (choice === 'Restart') await vscode.commands.executeCommand('termhost.restartServer');
    if (choice === 'Show Log') this.output.show(true);
  }
}

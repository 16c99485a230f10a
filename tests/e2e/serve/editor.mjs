// An editor with terminals: obeys terminal/* like a shim and mirrors scripted shell executions.
import { Session, allowAll } from './client.mjs';

export class Editor {
  /** `run(command, execution)` plays the shell: it calls execution.write(data) and execution.end(exitCode). */
  static async started({ run, approve, admit, session = {}, initialize = {} } = {}) {
    const editor = new Editor();
    editor.run = run;
    editor.terminals = new Map();
    editor.submitted = [];
    editor.questions = [];
    editor.agents = []; // what its user was asked about them
    editor.executions = 0;
    const capabilities = {
      terminal: { source: 'events', modes: ['execute', 'plain', 'paste'], interrupt: true, show: true, dispose: true, owned: false },
      approval: Boolean(approve),
      ...(admit && { agents: true }),
    };
    const initializationOptions = approve ? {} : allowAll;
    editor.session = new Session(session);
    editor.obey(approve);
    if (admit) editor.session.connection.onRequest('agent/requestAccess', (params, token) => {
      editor.agents.push(params);
      return admit(params, token);
    });
    editor.initialized = await editor.session.request('initialize', {
      processId: process.pid, capabilities, initializationOptions, ...initialize,
    });
    editor.session.notify('initialized', {});
    return editor;
  }

  obey(approve) {
    const on = (method, handler) => this.session.connection.onRequest(method, handler);
    on('terminal/create', (params) => this.create(params));
    on('terminal/submit', (params) => this.submit(params));
    on('terminal/interrupt', ({ terminalId }) => this.terminals.get(terminalId)?.execution?.interrupt());
    on('terminal/sendInput', () => null);
    on('terminal/show', () => null);
    on('terminal/dispose', ({ terminalId }) => this.close(terminalId));
    on('approval/request', (params) => {
      this.questions.push(params);
      return approve(params);
    });
  }

  create({ requestId, cwd, name }) {
    const terminalId = `t${this.terminals.size + 1}`;
    this.terminals.set(terminalId, { cwd });
    const tell = (method, params) => this.session.notify(method, { terminalId, ...params });
    tell('terminal/didOpen', { name, cwd, shell: 'bash', requestId, integration: 'none' });
    setImmediate(() => tell('terminal/didChangeShellIntegration', { integration: 'rich', cwd, shell: 'bash' }));
    return { terminalId };
  }

  submit({ terminalId, text, mode }) {
    this.submitted.push({ terminalId, text, mode });
    const executionId = `x${++this.executions}`;
    const execution = {
      write: (data) => this.session.notify('shellExecution/didWrite', { executionId, data }),
      end: (exitCode) => this.session.notify('shellExecution/didEnd', { executionId, exitCode, drained: true }),
      interrupt: () => execution.end(130),
    };
    this.terminals.get(terminalId).execution = execution;
    setImmediate(() => {
      this.session.notify('shellExecution/didStart', {
        terminalId, executionId, commandLine: { value: text, confidence: 2, isTrusted: true },
      });
      execution.write('\u001b]633;C\u0007');
      this.run(text, execution);
    });
    return mode === 'execute' ? { executionId } : {};
  }

  close(terminalId) {
    this.terminals.delete(terminalId);
    this.session.notify('terminal/didClose', { terminalId, reason: 'disposed' });
    return null;
  }
}

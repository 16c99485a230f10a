import type * as vscode from 'vscode';
import type { TermhostApi } from './api';
import { Context } from './context';

let context: Context | undefined;

export function activate(extension: vscode.ExtensionContext): TermhostApi {
  context = new Context(extension);
  const { server } = context;
  setImmediate(() => void server.start()); // a process takes longer to start than all else here, and nothing waits for it
  return context.api;
}

export function deactivate(): Promise<void> | undefined {
  return context?.leave();
}

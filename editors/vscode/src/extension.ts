import type * as vscode from 'vscode';
import type { TermhostApi } from './api';
import { Context } from './context';

let context: Context | undefined;

export function activate(extension: vscode.ExtensionContext): TermhostApi {
  context = new Context(extension);
  void context.server.start();
  return context.api;
}

export function deactivate(): Promise<void> | undefined {
  return context?.leave();
}

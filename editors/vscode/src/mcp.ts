import * as vscode from 'vscode';
import type { Server } from './server';

/** Offers `termhost mcp` to VS Code's own agent, with the program that serves this window. */
export function registerMcpServer(server: Server): vscode.Disposable[] {
  const register = vscode.lm.registerMcpServerDefinitionProvider;
  const Definition = vscode.McpStdioServerDefinition;
  if (!register || !Definition) return [];
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.McpServerDefinitionProvider = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () => {
      const binary = server.binary;
      return binary ? [new Definition('termhost', binary.path, ['mcp'], {}, binary.version)] : [];
    },
  };
  return [
    changed,
    register('termhost.mcp', provider),
    server.onDidChangeState(({ kind }) => {
      if (kind === 'ready') changed.fire();
    }),
  ];
}

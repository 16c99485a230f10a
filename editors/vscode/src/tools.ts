import * as vscode from 'vscode';
import { Calls, textOf } from './calls';
import type { Server } from './server';

const PREFIX = 'termhost_';

/** Offers the tools to every agent in VS Code that uses its language model tools. */
export function registerTools(extension: vscode.Extension<unknown>, server: Server, calls: Calls): vscode.Disposable[] {
  const register = vscode.lm.registerTool;
  if (!register) return [];
  const { contributes } = extension.packageJSON as { contributes: { languageModelTools: { name: string; displayName: string }[] } };
  return contributes.languageModelTools.map(({ name, displayName }) =>
    register(name, new Tool(name.slice(PREFIX.length), displayName, server, calls)),
  );
}

class Tool implements vscode.ToolImplementation {
  constructor(
    private readonly name: string,
    private readonly title: string,
    private readonly server: Server,
    private readonly calls: Calls,
  ) {}

  /** VS Code asks the person itself, where the rules do not allow the command. */
  async prepareInvocation({ input }: vscode.ToolInvocationOptions): Promise<vscode.PreparedToolInvocation> {
    const { command, cwd } = input as { command?: string; cwd?: string };
    if (this.name !== 'execute_command' || command === undefined) return { invocationMessage: this.title };
    const invocationMessage = `Running ${firstLine(command)}`;
    const check = await this.server.request('approval/check', { command, ...(cwd === undefined ? {} : { cwd }) });
    if (check.verdict !== 'ask') return { invocationMessage };
    // The command last: where there is no chat, VS Code shows this as plain text, and puts what follows code right behind it.
    const message = new vscode.MarkdownString();
    for (const part of check.commands) {
      message.appendMarkdown('- ').appendText(`${part.text}: ${part.verdict}, ${part.reason}`).appendMarkdown('\n');
    }
    message.appendMarkdown('\n').appendCodeblock(command, 'shellscript');
    return { invocationMessage, confirmationMessages: { title: `Run this command${cwd ? ` in ${cwd}` : ''}?`, message } };
  }

  async invoke({ input }: vscode.ToolInvocationOptions, token: vscode.CancellationToken): Promise<object> {
    const result = await this.calls.call(this.name, input as Record<string, unknown>, { token, agreed: true });
    const text = textOf(result);
    const { LanguageModelToolResult, LanguageModelTextPart } = vscode;
    if (result.isError || !LanguageModelToolResult || !LanguageModelTextPart) throw new Error(text);
    return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
  }
}

export function firstLine(command: string): string {
  const [first = '', ...rest] = command.split('\n');
  return rest.length > 0 ? `${first} …` : first;
}

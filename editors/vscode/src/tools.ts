import * as vscode from 'vscode';
import { Calls, textOf } from './calls';
import { oneLine } from './one_line';

const PREFIX = 'termhost_';

/** Offers the tools to every agent in VS Code that uses its language model tools. */
export function registerTools(extension: vscode.Extension<unknown>, calls: Calls): vscode.Disposable[] {
  const register = vscode.lm.registerTool;
  if (!register) return [];
  const { contributes } = extension.packageJSON as { contributes: { languageModelTools: { name: string; displayName: string }[] } };
  return contributes.languageModelTools.map(({ name, displayName }) =>
    register(name, new Tool(name.slice(PREFIX.length), displayName, calls)),
  );
}

class Tool implements vscode.ToolImplementation {
  constructor(
    private readonly name: string,
    private readonly title: string,
    private readonly calls: Calls,
  ) {}

  /** Without a question: VS Code can be told to answer its own, and then nobody would be asked. termhost asks. */
  prepareInvocation({ input }: vscode.ToolInvocationOptions): vscode.PreparedToolInvocation {
    const { command } = input as { command?: string };
    return { invocationMessage: this.name === 'execute_command' && command !== undefined ? oneLine(command) : this.title };
  }

  async invoke({ input }: vscode.ToolInvocationOptions, token: vscode.CancellationToken): Promise<object> {
    const result = await this.calls.call(this.name, input as Record<string, unknown>, { token });
    const text = textOf(result);
    const { LanguageModelToolResult, LanguageModelTextPart } = vscode;
    if (result.isError || !LanguageModelToolResult || !LanguageModelTextPart) throw new Error(text);
    return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
  }
}

// API of VS Code versions newer than the oldest one that this extension runs in. Everything here may be absent and is
// tested for before use: `registerTool` came with 1.95, `TerminalState.shell` with 1.98, the nonce with
// 1.104.
import 'vscode';

declare module 'vscode' {
  export interface TerminalState {
    readonly shell?: string | undefined;
  }

  export interface ExtensionTerminalOptions {
    shellIntegrationNonce?: string;
  }

  export interface ToolInvocationOptions {
    readonly input: object;
  }

  export interface PreparedToolInvocation {
    invocationMessage?: string | MarkdownString;
    confirmationMessages?: { title: string; message: string | MarkdownString };
  }

  export interface ToolImplementation {
    invoke(options: ToolInvocationOptions, token: CancellationToken): ProviderResult<object>;
    prepareInvocation?(options: ToolInvocationOptions, token: CancellationToken): ProviderResult<PreparedToolInvocation>;
  }

  export const LanguageModelToolResult: undefined | (new (content: object[]) => object);
  export const LanguageModelTextPart: undefined | (new (text: string) => object);

  export namespace lm {
    export const registerTool: undefined | ((name: string, tool: ToolImplementation) => Disposable);
  }
}

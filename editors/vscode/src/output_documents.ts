import * as vscode from 'vscode';
import type { CommandEntry, CommandLog } from './command_log';
import type { ReadCommandOutputResult } from './protocol';
import type { Calls } from './calls';

const SCHEME = 'termhost';
const PAGE_BYTES = 1024 * 1024;
/** Past this VS Code itself shows no document well. */
const MOST_BYTES = 48 * 1024 * 1024;

/** Opens what a command printed, or what the agent was told, as a read-only document. */
export class OutputDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  constructor(
    private readonly log: CommandLog,
    private readonly calls: Calls,
  ) {}

  dispose(): void {
    this.registration.dispose();
  }

  async open(entry: CommandEntry): Promise<void> {
    const name = entry.artifactId ?? `${entry.executionId ?? 'command'}.txt`;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: entry.toolCallId });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true, preserveFocus: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const entry = this.log.find(uri.query);
    if (!entry) return 'This output is not known any more.';
    return entry.artifactId ? this.readAll(entry.artifactId, entry.taskId) : (entry.text ?? '');
  }

  private async readAll(artifactId: string, taskId: string | undefined): Promise<string> {
    let text = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const input = { artifact_id: artifactId, offset, limit: PAGE_BYTES };
      const answer = await this.calls.call('read_command_output', input, { taskId });
      if (answer.isError) return text + answer.content.map((part) => part.text).join('\n');
      const page = answer.structuredContent as ReadCommandOutputResult;
      text += page.text;
      offset = page.nextOffset;
      if (offset !== null && offset >= MOST_BYTES) return `${text}\n[${page.totalBytes - offset} more bytes are in the file ${artifactId}]\n`;
    }
    return text;
  }
}

import * as vscode from 'vscode';
import { type Calls, textOf } from './calls';
import { type CommandEntry, type CommandLog, neverRan, wasTried } from './command_log';
import { oneLine } from './one_line';
import type { ReadCommandOutputResult } from './protocol';
import { storedFile } from './stored_files';

const SCHEME = 'termhost';
const PAGE_BYTES = 1024 * 1024;
/** Past this VS Code itself shows no document well. */
const MOST_BYTES = 48 * 1024 * 1024;
/** Of a command that runs the end is shown, and looked at so often. */
const TAIL_BYTES = 256 * 1024;
const LOOK_MS = 1000;
/** VS Code shows a text a little later than it has got it. */
const SETTLE_MS = 200;
/** With its number it tells tabs apart. */
const LONGEST_NAME = 20;
const AN_ERROR = /\b(error|errors|failed|failure|fatal|panic|exception|traceback)\b/i;

/** Shows what a command printed, or what the agent was told, as a read-only document, which follows while it runs. */
export class OutputDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly following = new Map<string, NodeJS.Timeout>();
  /** Documents that are being read, and whether they have changed meanwhile. VS Code mixes up texts of one document that overlap. */
  private readonly reading = new Map<string, { changed: boolean }>();
  /** Documents whose text is that of a command that ran. */
  private readonly growing = new Set<string>();
  /** Documents whose end was in sight before they changed. */
  private readonly atEnd = new Set<string>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly log: CommandLog,
    private readonly calls: Calls,
  ) {
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.stayAtEnd(document)),
      this.changed,
    ];
  }

  dispose(): void {
    for (const timer of this.following.values()) clearInterval(timer);
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  async open(entry: CommandEntry): Promise<void> {
    const uri = uriOf(entry);
    if (isOpen(uri)) {
      this.atEnd.add(uri.toString());
      this.readAgain(uri); // it may be of long ago
    }
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
    reveal(editor, entry.ended && entry.exitCode !== 0 ? firstError(document) : document.lineCount - 1);
    if (!entry.ended) this.follow(uri);
  }

  /** All of it, or what the agent was told where nothing ran. Where something is missing the text says so. `endOnly`: the rest follows. */
  async textOf(entry: CommandEntry, endOnly = !entry.ended): Promise<string> {
    const output = entry.executionId ? await this.calls.outputOf(entry.executionId).catch(() => undefined) : undefined;
    const artifactId = output?.artifactId ?? entry.artifactId;
    const taskId = output?.taskId ?? entry.taskId;
    const rest = entry.ended ? 'are being read' : 'are shown here when the command has ended';
    const end = endOnly ? await this.tail(artifactId, taskId, rest) : undefined;
    if (end !== undefined || !entry.ended) return end ?? output?.text ?? '';
    const whole = artifactId ? await this.readAll(artifactId, taskId) : { problem: undefined };
    if ('text' in whole) return whole.text;
    const told = wasTried(entry) && output?.omitted.length === 0 ? undefined : entry.text; // an agent is told how to run it for real
    const known = [output?.text, told].find(Boolean) ?? whyNotRun(entry);
    if (output?.omitted.length === 0) return known;
    if (whole.problem !== undefined) return withNote(known, `The whole output could not be read: ${whole.problem}`);
    return known === '' && entry.earlier && entry.runningSince !== undefined ? 'This output was lost when its window was closed.' : known;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const entry = this.log.find(uri.query);
    if (!entry) return 'This output is not available any more.';
    const name = uri.toString();
    // All of a long output takes VS Code many seconds. Until then the document would stand at a place before the end.
    const hasEnded = entry.ended === true && this.growing.delete(name);
    if (!entry.ended) this.growing.add(name);
    const state = { changed: hasEnded };
    this.reading.set(name, state);
    try {
      const text = (await this.textOf(entry, hasEnded || !entry.ended)) || nothingOf(entry);
      return wasTried(entry) ? withNote(text, trialOf(entry)) : text;
    } finally {
      this.reading.delete(name);
      if (state.changed) setTimeout(() => this.readAgain(uri), SETTLE_MS);
    }
  }

  /** Once the reading that is under way has ended. */
  private readAgain(uri: vscode.Uri): void {
    const state = this.reading.get(uri.toString());
    if (state) state.changed = true;
    else this.changed.fire(uri);
  }

  private follow(uri: vscode.Uri): void {
    const name = uri.toString();
    if (this.following.has(name)) return;
    const look = (): void => {
      const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === name);
      if (editor && seesEnd(editor)) this.atEnd.add(name);
      else this.atEnd.delete(name);
      const entry = this.log.find(uri.query);
      const ended = !entry || entry.ended === true;
      if (editor || ended) this.readAgain(uri);
      if (!ended && isOpen(uri)) return;
      clearInterval(this.following.get(name));
      this.following.delete(name);
    };
    this.following.set(name, setInterval(look, LOOK_MS));
  }

  private stayAtEnd(document: vscode.TextDocument): void {
    if (!this.atEnd.has(document.uri.toString())) return;
    for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) reveal(editor, document.lineCount - 1);
  }

  /** Whole lines, and a note about those before them. */
  private async tail(artifactId: string | null | undefined, taskId: string | undefined, rest: string): Promise<string | undefined> {
    if (!artifactId) return undefined;
    const page = await this.calls.call('read_command_output', { artifact_id: artifactId, offset: -TAIL_BYTES, limit: TAIL_BYTES }, { taskId });
    if (page.isError) return undefined;
    const { text, offset } = page.structuredContent as ReadCommandOutputResult;
    if (offset === 0) return text;
    const lines = text.slice(text.indexOf('\n') + 1);
    const missing = offset + Buffer.byteLength(text) - Buffer.byteLength(lines);
    return `${note(`This is the end of the output. Its first ${missing} bytes ${rest}.`)}${lines}`;
  }

  private async readAll(artifactId: string, taskId: string | undefined): Promise<{ text: string } | { problem: string }> {
    let text = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const input = { artifact_id: artifactId, offset, limit: PAGE_BYTES };
      const answer = await this.calls.call('read_command_output', input, { taskId });
      if (answer.isError && offset === 0) return { problem: textOf(answer) };
      if (answer.isError) return { text: withNote(text, `The rest could not be read: ${textOf(answer)}`) };
      const page = answer.structuredContent as ReadCommandOutputResult;
      text += page.text;
      offset = page.nextOffset;
      if (offset !== null && offset >= MOST_BYTES) return { text: await firstPart(text, offset, page) };
    }
    return { text };
  }
}

function whyNotRun({ runningSince, reason }: CommandEntry): string {
  return runningSince === undefined && reason !== undefined ? `Not run: ${reason}` : '';
}

function nothingOf(entry: CommandEntry): string {
  if (neverRan(entry)) return note('The command was not run.');
  return note(entry.ended ? 'The command printed nothing.' : 'The command has printed nothing yet.');
}

/** What an ended trial changed would else look done. */
export function trialOf({ changes }: CommandEntry): string {
  const changed = changes === undefined ? 'The command ran in a trial, a throw-away copy of your files' : `In a trial, a throw-away copy of your files, the command ${changes}`;
  return `${changed}. Nothing of the copy is kept. Run for Real, in the menu of its row, runs the command on your files after a question.`;
}

const note = (words: string): string => `[termhost: ${words}]\n`;

/** Words of ours behind what was printed. */
function withNote(text: string, words: string): string {
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${note(words)}`;
}

/** Said at both ends: either may be what the user looks at. */
async function firstPart(text: string, shown: number, { artifactId, totalBytes }: ReadCommandOutputResult): Promise<string> {
  const file = await storedFile(artifactId);
  const words = `These are the first ${shown} of ${totalBytes} bytes, because VS Code shows no larger document. ${file ? `All of it is in ${file}` : `An agent can read the rest: it is the output ${artifactId}`}`;
  return withNote(`${note(words)}${text}`, words);
}

/** Named after its command. A slash would part it, and the name of a file is short. */
function uriOf({ command, number, toolCallId }: CommandEntry): vscode.Uri {
  const name = `${number === undefined ? '' : `#${number} `}${oneLine(command, LONGEST_NAME)}`;
  return vscode.Uri.from({ scheme: SCHEME, path: `/${name.replaceAll('/', '∕')}.log`, query: toolCallId });
}

function isOpen(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
}

function reveal(editor: vscode.TextEditor, line: number): void {
  const place = new vscode.Position(Math.max(line, 0), 0);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

function seesEnd({ visibleRanges, document }: vscode.TextEditor): boolean {
  return (visibleRanges.at(-1)?.end.line ?? 0) >= document.lineCount - 2;
}

/** Its line, else the last one. */
function firstError(document: vscode.TextDocument): number {
  for (let line = 0; line < document.lineCount; ++line) if (AN_ERROR.test(document.lineAt(line).text)) return line;
  return document.lineCount - 1;
}

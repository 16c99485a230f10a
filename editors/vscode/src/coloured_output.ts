import * as fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { type CommandEntry, ranCommand } from './command_log';
import { oneLine } from './one_line';
import { storedFile } from './stored_files';

/** What a terminal keeps is less: the end of a longer recording is played. */
const MOST_BYTES = 4 * 1024 * 1024;
const LONGEST_NAME = 50;

/** What a command printed as its terminal showed it, in a terminal that only shows: where `recordRaw` has kept the bytes. */
export async function showColoured(entry: CommandEntry): Promise<void> {
  const recording = entry.executionId ? await recordingOf(entry.executionId) : undefined;
  if (!recording) throw new Error('the colours of this command were not kept; the setting termhost.recordRaw keeps those of later commands');
  const written = new vscode.EventEmitter<string>();
  const sized = new vscode.EventEmitter<vscode.TerminalDimensions>();
  const { columns, rows, text } = outputOf(recording);
  const pty: vscode.Pseudoterminal = {
    onDidWrite: written.event,
    onDidOverrideDimensions: sized.event,
    open: () => {
      sized.fire({ columns, rows });
      written.fire(text);
    },
    close: () => {
      written.dispose();
      sized.dispose();
    },
  };
  const name = oneLine(ranCommand(entry), LONGEST_NAME);
  vscode.window.createTerminal({ name, pty, iconPath: new vscode.ThemeIcon('output'), isTransient: true, location: vscode.TerminalLocation.Editor }).show();
}

/** Its end, from a whole line on, behind the first line of the file. */
async function recordingOf(executionId: string): Promise<string | undefined> {
  const file = await storedFile(`cmd-${executionId}.cast`);
  if (file === undefined) return undefined;
  const text = await fs.readFile(file, 'utf8');
  const header = text.slice(0, text.indexOf('\n') + 1);
  return text.length <= MOST_BYTES ? text : header + text.slice(text.indexOf('\n', text.length - MOST_BYTES) + 1);
}

/** Of an asciicast v2: an object with the size, then [seconds, kind, text], a line each; the last may be cut. */
export function outputOf(recording: string): { columns: number; rows: number; text: string } {
  const [header = '{}', ...events] = recording.split('\n');
  const { width = 80, height = 24 } = JSON.parse(header) as { width?: number; height?: number };
  const texts = events.filter((event) => event.endsWith(']')).map((event) => JSON.parse(event) as [number, string, string]);
  return { columns: width, rows: height, text: texts.map(([, kind, text]) => (kind === 'o' ? text : '')).join('') };
}

import * as vscode from 'vscode';
import type { CommandEntry, CommandLog, OutputOfTask } from './command_log';

const KEY = 'commands';
/** Several changes come together. */
const SETTLE_MS = 200;
/** Of what an agent got; the file with the whole output is named in it. */
const LONGEST_TEXT = 8 * 1024;
/** Why what had not begun never did. */
const LEFT = 'The window was closed or reloaded before it ran.';

/** Keeps the list for the next window of this workspace. What runs when the window is left ends with it, until the next server says that it goes on. */
export function keepCommands(log: CommandLog, state: vscode.Memento, outputOf: (executionId: string) => Promise<OutputOfTask>): vscode.Disposable {
  log.restore(state.get<CommandEntry[]>(KEY, []));
  let kept = '';
  let timer: NodeJS.Timeout | undefined;
  const asked = new WeakSet<CommandEntry>();
  /** A later window has another server, which knows no execution of this one. */
  const complete = (entry: CommandEntry): void => {
    const { toolCallId, executionId, ended, endedWithWindow, text } = entry;
    if (!ended || endedWithWindow || !executionId || text !== undefined || asked.has(entry)) return;
    asked.add(entry);
    void outputOf(executionId).then((output) => log.printed(toolCallId, output), () => undefined);
  };
  const keep = (): void => {
    timer = undefined;
    log.entries.forEach(complete);
    const entries = log.entries.map(keptOf);
    const text = JSON.stringify(entries);
    if (text !== kept) void state.update(KEY, entries);
    kept = text;
  };
  const listening = log.onDidChange(() => (timer ??= setTimeout(keep, SETTLE_MS)));
  return new vscode.Disposable(() => {
    clearTimeout(timer);
    listening.dispose();
  });
}

/** As a later window knows it: without a clock, a terminal or a server. */
export function keptOf(entry: CommandEntry): CommandEntry {
  const { toolCallId, taskId, command, cwd, status, exitCode, durationMs, artifactId, reason, editedCommand, notes, text, tried, changes, number, stopped, endedWithWindow } = entry;
  const known = { toolCallId, taskId, command, cwd, calledAt: 0, waited: false, ended: true, ...(entry.runningSince === undefined ? {} : { runningSince: 0 }) };
  const details =
    !entry.ended || entry.orphan || endedWithWindow
      ? { tried, number, executionId: entry.executionId ?? undefined, endedWithWindow: true, reason: entry.runningSince === undefined ? LEFT : undefined }
      : { status, exitCode, durationMs, artifactId, reason, editedCommand, notes, stopped, tried, changes, number, text: text?.slice(0, LONGEST_TEXT) };
  return { ...known, ...(Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)) as Partial<CommandEntry>) };
}

import * as vscode from 'vscode';
import type { Calls } from './calls';
import type { CommandEntry, CommandLog } from './command_log';
import { settings } from './config';
import { oneLine } from './one_line';

/** How often a command that does not run yet is looked at again. */
const LOOK_MS = 1000;
const LONGEST = 24; // so that the links are in sight
/** No button *Cancel*: it would say neither what is cancelled nor what the agent is told. */
const actions = [
  ['Show', 'openOutput'],
  ['Background', 'background'],
  ['Stop', 'stop'],
] as const;

/** A notification for each command that an agent waits for and that runs longer than a moment. */
export function showProgress(calls: Calls, log: CommandLog): vscode.Disposable {
  return calls.onDidStart(({ toolCallId, command, over }) => {
    const seconds = settings().get<number>('progressAfter', 15);
    if (seconds <= 0) return;
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      const left = leftOf(log.find(toolCallId), seconds * 1000);
      if (left <= 0) void show(toolCallId, command, over);
      else timer = setTimeout(look, left);
    };
    look();
    void over.finally(() => clearTimeout(timer));
  });
}

/** Milliseconds until it has run for so long. */
function leftOf(entry: CommandEntry | undefined, wanted: number): number {
  const since = entry?.runningSince;
  return since === undefined ? Math.min(LOOK_MS, wanted) : since + wanted - performance.now();
}

function show(toolCallId: string, command: string, over: Promise<void>): Thenable<void> {
  const link = ([label, name]: readonly [string, string]): string => `[${label}](command:termhost.${name}?${encodeURIComponent(JSON.stringify([toolCallId]))})`;
  const title = `Running ${oneLine(command, LONGEST)} ${actions.map(link).join(' · ')}`;
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, () => over);
}

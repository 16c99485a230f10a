import * as vscode from 'vscode';
import type { Calls } from './calls';
import { settings } from './config';
import { firstLine } from './tools';

/** A notification for each command that an agent waits for longer than a moment. */
export function showProgress(calls: Calls): vscode.Disposable {
  return calls.onDidStart(({ toolCallId, command, over }) => {
    const seconds = settings().get<number>('progressAfter', 15);
    if (seconds <= 0) return;
    const timer = setTimeout(() => void show(calls, toolCallId, command, over), seconds * 1000);
    void over.finally(() => clearTimeout(timer));
  });
}

function show(calls: Calls, toolCallId: string, command: string, over: Promise<void>): Thenable<void> {
  const argument = encodeURIComponent(JSON.stringify([{ toolCallId }]));
  const title = `Running ${firstLine(command)} [Continue in background](command:termhost.background?${argument})`;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_, token) => {
    token.onCancellationRequested(() => void calls.stop(toolCallId));
    return over;
  });
}

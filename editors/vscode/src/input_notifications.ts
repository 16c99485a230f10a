import * as vscode from 'vscode';
import type { CommandEntry, CommandLog } from './command_log';
import { oneLine } from './one_line';
import type { AwaitedInput } from './protocol';

const LONGEST = 40; // so that the link is in sight

/** Kinds of input that a command needs to go on. The user is not told that a prompt, a pager or an editor waits. */
const needed: Partial<Record<AwaitedInput['kind'], string>> = { secret: 'your password', line: 'your input', key: 'a key from you' };

/** A notification for each command that waits for the user. It goes away with the wait, which a message with buttons would not. */
export function notifyOfInput(log: CommandLog): vscode.Disposable {
  const shown = new Map<CommandEntry, () => void>();
  const update = (): void => {
    const awaiting = log.awaiting.filter(({ awaited }) => awaited && needed[awaited.kind]);
    for (const [entry, close] of shown) {
      if (awaiting.includes(entry)) continue;
      shown.delete(entry);
      close();
    }
    for (const entry of awaiting) if (!shown.has(entry)) shown.set(entry, show(entry));
  };
  const closeAll = (): void => {
    for (const close of shown.values()) close();
    shown.clear();
  };
  const listening = [
    log.onDidChange(update),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      closeAll(); // they say that nothing can be typed
      update();
    }),
  ];
  return new vscode.Disposable(() => {
    closeAll();
    for (const one of listening) one.dispose();
  });
}

/** Returns what closes it. */
function show({ toolCallId, command, awaited }: CommandEntry): () => void {
  const wanted = awaited && needed[awaited.kind];
  const link = `[Show Terminal](command:termhost.showTerminal?${encodeURIComponent(JSON.stringify([toolCallId]))})`;
  const title = vscode.workspace.isTrusted
    ? `Waiting for ${wanted}: ${link} · ${oneLine(command, LONGEST)}`
    : `[Trust this folder](command:workbench.trust.manage) to type ${wanted}: Restricted Mode opens no terminal · ${oneLine(command, LONGEST)}`;
  let close = (): void => undefined;
  const over = new Promise<void>((resolve) => (close = resolve));
  void vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, () => over);
  return close;
}

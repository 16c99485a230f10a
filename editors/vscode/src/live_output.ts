import * as vscode from 'vscode';
import type { ToolCallingParams } from './protocol';

/** Output of tool calls in real time, which the server sends for as long as somebody listens. */
export class LiveOutput implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<ToolCallingParams>();
  private listeners = 0;

  constructor(private readonly wanted: (wanted: boolean) => void) {}

  readonly event: vscode.Event<ToolCallingParams> = (listener, thisArgs?: unknown, disposables?: vscode.Disposable[]) => {
    const listening = this.emitter.event(listener, thisArgs);
    if (++this.listeners === 1) this.wanted(true);
    let left = false;
    const leaving = new vscode.Disposable(() => {
      listening.dispose();
      if (!left && --this.listeners === 0) this.wanted(false);
      left = true;
    });
    disposables?.push(leaving);
    return leaving;
  };

  fire(params: ToolCallingParams): void {
    this.emitter.fire(params);
  }

  dispose(): void {
    this.emitter.dispose();
  }
}

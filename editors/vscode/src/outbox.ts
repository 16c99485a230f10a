import type { ServerNotifications } from './protocol';

/** What is written but not yet taken by the server; past it, streams are left unread (the editor keeps them). */
const PENDING_LENGTH = 8 * 1024 * 1024;

export type Send = (method: string, params: unknown) => Promise<void>;

/**
 * The one way to the server for everything that the editor's terminals say: in order, and never more in memory than
 * `PENDING_LENGTH`. Without a server control messages are dropped, since a new one gets a snapshot; streams wait.
 */
export class Outbox {
  private send: Send | undefined;
  private pending = 0;
  private waiting: (() => void)[] = [];

  constructor(private readonly limit = PENDING_LENGTH) {}

  attach(send: Send): void {
    this.send = send;
    this.pending = 0;
    this.wake();
  }

  detach(): void {
    this.send = undefined;
  }

  post<M extends keyof ServerNotifications>(method: M, params: ServerNotifications[M], length = 0): void {
    const send = this.send;
    if (!send) return;
    this.pending += length;
    const taken = (): void => {
      if (this.send !== send) return;
      this.pending -= length;
      this.wake();
    };
    send(method, params).then(taken, taken);
  }

  get attached(): boolean {
    return this.send !== undefined;
  }

  hasRoom(): boolean {
    return this.send !== undefined && this.pending < this.limit;
  }

  async room(): Promise<void> {
    while (!this.hasRoom()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private wake(): void {
    if (!this.hasRoom()) return;
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}

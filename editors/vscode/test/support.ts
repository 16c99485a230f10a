import type { Rules } from '../src/approvals';
import type { CommandEntry } from '../src/command_log';
import { Executions } from '../src/executions';
import { Outbox } from '../src/outbox';
import { OwnedTerminals } from '../src/owned_terminals';
import { Terminals } from '../src/terminals';
import * as fake from './fake_vscode';

/** The user has chosen none, and what is chosen is not kept. */
export const noRules: Rules = { remember: () => Promise.resolve(), allows: () => false };

export interface Sent {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** What the mirror is made of, writing into an array. */
export class Bench {
  readonly sent: Sent[] = [];
  readonly outbox: Outbox;
  readonly executions: Executions;
  readonly owned: OwnedTerminals;
  readonly terminals: Terminals;
  private watchers: (() => void)[] = [];

  constructor({ drainMs = 20, limit = 1024, lost }: { drainMs?: number; limit?: number; lost?: CommandEntry } = {}) {
    fake.created.length = 0;
    this.outbox = new Outbox(limit);
    this.executions = new Executions(this.outbox, () => lost, drainMs);
    this.owned = new OwnedTerminals(this.outbox);
    this.terminals = new Terminals(this.outbox, this.executions, this.owned, 't', 20);
    this.connect();
  }

  connect(): void {
    this.outbox.attach((method, params) => {
      this.sent.push({ method, params: params as Record<string, unknown> });
      for (const watch of this.watchers) watch();
      return Promise.resolve();
    });
  }

  dispose(): void {
    this.terminals.dispose();
  }

  named(method: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.method === method).map(({ params }) => params);
  }

  /** The first message of that name, however late. */
  async first(method: string): Promise<Record<string, unknown>> {
    for (;;) {
      const [found] = this.named(method);
      if (found) return found;
      await new Promise<void>((resolve) => this.watchers.push(resolve));
    }
  }

  get order(): string[] {
    return this.sent.map(({ method }) => method);
  }

  /** A terminal of ours with shell integration. */
  ready(requestId = 'request-1'): { id: string; terminal: fake.FakeTerminal } {
    const id = this.terminals.create({ requestId, cwd: '/project', name: 'termhost', env: {} });
    const terminal = fake.created.at(-1);
    if (!terminal) throw new Error('nothing was created');
    fake.events.opened.fire(terminal);
    terminal.integrate();
    return { id, terminal };
  }
}

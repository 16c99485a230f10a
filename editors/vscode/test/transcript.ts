// protocol/transcripts as the shim's side sees them: what termhost says is sent, what the editor says must come.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };
export type Fields = Record<string, Json>;
export interface Line {
  readonly at: string;
  readonly toServer: boolean;
  readonly msg: Fields;
}

/** Raw bytes and time are for the server's own tests. */
export function readTranscript(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ text, at: `${file}:${index + 1}` }))
    .filter(({ text }) => text.startsWith('{'))
    .map(({ text, at }) => ({ at, ...(JSON.parse(text) as { dir?: string; msg?: Fields }) }))
    .flatMap(({ at, dir, msg }) => (msg ? [{ at, toServer: dir === '→', msg }] : []));
}

/** Names that each side chooses for itself; the transcript's stand for the ones of this run. */
const OWN_NAMES = new Set(['id', 'terminalId', 'executionId']);

/** What the names of a transcript stand for. */
export class Names {
  private readonly values = new Map<Json, Json>();

  /** The message with this run's names. */
  resolve(value: Json, field = ''): Json {
    if (Array.isArray(value)) return value.map((item) => this.resolve(item, field));
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.resolve(item, name)]));
    }
    return this.isName(value, field) ? (this.values.get(value) ?? value) : value;
  }

  /** Whether `actual` has at least what is `expected`; a name that is new stands for what is found. */
  accepts(expected: Json, actual: Json | undefined): boolean {
    const found = new Map(this.values);
    if (!this.matches(expected, actual, '', found)) return false;
    for (const [name, value] of found) this.values.set(name, value);
    return true;
  }

  private isName(value: Json, field: string): boolean {
    return OWN_NAMES.has(field) || (typeof value === 'string' && value.startsWith('$'));
  }

  private matches(expected: Json, actual: Json | undefined, field: string, found: Map<Json, Json>): boolean {
    if (expected === '$_') return true;
    if (expected === null || typeof expected !== 'object') {
      if (!this.isName(expected, field)) return expected === actual;
      if (!found.has(expected)) found.set(expected, actual ?? null);
      return found.get(expected) === actual;
    }
    if (actual === null || typeof actual !== 'object') return false;
    return Object.entries(expected).every(([name, value]) => this.matches(value, (actual as Fields)[name], name, found));
  }
}

/** Terminal data as text, however the transcript writes it. */
export function plain(msg: Fields): Fields {
  const params = msg.params as Fields | undefined;
  if (params?.encoding !== 'base64') return msg;
  const { encoding, data, ...rest } = params;
  assert.equal(encoding, 'base64');
  return { ...msg, params: { ...rest, data: Buffer.from(data as string, 'base64').toString() } };
}

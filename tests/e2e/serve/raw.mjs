// The server at the level of bytes, for what no well-behaved client would send.
import { noTerminals, startServer } from './client.mjs';

export function frame(message) {
  const body = Buffer.isBuffer(message) ? message : Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

export const request = (id, method, params = {}) => frame({ jsonrpc: '2.0', id, method, params });
export const notification = (method, params = {}) => frame({ jsonrpc: '2.0', method, params });

export class RawSession {
  constructor(options) {
    this.server = startServer(options);
    this.exited = this.server.exited;
    this.messages = [];
    this.waiting = [];
    this.bytes = Buffer.alloc(0);
    this.server.child.stdout.on('data', (bytes) => this.#receive(bytes));
  }

  static async started(options) {
    const session = new RawSession(options);
    session.send(request('start', 'initialize', noTerminals));
    await session.answer('start');
    return session;
  }

  send(...parts) {
    for (const part of parts) this.server.child.stdin.write(part);
  }

  /** The answer to request `id`; null is the id of answers to what could not be read. */
  answer(id) {
    return this.#until((message) => !('method' in message) && message.id === id);
  }

  /** The event that a call's live output is complete. */
  completed(toolCallId) {
    return this.#until((message) =>
      message.method === 'tool/calling' && message.params.toolCallId === toolCallId && message.params.data.type === 'complete');
  }

  /** True if the server still answers. */
  async alive(id = `alive ${this.messages.length}`) {
    this.send(request(id, 'no/such'));
    return (await this.answer(id)).error.code === -32601;
  }

  answersTo(id) {
    return this.messages.filter((message) => !('method' in message) && message.id === id);
  }

  async end() {
    this.send(request('end', 'shutdown'), notification('exit'));
    return this.exited;
  }

  #until(matches) {
    return new Promise((resolve) => {
      const check = () => {
        const found = this.messages.find(matches);
        if (found) resolve(found);
        return Boolean(found);
      };
      if (!check()) this.waiting.push(check);
    });
  }

  #receive(bytes) {
    this.bytes = Buffer.concat([this.bytes, bytes]);
    for (;;) {
      const header = this.bytes.indexOf('\r\n\r\n');
      if (header < 0) break;
      const length = Number(/^Content-Length: (\d+)/.exec(this.bytes.subarray(0, header).toString())[1]);
      if (this.bytes.length < header + 4 + length) break;
      this.messages.push(JSON.parse(this.bytes.subarray(header + 4, header + 4 + length).toString()));
      this.bytes = this.bytes.subarray(header + 4 + length);
    }
    this.waiting = this.waiting.filter((check) => !check());
  }
}

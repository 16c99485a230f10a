// HTTP on one side, `termhost mcp` on stdio on the other: the conformance suite knows servers by HTTP only. Message for
// message; what belongs to HTTP itself (status, headers, sessions) is the bridge's.
//
// The suite calls tools of a test server. Where one of ours does the same, `stand_ins` says how to call it.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { RawServer } from './support.mjs';

const session_header = 'mcp-session-id';
const header_mismatch = -32020;
const http_status = (code) => ({ '-32601': 404, '-32602': 400, '-32020': 400, '-32021': 400, '-32022': 400 })[code] ?? 200;

export class Bridge {
  /** `stand_ins`: name of the suite's tool → params of tools/call. */
  static async started({ args, stand_ins = {} }) {
    const bridge = new Bridge();
    bridge.args = args;
    bridge.stand_ins = stand_ins;
    bridge.sessions = new Map();
    bridge.stateless = new RawServer(args);
    bridge.http = createServer((request, response) => bridge.serve(request, response).catch((error) => response.destroy(error)));
    await new Promise((resolve) => bridge.http.listen(0, '127.0.0.1', resolve));
    bridge.url = `http://127.0.0.1:${bridge.http.address().port}/mcp`;
    return bridge;
  }

  async end() {
    this.http.closeAllConnections();
    this.http.close();
    await Promise.all([this.stateless, ...this.sessions.values()].map((server) => server.end()));
  }

  async serve(request, response) {
    if (request.method === 'DELETE') return response.writeHead(200).end();
    if (request.method !== 'POST') return response.writeHead(405).end();
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const message = JSON.parse(body);
    const server = this.server_for(request, response, message);
    if (!server) return response.writeHead(404).end();
    if (message.id === undefined || message.method === undefined) {
      server.send(`${body}\n`);
      return response.writeHead(202).end();
    }
    const declared = message.params?._meta?.['io.modelcontextprotocol/protocolVersion'];
    if (declared !== undefined && request.headers['mcp-protocol-version'] !== declared)
      return this.answer(response, { jsonrpc: '2.0', id: message.id, error: { code: header_mismatch, message: 'the header names another version' } });
    this.forward(server, message, response);
  }

  /** One process for all that is stateless, one for each session. */
  server_for(request, response, message) {
    if (message.method === 'initialize' && message.params?._meta === undefined) {
      const id = randomUUID();
      this.sessions.set(id, new RawServer(this.args));
      response.setHeader(session_header, id);
      return this.sessions.get(id);
    }
    const id = request.headers[session_header];
    return id === undefined ? this.stateless : this.sessions.get(id);
  }

  /** The answer as JSON, or as a stream of events where something comes before it. */
  forward(server, message, response) {
    const id = randomUUID();
    const stand_in = message.method === 'tools/call' && this.stand_ins[message.params?.name];
    const params = stand_in ? { ...message.params, ...stand_in } : message.params;
    server.send(`${JSON.stringify({ ...message, id, params })}\n`);
    const token = message.params?._meta?.progressToken;
    server.until((said) => {
      if (said.id === id && said.method === undefined) return true;
      const ours = said.method !== undefined && (said.params?.progressToken === undefined || said.params.progressToken === token);
      if (ours) this.event(response, said);
      return false;
    }).then((answer) => this.answer(response, { ...answer, id: message.id }));
  }

  event(response, message) {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  answer(response, message) {
    if (response.headersSent) {
      this.event(response, message);
      return response.end();
    }
    response.writeHead(http_status(message.error?.code), { 'content-type': 'application/json' });
    response.end(JSON.stringify(message));
  }
}

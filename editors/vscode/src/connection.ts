import type { Readable, Writable } from 'node:stream';
import {
  CancellationToken,
  createMessageConnection,
  MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { ClientNotifications, ClientRequests, ServerNotifications, ServerRequests } from './protocol';

export type Handlers = {
  [M in keyof ClientRequests]: (
    params: ClientRequests[M]['params'],
    token: CancellationToken,
  ) => ClientRequests[M]['result'] | Promise<ClientRequests[M]['result']>;
};
export type Listeners = {
  [M in Exclude<keyof ClientNotifications, '$/cancelRequest'>]: (params: ClientNotifications[M]) => void;
};

/** The editor could not do what the server asked; outside of the ranges that JSON-RPC and LSP reserve. */
const REQUEST_FAILED = 1;
/** LSP's code for what was withdrawn. */
const REQUEST_CANCELLED = -32800;

/** JSON-RPC with the methods' own types. */
export class Connection {
  private readonly rpc: MessageConnection;

  constructor(input: Readable, output: Writable, handlers: Handlers, listeners: Listeners) {
    this.rpc = createMessageConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
    for (const [method, handle] of Object.entries(handlers)) this.rpc.onRequest(method, answering(handle as AnyHandler));
    for (const [method, listen] of Object.entries(listeners)) this.rpc.onNotification(method, listen as (params: unknown) => void);
    this.rpc.onError(() => undefined);
    this.rpc.listen();
  }

  // Both are async so that a closed connection is a rejection, which it is when it closes a moment later.
  async request<M extends keyof ServerRequests>(
    method: M,
    params: ServerRequests[M]['params'],
    token?: CancellationToken,
  ): Promise<ServerRequests[M]['result']> {
    // An argument that is undefined would be sent as one of several parameters.
    return token ? this.rpc.sendRequest(method, params, token) : this.rpc.sendRequest(method, params);
  }

  notify<M extends keyof ServerNotifications>(method: M, params: ServerNotifications[M]): Promise<void> {
    return this.send(method, params);
  }

  /** Resolves when the server's pipe has taken it. */
  async send(method: string, params: unknown): Promise<void> {
    await (params === undefined ? this.rpc.sendNotification(method) : this.rpc.sendNotification(method, params));
  }

  dispose(): void {
    this.rpc.dispose();
  }
}

type AnyHandler = (params: unknown, token: CancellationToken) => unknown;

function answering(handle: AnyHandler): (params: unknown, token: CancellationToken) => Promise<unknown> {
  return async (params, token) => {
    try {
      const result = (await handle(params, token)) ?? null;
      if (!token.isCancellationRequested) return result;
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      throw new ResponseError(REQUEST_FAILED, error instanceof Error ? error.message : String(error));
    }
    throw new ResponseError(REQUEST_CANCELLED, 'cancelled');
  };
}

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Limits of a connection. They tolerate an idle client in a test suite, and keep a hostile client from exhausting the
 * server. Times are in milliseconds. Documented in docs/limits.md.
 */
export const CONNECTION_LIMITS = {
  /** Request line and headers together, in bytes; http-server.ts responds to more with 413 REQUEST_TOO_LARGE. */
  maxHeaderSize: 16 * 1024,
  /** Time from the first byte of a request to the end of its body, headers included. */
  requestTimeout: 30_000,
  /** How long an idle connection stays open: longer than in the pools of common clients, so that they close it first. */
  keepAliveTimeout: 65_000,
  /** How often requestTimeout is checked. */
  connectionsCheckingInterval: 5_000,
} as const;

/** Maximum number of open connections; further ones are closed immediately. */
export const MAX_CONNECTIONS = 5_000;

/** With this many pipelined requests waiting, the server stops reading the connection until half of them are done. */
export const MAX_WAITING_REQUESTS = 100;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * A socket with the flag that Node's HTTP server sets on it. `pause()` alone does not last, because Node resumes reading
 * after every message. While the flag is set it does not; Node's own `drain` handler clears the flag and resumes.
 */
interface Connection extends Socket {
  _paused?: boolean;
}

function stopReading(connection: Connection): void {
  connection._paused = true;
  connection.pause();
}

function resumeReading(connection: Connection): void {
  if (connection._paused) connection.emit('drain');
}

/**
 * Handles the requests of a connection one after the other. Node emits pipelined requests as it parses them. Without a
 * queue, a request would not see the effects of the one before it, and a client that never reads could make the server
 * hold an unlimited number of responses.
 */
export function serializeRequests(handle: RequestListener): RequestListener {
  const queues = new WeakMap<Connection, Waiting[]>();
  const unread = new UnreadResponses();

  const begin = (socket: Connection, { request, response }: Waiting): void => {
    response.once('close', () => proceed(socket));
    unread.watch(socket, response);
    handle(request, response);
  };

  const proceed = (socket: Connection): void => {
    const queue = queues.get(socket)!;
    const next = queue.shift();
    if (queue.length < MAX_WAITING_REQUESTS / 2) resumeReading(socket);
    if (!next || socket.destroyed) queues.delete(socket);
    else begin(socket, next);
  };

  return (request, response) => {
    const socket: Connection = request.socket;
    const queue = queues.get(socket);
    if (!queue) {
      queues.set(socket, []);
      begin(socket, { request, response });
      return;
    }
    queue.push({ request, response });
    if (queue.length >= MAX_WAITING_REQUESTS) stopReading(socket);
  };
}

/** Limits of complete responses that clients do not read. Documented in docs/limits.md. */
export const UNREAD_LIMITS = {
  /** How long a client may read nothing of a response, in milliseconds. */
  timeoutMs: 30_000,
  /** Bytes of all connections together. */
  maxBytes: 256 * 1024 * 1024,
} as const;

/**
 * The complete responses of a server that wait in memory, in part or whole, until their clients read them. A client that
 * asks for a large list and does not read it would otherwise occupy that memory for as long as it likes.
 */
export class UnreadResponses {
  readonly #limits: { readonly timeoutMs: number; readonly maxBytes: number };
  /** The bytes that waited when the response was complete, the oldest response first. */
  readonly #waiting = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor(limits: { readonly timeoutMs: number; readonly maxBytes: number } = UNREAD_LIMITS) {
    this.#limits = limits;
  }

  /** Closes the connection if the response is complete and the client reads nothing more of it. */
  watch(socket: Socket, response: ServerResponse): void {
    response.once('prefinish', () => {
      if (socket.writableLength > 0) this.#add(socket, response);
    });
  }

  #add(socket: Socket, response: ServerResponse): void {
    const { timeoutMs, maxBytes } = this.#limits;
    const bytes = socket.writableLength;
    this.#waiting.set(response, bytes);
    this.#bytes += bytes;
    response.once('close', () => {
      this.#waiting.delete(response);
      this.#bytes -= bytes;
      // The next request may take longer. If Node has set the timeout of an idle connection, that one stays.
      if (socket.timeout === timeoutMs) socket.setTimeout(0);
    });
    // Node's HTTP server destroys a socket that times out. The time starts again whenever a write makes progress.
    socket.setTimeout(timeoutMs);
    let over = this.#bytes - maxBytes;
    for (const [oldest, size] of this.#waiting) {
      if (over <= 0 || oldest === response) return;
      over -= size;
      oldest.destroy();
    }
  }
}

/** The TCP connections that carry TLS connections. */
const carriers = new WeakMap<Socket, Socket>();

/** Records the TCP connection that carries a TLS connection. */
export function carryOver(connection: Socket, carrier: Socket): void {
  carriers.set(connection, carrier);
}

/** Closes a connection with a TCP reset. Node resets only TCP connections, so of a TLS connection it resets the carrier. */
export function resetConnection(connection: Socket): void {
  (carriers.get(connection) ?? connection).resetAndDestroy();
}

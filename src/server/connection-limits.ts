import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import type { HostClock } from '../host/node/host-clock.ts';
import { type Connection, connectionOf } from './connection.ts';
import { type Owner, SharedLimit } from './shared-limit.ts';
import { Turns } from './turns.ts';

/**
 * Limits of a connection. They tolerate an idle client in a test suite, and keep a hostile client from exhausting the
 * server. Times are in milliseconds. Documented in docs/limits.md.
 */
export const CONNECTION_LIMITS = {
  /** Open connections of a server. Beyond that, a new connection replaces an existing one. */
  maxConnections: 5_000,
  /** Request line and headers together, in bytes; http-server.ts responds to more with 413 REQUEST_TOO_LARGE. */
  maxHeaderSize: 16 * 1024,
  /** Time from the first byte of a request to the end of its body, headers included. */
  requestTimeout: 30_000,
  /** How long an idle connection stays open: longer than in the pools of common clients, so that they close it first. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  handshakeTimeout: 15_000,
} as const;

const close = ({ tcp }: Connection): void => void tcp.destroy();

/** The part of the heap that requests may take, and unread responses as well; both take more while they are processed. */
export const SHARE_OF_HEAP = 1 / 16;
/** Even on a small heap, two snapshots of the maximum size can arrive at the same time. */
export const LEAST_BYTES = 16 * 1024 * 1024;
export const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The maximum size of all requests in memory: bodies, in part or whole, and pipelined requests that wait. It is the same
 * for unread responses.
 */
export const MAX_REQUEST_BYTES: number = Math.min(
  MOST_BYTES,
  Math.max(LEAST_BYTES, Math.floor(getHeapStatistics().heap_size_limit * SHARE_OF_HEAP)),
);

/** The memory for requests, which each connection uses until the responses have ended. */
export const requestMemory = new SharedLimit<Connection>(MAX_REQUEST_BYTES, close);

/** The memory that a pipelined request takes besides its bytes, and how many bytes of it are read ahead at most. */
const WAITING_REQUEST_BYTES = 3 * 1024;
const READ_AHEAD_BYTES = 64 * 1024;

export function limitConnections(server: Server, clock: HostClock): void {
  const open = new SharedLimit<Connection>(CONNECTION_LIMITS.maxConnections, close);
  server.on('connection', (socket: Socket) => {
    const connection = connectionOf(socket);
    connection.fact = { openedMs: clock.monotonicMs() };
    connection.countIn(open);
    socket.once('close', () => {
      open.free(connection);
      requestMemory.free(connection);
    });
  });
}

/** With this many pipelined requests waiting, the server stops reading the connection until half of them are done. */
export const MAX_WAITING_REQUESTS = 100;

/**
 * A socket with the flag that Node's HTTP server sets on it. `pause()` alone does not last, because Node resumes reading
 * after every message. While the flag is set it does not; Node's own `drain` handler clears the flag and resumes.
 */
interface PausableSocket extends Socket {
  _paused?: boolean;
}

function stopReading(socket: PausableSocket): void {
  socket._paused = true;
  socket.pause();
}

function resumeReading(socket: PausableSocket): void {
  if (socket._paused) socket.emit('drain');
}

function wait(connection: Connection, response: ServerResponse): void {
  const { bytesRead } = connection.tcp;
  const bytes = Math.min(bytesRead - connection.bytesRead, READ_AHEAD_BYTES) + WAITING_REQUEST_BYTES;
  connection.bytesRead = bytesRead;
  connection.waiting.push({ response, bytes });
  if (connection.waiting.length >= MAX_WAITING_REQUESTS) stopReading(response.req.socket);
  requestMemory.add(connection.owner, connection, bytes);
}

/**
 * Handles the requests of a connection one after the other. Node emits pipelined requests as it parses them. Without a
 * queue, a request would not see the effects of the one before it, and a client that never reads could make the server
 * hold an unlimited number of responses.
 * @param ownerOf who shares turns of the event loop; null for a request that needs no turn
 */
export function serializeRequests(
  handle: RequestListener,
  ownerOf: (request: IncomingMessage) => Owner,
  clock: HostClock,
): RequestListener {
  const unread = new UnreadResponses();
  const turns = new Turns(clock);

  // The listeners are shared by all responses: one closure less per response and event.
  function onPrefinish(this: ServerResponse): void {
    unread.watch(this);
  }

  function onClose(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = connectionOf(socket);
    const next = connection.waiting.shift();
    if (connection.waiting.length < MAX_WAITING_REQUESTS / 2) resumeReading(socket);
    if (next) requestMemory.free(connection, next.bytes);
    if (next && !socket.destroyed) begin(next.response);
    else connection.isBusy = false;
  }

  const begin = (response: ServerResponse): void => {
    response.on('close', onClose);
    response.on('prefinish', onPrefinish);
    const owner = ownerOf(response.req);
    if (owner === null) handle(response.req, response);
    else turns.run(owner, () => !response.destroyed && handle(response.req, response));
  };

  return ({ socket }, response) => {
    if (socket.writableEnded || socket.destroyed) return;
    const connection = connectionOf(socket);
    connection.latest = response;
    if (connection.isBusy) {
      wait(connection, response);
    } else {
      connection.isBusy = true;
      begin(response);
    }
  };
}

/** Limits of complete responses that clients do not read. Documented in docs/limits.md. */
export const UNREAD_LIMITS = {
  /** How long a client may read nothing of a response, in milliseconds. */
  timeoutMs: 30_000,
  /** Bytes of all connections together. */
  maxBytes: MAX_REQUEST_BYTES,
} as const;

/**
 * The complete responses of a server that wait in memory, in part or whole, until their clients read them. A client that
 * asks for a large list and does not read it would otherwise occupy that memory for as long as it likes.
 */
export class UnreadResponses {
  readonly #limits: { readonly timeoutMs: number; readonly maxBytes: number };
  readonly #waiting: SharedLimit<ServerResponse>;

  constructor(limits: { readonly timeoutMs: number; readonly maxBytes: number } = UNREAD_LIMITS) {
    this.#limits = limits;
    this.#waiting = new SharedLimit<ServerResponse>(limits.maxBytes, response => response.destroy());
  }

  watch(response: ServerResponse): void {
    const { socket } = response.req;
    const bytes = socket.writableLength;
    if (bytes === 0) return;
    const { timeoutMs, maxBytes } = this.#limits;
    response.once('close', () => {
      this.#waiting.free(response);
      // The next request may take longer. If Node has set the timeout of an idle connection, that timeout stays.
      if (socket.timeout === timeoutMs) socket.setTimeout(0);
    });
    // Node's HTTP server destroys a socket that times out. The time starts again whenever a write makes progress.
    socket.setTimeout(timeoutMs);
    // A response that exceeds the limit by itself is kept if it is the only one.
    this.#waiting.add(connectionOf(socket).owner, response, Math.min(bytes, maxBytes));
  }
}

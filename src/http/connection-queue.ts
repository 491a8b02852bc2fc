import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** With so many pipelined requests waiting, nothing more is read from the connection until half of them are done. */
export const MAX_WAITING_REQUESTS = 100;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * A connection as Node's HTTP server sees it. `pause()` alone would not last, because Node reads on after every
 * message; with this flag set it does not, and its own handler of `drain` clears the flag and reads on.
 */
interface Connection extends Socket {
  _paused?: boolean;
}

function stopReading(connection: Connection): void {
  connection._paused = true;
  connection.pause();
}

function readOn(connection: Connection): void {
  if (connection._paused) connection.emit('drain');
}

/**
 * Handles the requests of a connection one after the other. Node emits pipelined requests as they are parsed: without
 * a queue a request would not see what the one before it did, and a client that reads nothing could make the server
 * hold any number of responses.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const queues = new WeakMap<Connection, Waiting[]>();

  const begin = (socket: Connection, { request, response }: Waiting): void => {
    response.once('close', () => proceed(socket));
    handle(request, response);
  };

  const proceed = (socket: Connection): void => {
    const queue = queues.get(socket)!;
    const next = queue.shift();
    if (queue.length < MAX_WAITING_REQUESTS / 2) readOn(socket);
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

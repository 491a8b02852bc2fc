import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { UnreadResponses } from './unread-responses.ts';

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

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many pipelined requests of a connection may wait; a connection that sends more is closed. */
export const MAX_WAITING_REQUESTS = 200;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Handles the requests of a connection one after the other. Node emits pipelined requests as they are parsed: without
 * a queue a request would not see what the one before it did, and a client that reads nothing could make the server
 * hold any number of responses.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Waiting[]>();

  const begin = (socket: Socket, { request, response }: Waiting): void => {
    response.once('close', () => {
      const queue = queues.get(socket)!;
      const next = queue.shift();
      if (!next || socket.destroyed) queues.delete(socket);
      // The response before it has left by then: a reset of the connection would discard it.
      else setImmediate(() => begin(socket, next));
    });
    handle(request, response);
  };

  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket);
    if (!queue) {
      queues.set(socket, []);
      begin(socket, { request, response });
    } else if (queue.length < MAX_WAITING_REQUESTS) queue.push({ request, response });
    else socket.destroy();
  };
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a receiver does with a delivery: 1 is always, 0 never. */
export interface Moods {
  /** Draws from 0 up to 1. */
  readonly draw: () => number;
  /** How often it answers 503. */
  readonly overloaded: number;
  /** How often it breaks off the connection. */
  readonly broken: number;
}

function answer(request: IncomingMessage, response: ServerResponse, moods: Moods): void {
  request.resume();
  const drawn = moods.draw();
  if (drawn < moods.broken) {
    request.socket.destroy();
    return;
  }
  request.once('end', () => {
    const isOverloaded = drawn < moods.broken + moods.overloaded;
    response.writeHead(isOverloaded ? 503 : 200, { 'Content-Type': 'application/json' });
    response.end(isOverloaded ? '{"error":"the queue is full"}' : '{"received":true}');
  });
}

/** A customer's webhook endpoint on this machine: it acknowledges, and has its bad moments. */
export class DemoReceiver {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts one on a free port of the loopback. */
  static async start(moods: Moods): Promise<DemoReceiver> {
    const server = createServer((request, response) => answer(request, response, moods));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    return new DemoReceiver(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/webhooks/energy`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

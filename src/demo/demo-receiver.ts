import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How often the receiver fails a delivery, as probabilities from 0 to 1. */
export interface FailureRates {
  /** Draws a number from 0 (inclusive) to 1 (exclusive). */
  readonly draw: () => number;
  /** The probability of a response with status 503. */
  readonly overloaded: number;
  /** The probability that it closes the connection without a response. */
  readonly broken: number;
}

function respond(request: IncomingMessage, response: ServerResponse, rates: FailureRates): void {
  request.resume();
  const drawn = rates.draw();
  if (drawn < rates.broken) {
    request.socket.destroy();
    return;
  }
  request.once('end', () => {
    const isOverloaded = drawn < rates.broken + rates.overloaded;
    response.writeHead(isOverloaded ? 503 : 200, { 'Content-Type': 'application/json' });
    response.end(isOverloaded ? '{"error":"the queue is full"}' : '{"received":true}');
  });
}

/** The webhook endpoint of the demo's client on this machine. It acknowledges most deliveries and fails some. */
export class DemoReceiver {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a receiver on a free port of the loopback interface. */
  static async start(rates: FailureRates): Promise<DemoReceiver> {
    const server = createServer((request, response) => respond(request, response, rates));
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

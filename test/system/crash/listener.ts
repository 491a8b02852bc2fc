import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Receives webhooks, some of them only at the second attempt, and compares repeated deliveries. */
export class Listener {
  /** The body of each event, by its id. */
  readonly bodies = new Map<string, string>();
  /** The ids of events that were delivered again with different bytes. */
  readonly altered: string[] = [];
  deliveries = 0;
  /** Decides whether a delivery is acknowledged. Otherwise the response is a 500, or there is none. */
  accepts: () => boolean = () => true;
  readonly #server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    this.deliveries += 1;
    const id = String(request.headers['x-webhook-id']);
    const before = this.bodies.get(id);
    if (before !== undefined && before !== body) this.altered.push(id);
    if (!this.accepts()) {
      if (this.deliveries % 2 === 0) request.socket.destroy();
      else response.writeHead(500).end();
      return;
    }
    this.bodies.set(id, body);
    response.writeHead(204).end();
  });

  static async start(): Promise<Listener> {
    const listener = new Listener();
    listener.#server.listen(0, '127.0.0.1');
    await once(listener.#server, 'listening');
    return listener;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

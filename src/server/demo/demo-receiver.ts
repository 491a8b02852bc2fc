import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { explainSignature } from '../../core/webhook/signature.ts';

/** How a shop receives webhooks. */
export interface Reception {
  readonly secret: () => string;
  /** Whether it refuses webhooks that are not signed by the service. */
  readonly verifies: boolean;
  /** How many of the next genuine webhooks it fails to process. */
  failures: number;
}

const MAX_BYTES = 65_536;

/** The server on which the shops of the demo receive their webhooks: each at a path with its name. */
export class DemoReceiver {
  readonly #shops = new Map<string, Reception>();
  #server: Server | null = null;

  /** @returns the URL at which the shop receives webhooks from now on */
  async open(name: string, reception: Reception): Promise<string> {
    this.#shops.set(name, reception);
    if (!this.#server) {
      this.#server = createServer(async (request, response) => {
        const parts: Buffer[] = [];
        let size = 0;
        for await (const part of request) {
          size += (part as Buffer).length;
          if (size <= MAX_BYTES) parts.push(part as Buffer);
        }
        const header = request.headers['x-webhook-signature'];
        response.writeHead(this.#statusFor(request.url ?? '', Buffer.concat(parts), header)).end();
      });
      // The demo alone does not keep the process running.
      this.#server.listen(0, '127.0.0.1').unref();
      await once(this.#server, 'listening');
    }
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}`;
  }

  close(): void {
    this.#server?.close();
    this.#server?.closeAllConnections();
    this.#server = null;
  }

  #statusFor(url: string, body: Buffer, header: string | string[] | undefined): number {
    const shop = this.#shops.get(url.slice(1));
    if (!shop) return 404;
    const signature = typeof header === 'string' ? header : undefined;
    if (shop.verifies && !explainSignature({ body, header: signature, secret: shop.secret() }).valid)
      return 401;
    if (shop.failures === 0) return 200;
    shop.failures -= 1;
    return 503;
  }
}

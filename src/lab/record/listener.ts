import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pause } from '../../host/node/host-clock.ts';
import { type ListenOptions, listen } from '../../host/node/listen.ts';
import { MAX_HEAD_BYTES, Relay, type RelayOptions, reset } from './relay.ts';

/** How many connections a listener accepts at a time; further ones are closed at once. */
export const MAX_CONNECTIONS = 256;

/** How long exchanges in progress may take when the recorder ends. */
const GRACE_MS = 2_000;

export interface ListenerOptions extends ListenOptions, RelayOptions {
  /** Called if a connection is reset because what the client sends is not understood. */
  readonly onUnrecorded: (reason: string) => void;
  /** Called if a connection was closed because there are too many. */
  readonly onRefused: () => void;
}

/** A port whose requests are passed on to one target. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #server: http.Server;
  readonly #relays = new Map<Socket, Relay>();

  private constructor(options: ListenerOptions) {
    this.#options = options;
    // The target decides what it refuses, and how long it waits.
    this.#server = http.createServer({
      maxHeaderSize: MAX_HEAD_BYTES,
      keepAliveTimeout: 0,
      headersTimeout: 0,
      requestTimeout: 0,
      requireHostHeader: false,
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.on('drop', () => options.onRefused());
    this.#server.on('connection', (client: Socket) => {
      this.#relays.set(client, new Relay(client, options));
      client.once('close', () => this.#relays.delete(client));
    });
    for (const event of ['request', 'checkContinue', 'checkExpectation'])
      this.#server.on(event, (incoming: IncomingMessage, outgoing: ServerResponse) =>
        this.#relays.get(incoming.socket)?.accept(incoming, outgoing),
      );
    this.#server.on('clientError', ({ code }: NodeJS.ErrnoException, client: Socket) => {
      if (code?.startsWith('HPE_'))
        options.onUnrecorded('bytes of a client that are not HTTP/1.1, or a head that is too large');
      reset(client);
    });
  }

  /** @throws ListenError if the port cannot be used */
  static async start(options: ListenerOptions): Promise<Listener> {
    const listener = new Listener(options);
    await listen(listener.#server, options);
    return listener;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Such as `http://127.0.0.1:4020`. */
  get url(): string {
    const { host } = this.#options;
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.port}`;
  }

  /** Accepts no further connection, lets exchanges in progress end for a short time, and closes all connections. */
  async close(): Promise<void> {
    const { clock } = this.#options;
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()));
    const deadline = clock.monotonicMs() + GRACE_MS;
    const relays = (): Relay[] => [...this.#relays.values()];
    while (relays().some(({ isBusy }) => isBusy) && clock.monotonicMs() < deadline) await pause(clock, 20);
    for (const relay of relays()) relay.stop();
    await closed;
  }
}

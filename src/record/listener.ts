import { type AddressInfo, createServer, type Server } from 'node:net';
import type { HostClock } from '../clock/host-clock.ts';
import type { Direction } from '../har/recorded-fields.ts';
import { type ListenOptions, listen } from '../listen.ts';
import { ConnectionLog } from './connection-log.ts';
import type { HeldBytes, RawExchange } from './raw-exchange.ts';
import { Relay, type Target } from './relay.ts';

/** How many connections a listener accepts at a time; further ones are closed at once. */
export const MAX_CONNECTIONS = 256;

/** How long exchanges in progress may take when the recorder ends. */
export const GRACE_MS = 2_000;

export interface ListenerOptions extends ListenOptions {
  readonly direction: Direction;
  readonly target: Target;
  /** The value of Host in requests to the target. */
  readonly targetHost: string;
  readonly clock: HostClock;
  readonly held: HeldBytes;
  readonly onExchange: (exchange: RawExchange) => void;
  readonly onUnrecorded: (reason: string) => void;
  /** Called if a connection was closed because there are too many. */
  readonly onRefused: () => void;
  /** Numbers connections, from 1. */
  readonly nextConnection: () => number;
}

/** A port whose connections are passed on to one target. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #server: Server;
  readonly #relays = new Set<Relay>();

  private constructor(options: ListenerOptions) {
    this.#options = options;
    // Half-open, so that a client that has ended its side still gets its response.
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, client => {
      const { direction, target, targetHost, clock, held, onExchange, onUnrecorded } = options;
      const log = new ConnectionLog({
        direction,
        connection: options.nextConnection(),
        host: targetHost,
        clock,
        held,
        onExchange,
        onUnrecorded,
      });
      const relay = new Relay(client, target, log, clock);
      this.#relays.add(relay);
      client.once('close', () => this.#relays.delete(relay));
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.on('drop', () => options.onRefused());
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
    while ([...this.#relays].some(({ isBusy }) => isBusy) && clock.monotonicMs() < deadline)
      await new Promise<void>(resolve => clock.wake(20, resolve));
    for (const relay of this.#relays) relay.stop();
    await closed;
  }
}

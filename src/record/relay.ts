import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls';
import type { HostClock } from '../clock/host-clock.ts';
import type { ConnectionLog } from './connection-log.ts';
import { MessageFramer } from './message-framer.ts';
import { readToEnd } from './read-to-end.ts';

/** Where a connection leads to. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** The authorities that are trusted, in PEM; undefined for those of Node.js. */
  readonly ca: readonly string[] | undefined;
}

/** How long the target may take to accept a connection. */
export const CONNECT_TIMEOUT_MS = 30_000;

/** How long a client may take to read what it was sent, before its connection is reset as the target's was. */
const FLUSH_MS = 1_000;

/** The code of a socket's error, such as `ECONNRESET`. */
const codeOf = (error: Error): string => {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : error.message;
};

/** Connects without waiting. Both sides can end separately, as they can without the recorder. */
function dial({ host, port, tls, ca }: Target): Socket {
  if (!tls) return connectTcp({ host, port, noDelay: true, allowHalfOpen: true });
  // The types do not know allowHalfOpen, which Node.js documents.
  const options: ConnectionOptions & { readonly allowHalfOpen: boolean } = {
    host,
    port,
    allowHalfOpen: true,
    ALPNProtocols: ['http/1.1'],
    // A server name must be a name; TLS has none for IP addresses.
    ...(isIP(host) ? {} : { servername: host }),
    ...(ca ? { ca: [...ca] } : {}),
  };
  return connectTls(options).setNoDelay(true);
}

/**
 * Ends a connection with a reset, or closes it where there is none: over TLS, before it is open, and while its end is
 * being sent. Node would wait for such a connection, in the last case forever.
 */
function reset(socket: Socket): void {
  const isEnding = socket.writableEnded && !socket.writableFinished;
  if (socket instanceof TLSSocket || socket.connecting || isEnding) socket.destroy();
  else socket.resetAndDestroy();
}

/**
 * Connects one client to the target, and passes on the bytes of both as they come: each client gets a connection of its
 * own, and what ends, closes or resets on one side does so on the other.
 */
export class Relay {
  readonly #client: Socket;
  readonly #target: Target;
  readonly #log: ConnectionLog;
  readonly #clock: HostClock;
  #upstream: Socket | null = null;
  /** Set when one side has failed, so that the consequences for the other side are not taken for failures. */
  #over = false;

  constructor(client: Socket, target: Target, log: ConnectionLog, clock: HostClock) {
    this.#client = client;
    this.#target = target;
    this.#log = log;
    this.#clock = clock;
    const requests = this.#requests();
    client.on('error', () => this.#clientFailed());
    client.on('close', () => this.#clientFailed());
    client.on('end', () => this.#clientEnded());
    // The target is connected when the first byte arrives. A connection without a request leaves no trace at the target.
    requests.once('readable', () => this.#connect(requests));
    client.pipe(requests);
  }

  /** True while a response is outstanding. */
  get isBusy(): boolean {
    return this.#log.isBusy;
  }

  /** Ends both connections at once. */
  stop(): void {
    this.#over = true;
    this.#log.stop();
    reset(this.#client);
    if (this.#upstream) reset(this.#upstream);
  }

  /** The client's bytes on their way to the target. */
  #requests(): Transform {
    const framer = new MessageFramer(this.#log.requestEvents(bytes => transform.push(bytes)));
    const transform = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        framer.push(chunk);
        this.#log.whenRoom(done);
      },
      flush: done => {
        framer.close();
        done();
      },
    });
    return transform;
  }

  #connect(requests: Transform): void {
    // Readable also means that the stream has ended: a client that closed without a byte.
    if (requests.readableLength === 0 || this.#over) {
      this.#client.end();
      return;
    }
    const begun = this.#clock.monotonicMs();
    const upstream = dial(this.#target);
    let unsent: Error | null = null;
    this.#upstream = upstream;
    const cancel = this.#clock.wake(CONNECT_TIMEOUT_MS, () => upstream.destroy(new Error('ETIMEDOUT')));
    const responses = new MessageFramer(this.#log.responseEvents());
    upstream.once(this.#target.tls ? 'secureConnect' : 'connect', () => {
      cancel();
      this.#log.connected(this.#clock.monotonicMs() - begun, upstream.remoteAddress ?? null);
      requests.pipe(upstream);
    });
    readToEnd(upstream, error => {
      unsent = error;
    });
    // Recorded before it is passed on, so that what the client has received is in the file.
    upstream.on('data', (bytes: Buffer) => responses.push(bytes));
    upstream.on('end', () => {
      responses.close();
      if (unsent) this.#targetFailed(unsent);
      else this.#log.targetEnded('the connection was closed');
    });
    upstream.on('error', error => this.#targetFailed(error));
    upstream.on('close', () => {
      cancel();
      if (!this.#over && !upstream.readableEnded) this.#targetFailed(new Error('the connection was closed'));
    });
    upstream.pipe(this.#client);
  }

  #clientEnded(): void {
    this.#log.clientEnded();
  }

  #clientFailed(): void {
    if (this.#over) return;
    this.#over = true;
    this.#log.clientClosed();
    const upstream = this.#upstream;
    if (upstream && !upstream.writableEnded) reset(upstream);
    else upstream?.destroy();
  }

  /** The client gets what the target sent before, and then the same failure. */
  #targetFailed(error: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.#log.targetEnded(codeOf(error));
    const client = this.#client;
    if (client.writableLength === 0) {
      reset(client);
      return;
    }
    const cancel = this.#clock.wake(FLUSH_MS, () => reset(client));
    // Called back when everything before it has been sent.
    client.write(Buffer.alloc(0), () => {
      cancel();
      reset(client);
    });
  }
}

import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { endConnection } from '../../host/node/end-connection.ts';
import { type HostClock, pause } from '../../host/node/host-clock.ts';
import { type ListenOptions, listen } from '../../host/node/listen.ts';
import type { Direction, Outcome } from '../har/write-har.ts';
import {
  BodyCapture,
  type RawExchange,
  type ReceivedResponse,
  type SentHeader,
  type SentRequest,
} from './exchange.ts';

/** The largest head of a request or response. */
export const MAX_HEAD_BYTES = 32 * 1024;

/** Limits of the connections of clients. After a complete head the target decides how long it waits. Times in milliseconds. */
export const CLIENT_LIMITS = {
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: 60_000,
  connectionsCheckingInterval: 10_000,
};

/** How long the target may take to accept a connection. */
export const CONNECT_TIMEOUT_MS = 30_000;

/** How long a client may take to read what was sent to it, before its connection is reset like the target's. */
const FLUSH_MS = 1_000;

/** The target to which requests are forwarded. */
export interface Target {
  /** Such as `https://api.example.com`. */
  readonly origin: string;
  /** The value of Host. */
  readonly authority: string;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** The trusted authorities, in PEM; undefined for the ones that Node.js trusts. */
  readonly ca: readonly string[] | undefined;
}

export interface RelayOptions {
  readonly direction: Direction;
  readonly target: Target;
  readonly clock: HostClock;
  readonly onExchange: (exchange: RawExchange) => void;
}

/** An exchange in progress. Its times are from the monotonic clock, except for `startedAt`. */
interface Draft {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly request: SentRequest;
  readonly startedAt: number;
  readonly startMs: number;
  sentMs: number | null;
  firstByteMs: number | null;
  response: ReceivedResponse | null;
  /** The first failure; others follow from it. */
  failure: Error | null;
  isOver: boolean;
}

/** Writing this as a body sends the head immediately. `flushHeaders` would encode the head in UTF-8. */
const NOTHING = Buffer.alloc(0);

const CLOSED = 'the connection was closed';

/** The description of a failure in the file, such as `ECONNRESET`. */
function reasonOf({ code, syscall, message }: NodeJS.ErrnoException): string {
  if (code?.startsWith('HPE_')) return `the response is not valid HTTP/1.1 (${code})`;
  // Node.js gives the end of a connection the code of a reset; a real one comes from a system call.
  return code === 'ECONNRESET' && syscall === undefined ? CLOSED : (code ?? message);
}

const pairsOf = (raw: readonly string[]): SentHeader[] =>
  Array.from({ length: raw.length / 2 }, (_, index) => ({
    name: raw[2 * index]!,
    value: raw[2 * index + 1]!,
  }));

const rawOf = (headers: readonly SentHeader[]): string[] =>
  headers.flatMap(({ name, value }) => [name, value]);

/** Methods whose requests have no body unless they declare its length. */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

function headersFor({ method = '', headers, rawHeaders }: IncomingMessage, authority: string): SentHeader[] {
  const sent = pairsOf(rawHeaders)
    // Some clients offer HTTP/2 in this way, which the target could accept.
    .filter(({ name }) => name.toLowerCase() !== 'upgrade')
    .map(header => (header.name.toLowerCase() === 'host' ? { ...header, value: authority } : header));
  const hasLength = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  // Without it, Node.js would send an empty body in chunks.
  if (!hasLength && !WITHOUT_BODY.has(method)) sent.push({ name: 'Content-Length', value: '0' });
  return sent;
}

/**
 * Ends a connection with a reset. Over TLS, and while the end of the connection is being sent, this closes the
 * connection instead: Node would wait for the reset, in the latter case forever.
 */
function reset(socket: Socket): void {
  const isEnding = socket.writableEnded && !socket.writableFinished;
  if (socket instanceof TLSSocket || isEnding) socket.destroy();
  else socket.resetAndDestroy();
}

/**
 * Passes on the requests of one client connection over one connection to the target, one after the other. If one side
 * closes or resets its connection, the other side's is also closed or reset.
 */
export class Relay {
  readonly #client: Socket;
  readonly #options: RelayOptions;
  readonly #agent: http.Agent;
  /** The exchanges in progress, in order. Only the first one is being passed on. */
  #drafts: Draft[] = [];
  #upstream: Socket | null = null;
  /** True once one side has failed, so that the consequences for the other side do not count as failures. */
  #over = false;

  constructor(client: Socket, options: RelayOptions) {
    this.#client = client;
    this.#options = options;
    const { tls, ca } = options.target;
    const settings = { keepAlive: true, maxSockets: 1, noDelay: true };
    this.#agent = tls
      ? new https.Agent({ ...settings, ALPNProtocols: ['http/1.1'], ...(ca ? { ca: [...ca] } : {}) })
      : new http.Agent(settings);
    client.on('close', () =>
      this.#end(({ startMs }) => ({ kind: 'client-gone', afterMs: Math.round(this.#nowMs() - startMs) })),
    );
  }

  get isBusy(): boolean {
    return this.#drafts.length > 0;
  }

  accept(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (this.#over) return;
    const { clock, target } = this.#options;
    const draft: Draft = {
      incoming,
      outgoing,
      request: {
        method: incoming.method!,
        target: incoming.url!,
        version: `HTTP/${incoming.httpVersion}`,
        headers: headersFor(incoming, target.authority),
        body: new BodyCapture(),
      },
      startedAt: clock.wallMs(),
      startMs: this.#nowMs(),
      sentMs: null,
      firstByteMs: null,
      response: null,
      failure: null,
      isOver: false,
    };
    // The client may disconnect at any time; the end of its connection reports that.
    incoming.on('error', () => undefined);
    outgoing.on('error', () => undefined);
    this.#drafts.push(draft);
    if (this.#drafts.length === 1) this.#try(draft, () => this.#send(draft));
  }

  stop(): void {
    this.#end(() => ({ kind: 'recorder-stopped' }));
    reset(this.#client);
  }

  #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }

  /** Node.js refuses some heads when they are sent, such as a reason with control characters. */
  #try(draft: Draft, act: () => void): void {
    try {
      act();
    } catch (error) {
      void this.#fail(draft, error as Error);
    }
  }

  #send(draft: Draft): void {
    const { incoming, outgoing, request } = draft;
    const { host, port, tls } = this.#options.target;
    const upstream = (tls ? https : http).request({
      agent: this.#agent,
      host,
      port,
      method: request.method,
      path: request.target,
      headers: rawOf(request.headers),
      maxHeaderSize: MAX_HEAD_BYTES,
    });
    upstream.on('socket', socket => this.#useSocket(socket));
    upstream.on('continue', () => outgoing.writeContinue());
    upstream.on('response', response => this.#try(draft, () => this.#respond(draft, response)));
    upstream.on('error', error => void this.#fail(draft, error));
    incoming.on('data', (bytes: Buffer) => {
      if (!draft.isOver) request.body.add(bytes);
    });
    incoming.on('end', () => {
      draft.sentMs = this.#nowMs();
    });
    upstream.write(NOTHING);
    incoming.pipe(upstream);
  }

  #useSocket(socket: Socket): void {
    if (this.#over) socket.destroy();
    if (socket === this.#upstream) return;
    this.#upstream = socket;
    const cancel = this.#options.clock.wake(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error('ETIMEDOUT')));
    socket.once(this.#options.target.tls ? 'secureConnect' : 'connect', cancel);
    socket.once('close', () => {
      cancel();
      this.#followTarget();
    });
  }

  #respond(draft: Draft, response: IncomingMessage): void {
    const { outgoing } = draft;
    const { statusCode: status = 0, statusMessage: reason = '', httpVersion } = response;
    const body = new BodyCapture();
    draft.firstByteMs = this.#nowMs();
    const headers = pairsOf(response.rawHeaders);
    draft.response = { status, reason, version: `HTTP/${httpVersion}`, headers, body };
    // Node.js does not add these headers after they were removed.
    for (const name of ['Connection', 'Content-Length', 'Date', 'Transfer-Encoding'])
      outgoing.removeHeader(name);
    outgoing.writeHead(status, reason, rawOf(headers));
    outgoing.write(NOTHING);
    // Recorded before it is passed on, so that what the client has received is in the file.
    response.on('data', (bytes: Buffer) => {
      if (!draft.isOver) body.add(bytes);
    });
    response.on('end', () => {
      if (this.#over) return;
      this.#drafts.shift();
      this.#finish(draft, { kind: 'complete' });
      outgoing.end();
      const [next] = this.#drafts;
      if (next) this.#try(next, () => this.#send(next));
      else this.#followTarget();
    });
    response.on('error', error => void this.#fail(draft, error));
    response.pipe(outgoing, { end: false });
  }

  /** Closes the client's connection after the target has closed its own. */
  #followTarget(): void {
    if (this.#over || this.isBusy || !this.#upstream?.destroyed) return;
    this.#over = true;
    endConnection(this.#client, this.#options.clock);
  }

  /** The client receives what the target sent before the failure, and then the same failure. */
  async #fail(draft: Draft, error: Error): Promise<void> {
    draft.failure ??= error;
    // Data that arrived together with the failure are passed on first.
    await this.#options.clock.yieldToEventLoop();
    if (this.#over || draft.isOver) return;
    const reason = reasonOf(draft.failure);
    this.#end(({ response }) => ({ kind: response ? 'truncated' : 'upstream-error', error: reason }));
    const client = this.#client;
    if (reason === CLOSED) {
      endConnection(client, this.#options.clock);
      return;
    }
    const cancel = this.#options.clock.wake(FLUSH_MS, () => reset(client));
    // The callback runs once all earlier writes have been sent.
    client.write(NOTHING, () => {
      cancel();
      reset(client);
    });
  }

  /** Ends the exchanges in progress and the connection to the target. */
  #end(outcomeOf: (draft: Draft) => Outcome): void {
    if (this.#over) return;
    this.#over = true;
    for (const draft of this.#drafts) this.#finish(draft, outcomeOf(draft));
    this.#drafts = [];
    this.#upstream?.destroy();
    this.#agent.destroy();
  }

  #finish(draft: Draft, outcome: Outcome): void {
    draft.isOver = true;
    const endMs = this.#nowMs();
    const { request, response, startedAt, startMs } = draft;
    const sentMs = draft.sentMs ?? draft.firstByteMs ?? endMs;
    const firstByteMs = Math.max(draft.firstByteMs ?? endMs, sentMs);
    this.#options.onExchange({
      direction: this.#options.direction,
      startedAt,
      timings: {
        sendMs: sentMs - startMs,
        waitMs: firstByteMs - sentMs,
        receiveMs: Math.max(0, endMs - firstByteMs),
      },
      request,
      response,
      outcome,
    });
  }
}

/** The maximum number of simultaneous connections of a listener; further ones are closed immediately. */
export const MAX_CONNECTIONS = 256;

/** How long exchanges in progress may take when the recorder ends. */
const GRACE_MS = 2_000;

export interface ListenerOptions extends ListenOptions, RelayOptions {
  /** Whether a Host header names the recorder; others are refused. */
  readonly isOwnHost: (header: string) => boolean;
  /** Called if a connection is reset because what the client sends is not understood or not allowed. */
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
      ...CLIENT_LIMITS,
      keepAliveTimeout: 0,
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
      this.#server.on(event, (incoming: IncomingMessage, outgoing: ServerResponse) => {
        if (options.isOwnHost(incoming.headers.host ?? '')) {
          this.#relays.get(incoming.socket)?.accept(incoming, outgoing);
          return;
        }
        options.onUnrecorded(
          'a Host header that does not name the recorder; call it as localhost, by an IP address or by the host that it was started with',
        );
        reset(incoming.socket);
      });
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

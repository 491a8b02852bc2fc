import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type HostClock, pause, systemClock } from '../../../src/host/node/host-clock.ts';
import type { AuditedCase, AuditOptions } from '../../../src/lab/audit/options-and-result.ts';
import { runAudit } from '../../../src/lab/audit/run-cases.ts';

export const SECRET = 'audit-test-secret';

/** How far a turn of the event loop advances the clock of these tests. */
const TURN_MS = 20;

/**
 * A host on which time passes by turns of the event loop, as long as somebody waits. An audit and its receiver wait for
 * each other in much less than real time, and a machine that is busy delays both, instead of ending the patience of one.
 */
class TurningHost implements HostClock {
  readonly #waiting = new Map<() => void, number>();
  #nowMs = 0;
  #isTurning = false;

  monotonicMs(): number {
    return this.#nowMs;
  }

  wallMs(): number {
    return systemClock.wallMs();
  }

  yieldToEventLoop(): Promise<void> {
    return systemClock.yieldToEventLoop();
  }

  wake(afterMs: number, callback: () => void): () => void {
    const wake = () => callback();
    this.#waiting.set(wake, this.#nowMs + afterMs);
    if (!this.#isTurning) this.#turn();
    return () => this.#waiting.delete(wake);
  }

  #turn(): void {
    this.#isTurning = this.#waiting.size > 0;
    if (!this.#isTurning) return;
    systemClock.wake(1, () => {
      this.#nowMs += TURN_MS;
      for (const [wake, dueMs] of [...this.#waiting]) {
        if (dueMs > this.#nowMs) continue;
        this.#waiting.delete(wake);
        wake();
      }
      this.#turn();
    });
  }
}

/** The clock of all audits and receivers of these tests. */
const HOST = new TurningHost();

/** Waits on it. */
export const wait = (ms: number): Promise<void> => pause(HOST, ms);

/** The cases of an audit of a receiver. */
export async function audited(
  receiver: CorrectReceiver,
  options: AuditOptions = {},
): Promise<readonly AuditedCase[]> {
  const { cases } = await runAudit(receiver.url, { secret: SECRET, ...options }, undefined, HOST);
  return cases;
}

/** A webhook as a receiver parses it. */
export interface Payload {
  readonly event: string;
  readonly event_id: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly order_id: number;
    readonly external_id: string;
    readonly status: string;
    readonly txid: string | null;
    readonly refunded: boolean;
    readonly price_trx: number;
  };
}

/** What a receiver stores of an order. */
export interface StoredOrder {
  status: string;
  txid: string | null;
  refunded: boolean;
  credited: number;
  /** How many events had an effect. */
  effects: number;
  /** Real time: differs between runs. */
  changed_at: string;
}

const RANKS = ['processing', 'review', 'delegating', 'delegated', 'undelegating', 'completed', 'failed'];
const rankOf = (status: string): number => RANKS.indexOf(status);

/** A request with its body. */
export interface Received {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** What a receiver answers: a status, or a status with a Location. */
export type Reply = number | { readonly status: number; readonly location: string };

/**
 * A correct receiver: it verifies the raw body, deduplicates by event_id, and lets states only move forward. The
 * receivers with a bug override one of its steps.
 */
export class CorrectReceiver {
  readonly orders = new Map<string, StoredOrder>();
  readonly seen = new Set<string>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.writeHead(500).end('TypeError: crashed'));
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `${this.origin}/hooks`;
  }

  get probe(): string {
    return `${this.origin}/orders/{external_id}`;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  /** Ends as if its process had: connections break, and nothing listens. @param isSupervised starts it again */
  async crash(isSupervised: boolean): Promise<void> {
    const { port } = new URL(this.origin);
    await this.close();
    if (isSupervised) this.#server.listen(Number(port), '127.0.0.1');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Handles a request to the webhook URL. */
  async receive(received: Received): Promise<Reply> {
    if (!this.takesMethod(received.method)) return 405;
    if (!this.verifies(received)) return 401;
    return this.handle(JSON.parse(received.body.toString()) as Payload, received);
  }

  takesMethod(method: string): boolean {
    return method === 'POST';
  }

  verifies({ headers, body }: Received): boolean {
    const given = Buffer.from(String(headers['x-webhook-signature'] ?? ''));
    const expected = Buffer.from(this.signatureOf(body));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  signatureOf(body: Buffer): string {
    return `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
  }

  async handle(payload: Payload, _received: Received): Promise<Reply> {
    if (this.isNew(payload)) this.apply(payload);
    return 204;
  }

  isNew({ event_id }: Payload): boolean {
    if (this.seen.has(event_id)) return false;
    this.seen.add(event_id);
    return true;
  }

  /** Applies an event to its order. */
  apply({ data }: Payload, status: string = data.status): void {
    const order = this.storedOrder(data.external_id);
    if (rankOf(status) >= 0) {
      order.effects += 1;
      order.txid ??= data.txid;
      order.changed_at = new Date().toISOString();
      if (this.replaces(status, order.status)) {
        order.status = status;
        order.refunded = data.refunded;
        if (this.paysBack(status, data)) order.credited = this.amountOf(data.price_trx);
      }
    }
  }

  /** What is stored of an order, which may be new. */
  storedOrder(externalId: string): StoredOrder {
    const none = { status: 'new', txid: null, refunded: false, credited: 0, effects: 0, changed_at: '' };
    const order = this.orders.get(externalId) ?? none;
    this.orders.set(externalId, order);
    return order;
  }

  /** What is credited for a refunded price. */
  amountOf(priceTrx: number): number {
    return priceTrx;
  }

  replaces(status: string, stored: string): boolean {
    return rankOf(status) > rankOf(stored);
  }

  paysBack(status: string, { refunded }: Payload['data']): boolean {
    return status === 'failed' && refunded;
  }

  /** Starts again, with what is stored. */
  restart(): void {}

  /** A command that restarts it. */
  get restartCommand(): string {
    return `"${process.execPath}" -e "require('http').get('${this.origin}/restart', r => r.resume())"`;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = request.url ?? '';
    if (url.startsWith('/orders/')) {
      const order = this.orders.get(decodeURIComponent(url.slice('/orders/'.length)));
      response.writeHead(order ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(order ?? { error: 'unknown' }));
      return;
    }
    if (url === '/restart') {
      this.restart();
      response.end();
      return;
    }
    const reply = await this.receive({ method: request.method ?? '', headers: request.headers, body });
    if (typeof reply === 'number') response.writeHead(reply).end();
    else response.writeHead(reply.status, { location: reply.location }).end();
  }
}

/** Answers at once and works afterwards. */
export class DeferringReceiver extends CorrectReceiver {
  #work: Promise<unknown> = Promise.resolve();
  readonly #workMs: number;

  /** @param workMs how long the work on an event takes */
  constructor(workMs = TURN_MS) {
    super();
    this.#workMs = workMs;
  }

  override async handle(payload: Payload): Promise<Reply> {
    this.#work = this.#work.then(async () => {
      await wait(this.#workMs);
      if (this.isNew(payload)) this.apply(payload);
    });
    return 202;
  }
}

/** Works first, and answers repeats with another status of success. */
export class OtherStatusReceiver extends CorrectReceiver {
  override async handle(payload: Payload): Promise<Reply> {
    if (!this.isNew(payload)) return 208;
    await wait(1);
    this.apply(payload);
    return 201;
  }
}

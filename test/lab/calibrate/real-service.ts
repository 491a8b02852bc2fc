import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { InlineScenario } from '../../../src/client/data-types.ts';
import { connectSandbox } from '../../../src/client/remote-sandbox.ts';
import type { Account, Sandbox } from '../../../src/client/sandbox-interface.ts';
import { createReceiver, type Receiver } from '../../../src/client/webhook-receiver.ts';
import type { Settings } from '../../../src/core/domain/assumptions.ts';
import type { Account as InsideAccount } from '../../../src/core/engine/account.ts';
import { systemClock } from '../../../src/host/node/host-clock.ts';
import { type Recording, recordByClock } from '../../../src/lab/record/recorder.ts';
import { type RunningSandbox, startSandbox } from '../../../src/server/start-sandbox.ts';
import type { WireExchange } from './har-log.ts';

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  /** Bytes to send in place of `body` as JSON. */
  readonly raw?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null sends none. */
  readonly key?: string | null;
}

export interface Got {
  readonly status: number;
  readonly json: {
    readonly success?: boolean;
    readonly error?: string;
    readonly data?: Record<string, unknown>;
  };
}

/** Whether a delivery fails: the receiver then answers 503. */
export type FailsDelivery = (event: string, orderId: number, attempt: number) => boolean;

/** A sandbox that plays the real service, with everything that passes on the wire. Its clock is moved by hand. */
export class RealService implements AsyncDisposable {
  readonly exchanges: WireExchange[] = [];
  fails: FailsDelivery = () => false;
  readonly #running: RunningSandbox;
  readonly #sandbox: Sandbox;
  readonly #receiver: Receiver;
  account!: Account;
  #recording: Recording | null = null;
  readonly #attempts = new Map<string, number>();

  private constructor(running: RunningSandbox, sandbox: Sandbox, receiver: Receiver) {
    this.#running = running;
    this.#sandbox = sandbox;
    this.#receiver = receiver;
  }

  /**
   * @param out the HAR file that the recorder writes, through which everything passes; without one, there is none
   * @param redact the fields whose values the recorder replaces
   */
  static async start(
    settings: Partial<Settings>,
    scenarios: readonly InlineScenario[] = [],
    out?: string,
    redact: readonly string[] = [],
  ): Promise<RealService> {
    const running = await startSandbox({ port: 0, clock: 'manual', assumptions: settings });
    const sandbox = await connectSandbox(running.baseUrl);
    let service: RealService | null = null;
    const receiver = await createReceiver({ answer: delivery => service!.#receive(delivery) });
    service = new RealService(running, sandbox, receiver);
    if (out !== undefined) await service.#recordTo(out, redact);
    const url = service.#recording?.webhook_url ?? receiver.url;
    const webhook = { url, secret: receiver.secret };
    service.account = await sandbox.createAccount({ webhook, balance_trx: 100_000, scenarios });
    return service;
  }

  async #recordTo(out: string, redact: readonly string[]): Promise<void> {
    const nowMs = (): number => this.nowMs();
    const clock = { ...systemClock, monotonicMs: nowMs, wallMs: nowMs };
    const { baseUrl } = this.#running;
    const { url, secret } = this.#receiver;
    const options = { target: baseUrl, out, webhooks_to: url, webhook_secret: secret, redact };
    this.#recording = await recordByClock(clock, options);
  }

  /** The account inside the service. */
  get #inside(): InsideAccount {
    return this.#running.core.accounts.list().find(one => one.state.name === this.account.name)!;
  }

  /** The instant on the clock of the service. */
  nowMs(): number {
    return this.#running.core.runner.nowMs(this.#inside);
  }

  /** Whether the service refuses a body by its length, without reading it. */
  #isRefusedUnread(path: string, bytes: Buffer | null): boolean {
    const { body_limit_bytes, bulk_body_limit_bytes } = this.#inside.state.settings;
    return (bytes?.length ?? 0) > (path.includes('/bulk') ? bulk_body_limit_bytes : body_limit_bytes);
  }

  async #receive(delivery: Receiver['received'][number]): Promise<{ status: number }> {
    const atMs = this.nowMs();
    const attempt = (this.#attempts.get(delivery.event_id) ?? 0) + 1;
    this.#attempts.set(delivery.event_id, attempt);
    const orderId = Number(delivery.payload?.data.order_id);
    const status = this.fails(delivery.event, orderId, attempt) ? 503 : 204;
    this.exchanges.push({
      atMs,
      endMs: atMs,
      method: 'POST',
      url: 'https://shop.example/webhooks',
      requestHeaders: delivery.headers,
      requestBody: delivery.body,
      status,
      responseHeaders: {},
      responseBody: Buffer.alloc(0),
    });
    return { status };
  }

  /** Makes a request as a client does, and records it. */
  async call({ method, path, body, raw, headers = {}, key = this.account.api_key }: Sent): Promise<Got> {
    const bytes = raw ?? (body === undefined ? null : Buffer.from(JSON.stringify(body)));
    const atMs = this.nowMs();
    const sentHeaders: Record<string, string> = {
      ...(bytes ? { 'content-type': 'application/json' } : {}),
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    };
    const verb = method ?? (bytes ? 'POST' : 'GET');
    const { status, responseHeaders, responseBody } = await send(
      this.#recording?.url ?? this.#running.baseUrl,
      verb,
      path,
      bytes ? { ...sentHeaders, 'content-length': String(bytes.length) } : sentHeaders,
      this.#isRefusedUnread(path, bytes) ? 'unread' : bytes,
    );
    this.exchanges.push({
      atMs,
      endMs: this.nowMs(),
      method: verb,
      url: `https://energy.example${path}`,
      requestHeaders: sentHeaders,
      requestBody: bytes,
      status,
      responseHeaders,
      responseBody,
    });
    const text = responseBody.toString('utf8');
    return { status, json: text.startsWith('{') ? JSON.parse(text) : {} };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#recording?.close();
    await this.#sandbox.close();
    await this.#receiver.close();
    await this.#running.close();
  }
}

type Raw = Pick<WireExchange, 'status' | 'responseHeaders' | 'responseBody'>;

/**
 * Makes a request on a connection of its own.
 * @param body 'unread' sends the head alone: a connection that the service closes while a body is being sent may be
 *   reset before the response is read
 */
function send(
  baseUrl: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer | 'unread' | null,
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(baseUrl), { method, path, headers, agent: false }, response => {
      buffer(response).then(responseBody => {
        const all = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
        // What only a sandbox sends is no part of a real service.
        const kept = all.filter(([name]) => !name.startsWith('x-sandbox-'));
        resolve({ status: response.statusCode!, responseHeaders: Object.fromEntries(kept), responseBody });
        outgoing.destroy();
      }, reject);
    });
    outgoing.on('error', reject);
    if (body === 'unread') outgoing.flushHeaders();
    else outgoing.end(body ?? undefined);
  });
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { EventName } from './data-types.ts';
import { WaitError } from './errors.ts';
import { explainSignature, type SignatureVerdict } from './signature.ts';
import { after, DEFAULT_TIMEOUT_MS, passed } from './timeouts.ts';
import type { WebhookPayload } from './webhook-payload.ts';

/** A delivery as it came in. */
export interface ReceivedWebhook {
  /** The exact bytes. */
  readonly body: Buffer;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string;
  /** The body, parsed; null where it is no JSON object. */
  readonly payload: WebhookPayload | null;
  /** `payload.event`, or what the header says where there is none. */
  readonly event: string;
  /** `payload.event_id`, or what the header says where there is none. */
  readonly eventId: string;
  /** Whether the signature is right for the bytes and the receiver's secret, and if not, why. */
  readonly signature: SignatureVerdict;
  /** True where a delivery with the same event id came before. */
  readonly isRepeat: boolean;
}

/** What a delivery is answered with. All optional: 204 at once. */
export interface WebhookAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Real milliseconds before the answer. */
  readonly delayMs?: number;
  /** True: there is no answer, and the connection stays open. */
  readonly hang?: boolean;
  /** True: the connection is reset in place of an answer. */
  readonly reset?: boolean;
}

/** An answer, or a function that is awaited and says it. */
export type WebhookScript =
  | WebhookAnswer
  | ((delivery: ReceivedWebhook) => WebhookAnswer | undefined | Promise<WebhookAnswer | undefined>);

export interface ReceiverOptions {
  /** What signatures are held against. Left out: one of its own. */
  readonly secret?: string;
  /** Left out: a free one. */
  readonly port?: number;
  /** So many deliveries are answered with 503 first. */
  readonly failFirst?: number;
  /** What deliveries get. Default: 204 at once. */
  readonly answer?: WebhookScript;
}

export interface ReceiverWait {
  /** A service's order id, or an external_id. */
  readonly order?: number | string;
  /** The so-manieth delivery that fits; 1 the first. */
  readonly count?: number;
  /** Real milliseconds; 5,000 where left out. */
  readonly timeoutMs?: number;
}

/**
 * A server of its own that takes webhooks in a test: give its `url` and `secret` to an account (`webhook: receiver`
 * does both), and see in `received` what came.
 */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly secret: string;
  /** Every delivery, in the order in which they came. */
  readonly received: readonly ReceivedWebhook[];
  /** What the next deliveries get, one each; after them the usual answer. */
  answerNext(...scripts: readonly WebhookScript[]): void;
  /** What deliveries get from now on. */
  answerAlways(script: WebhookScript): void;
  /**
   * Resolves with a delivery of an event (`order.delegated`, or `*` for any), one that has come already included.
   * @throws WaitError where none comes in time; it lists what came
   */
  waitFor(event: EventName | '*', wait?: ReceiverWait): Promise<ReceivedWebhook>;
  /** Forgets what was received. */
  clear(): void;
  close(): Promise<void>;
}

const FAILURE: WebhookAnswer = { status: 503 };

/** Starts a receiver of webhooks on 127.0.0.1. */
export async function createReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const receiver = new WebhookReceiver(options);
  await receiver.listen(options.port ?? 0);
  return receiver;
}

class WebhookReceiver implements Receiver {
  readonly secret: string;
  #received: ReceivedWebhook[] = [];
  readonly #server: Server;
  readonly #next: WebhookScript[];
  readonly #watchers = new Set<() => void>();
  #usual: WebhookScript;

  constructor({ secret, failFirst = 0, answer = {} }: ReceiverOptions) {
    this.secret = secret ?? `whsec_${randomBytes(18).toString('base64url')}`;
    this.#next = Array.from({ length: failFirst }, () => FAILURE);
    this.#usual = answer;
    this.#server = createServer((request, response) => {
      // The sender may go away in the middle; then there is nobody left to answer.
      this.#take(request, response).catch(() => response.destroy());
    });
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/webhooks`;
  }

  get received(): readonly ReceivedWebhook[] {
    return this.#received;
  }

  answerNext(...scripts: readonly WebhookScript[]): void {
    this.#next.push(...scripts);
  }

  answerAlways(script: WebhookScript): void {
    this.#usual = script;
  }

  clear(): void {
    this.#received = [];
  }

  waitFor(event: EventName | '*', wait: ReceiverWait = {}): Promise<ReceivedWebhook> {
    const { order, count = 1, timeoutMs = DEFAULT_TIMEOUT_MS } = wait;
    const find = (): ReceivedWebhook | undefined =>
      this.#received.filter(one => (event === '*' || one.event === event) && concerns(one, order))[count - 1];
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find();
        if (!found) return;
        stop();
        resolve(found);
      };
      const cancel = after(timeoutMs, () => {
        stop();
        reject(new WaitError(this.#explainMissing(event, wait, timeoutMs)));
      });
      const stop = (): void => {
        cancel();
        this.#watchers.delete(look);
      };
      this.#watchers.add(look);
      look();
    });
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #explainMissing(event: string, { order, count = 1 }: ReceiverWait, timeoutMs: number): string {
    const what = `${count > 1 ? `${count} deliveries` : 'a delivery'} of ${event === '*' ? 'any event' : event}`;
    const whose = order === undefined ? '' : ` for order ${order}`;
    const came = this.#received.map(
      one => `\n  ${one.event} for order ${one.payload?.data?.order_id ?? '?'}`,
    );
    const list = came.length === 0 ? 'nothing came' : `these came:${came.join('')}`;
    return `waited ${timeoutMs} ms for ${what}${whose}, but ${list}`;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const delivery = this.#read(request, await buffer(request));
    this.#received.push(delivery);
    for (const look of [...this.#watchers]) look();
    const script = this.#next.shift() ?? this.#usual;
    const { hang, reset, delayMs, status, headers, body } =
      (typeof script === 'function' ? await script(delivery) : script) ?? {};
    if (delayMs !== undefined) await passed(delayMs);
    if (hang) return;
    if (reset) request.socket.resetAndDestroy();
    else response.writeHead(status ?? (body === undefined ? 204 : 200), headers).end(body);
  }

  #read(request: IncomingMessage, body: Buffer): ReceivedWebhook {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    );
    const payload = payloadOf(body);
    const eventId = payload?.event_id ?? headers['x-webhook-id'] ?? '';
    return {
      body,
      headers,
      path: request.url ?? '/',
      payload,
      event: payload?.event ?? headers['x-webhook-event'] ?? '',
      eventId,
      signature: explainSignature({ body, header: headers['x-webhook-signature'], secret: this.secret }),
      isRepeat: this.#received.some(one => one.eventId === eventId),
    };
  }
}

function concerns({ payload }: ReceivedWebhook, order: number | string | undefined): boolean {
  if (order === undefined) return true;
  return payload?.data?.order_id === order || payload?.data?.external_id === order;
}

function payloadOf(body: Buffer): WebhookPayload | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as WebhookPayload)
      : null;
  } catch {
    return null;
  }
}

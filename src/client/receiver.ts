import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { hostInUrl } from '../domain/ip.ts';
import type { EventName } from './data-types.ts';
import { WaitError } from './errors.ts';
import { runHandler } from './handler-scope.ts';
import {
  checkAnswer,
  checkReceiverOptions,
  checkReceiverWait,
  listenProblem,
  reachableHost,
} from './receiver-options.ts';
import { explainSignature, type SignatureVerdict } from './signature.ts';
import { callAfter, DEFAULT_TIMEOUT_MS, sleep } from './timeouts.ts';
import type { WebhookPayload } from './webhook-payload.ts';

/** A webhook delivery as received. */
export interface ReceivedWebhook {
  /** The exact bytes received. */
  readonly body: Buffer;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string;
  /** The parsed body; null if it is not a JSON object. */
  readonly payload: WebhookPayload | null;
  /** `payload.event`; if absent, the header X-Webhook-Event. */
  readonly event: string;
  /** `payload.event_id`; if absent, the header X-Webhook-Id. */
  readonly eventId: string;
  /** Whether the signature is valid for the bytes and the receiver's secret, and if not, why. */
  readonly signature: SignatureVerdict;
  /** Whether an earlier delivery had the same event id. */
  readonly isRepeat: boolean;
}

/** The response to a delivery. By default 204 at once. */
export interface WebhookAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Delay of the response in real milliseconds. */
  readonly delayMs?: number;
  /** true: no response, and the connection stays open. */
  readonly hang?: boolean;
  /** true: the connection is reset instead of a response. */
  readonly reset?: boolean;
}

/** A response, or a function that returns it, possibly asynchronously. If it throws, the response is 500. */
export type WebhookScript =
  | WebhookAnswer
  | ((delivery: ReceivedWebhook) => WebhookAnswer | undefined | Promise<WebhookAnswer | undefined>);

export interface ReceiverOptions {
  /** The secret for verifying signatures. Default: a random one. */
  readonly secret?: string;
  /** Default: a free port. */
  readonly port?: number;
  /** The address to listen on. Default 127.0.0.1; `0.0.0.0` accepts deliveries from other machines and containers. */
  readonly host?: string;
  /**
   * The host in `url`: the name by which the sandbox reaches this machine, such as `host.docker.internal`. Default: the
   * host; if that is `0.0.0.0` or `::`, the first address of this machine that others can reach.
   */
  readonly publicHost?: string;
  /** The number of deliveries that get 503 first. */
  readonly failFirst?: number;
  /** The response to other deliveries. Default: 204 at once. */
  readonly answer?: WebhookScript;
}

export interface ReceiverWait {
  /** An order id of the service, or an external_id. */
  readonly order?: number | string;
  /** Which matching delivery to return; 1 is the first. */
  readonly count?: number;
  /** In real milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
}

/**
 * A server that receives webhooks in a test. Pass its `url` and `secret` to an account (`webhook: receiver` passes both)
 * and read the deliveries from `received`.
 */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly secret: string;
  /** All deliveries in the order of arrival. */
  readonly received: readonly ReceivedWebhook[];
  /** Sets the responses to the next deliveries, one each. Later deliveries get the default response. */
  answerNext(...scripts: readonly WebhookScript[]): void;
  /** Sets the default response. */
  answerAlways(script: WebhookScript): void;
  /**
   * Resolves with a delivery of an event (`order.delegated`, or `*` for any), including deliveries already received.
   * @throws WaitError if none arrives in time; it lists the deliveries received
   */
  waitFor(event: EventName | '*', wait?: ReceiverWait): Promise<ReceivedWebhook>;
  /** Clears `received`. */
  clear(): void;
  close(): Promise<void>;
}

const FAILURE: WebhookAnswer = { status: 503 };

/**
 * Starts a webhook receiver, by default on a free port of 127.0.0.1.
 * @throws SandboxError INVALID_OPTION for an invalid option, and for an address that is in use or not of this machine
 */
export async function createReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  checkReceiverOptions(options);
  const receiver = new WebhookReceiver(options);
  await receiver.listen(options.port ?? 0);
  return receiver;
}

class WebhookReceiver implements Receiver {
  readonly secret: string;
  #received: ReceivedWebhook[] = [];
  readonly #server: Server;
  readonly #next: WebhookScript[];
  readonly #waiters = new Set<() => void>();
  #defaultScript: WebhookScript;
  readonly #host: string;
  readonly #publicHost: string;

  constructor({ secret, failFirst = 0, answer = {}, host = '127.0.0.1', publicHost }: ReceiverOptions) {
    this.#host = host;
    this.#publicHost = publicHost ?? reachableHost(host);
    this.secret = secret ?? `whsec_${randomBytes(18).toString('base64url')}`;
    this.#next = Array.from({ length: failFirst }, () => FAILURE);
    this.#defaultScript = answer;
    this.#server = createServer((request, response) => {
      // The sender may disconnect while sending, so that no response is possible.
      this.#handle(request, response).catch(() => response.destroy());
    });
  }

  async listen(port: number): Promise<void> {
    this.#server.listen(port, this.#host);
    try {
      await once(this.#server, 'listening');
    } catch (error) {
      throw listenProblem(error as NodeJS.ErrnoException, this.#host, port);
    }
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://${hostInUrl(this.#publicHost)}:${this.port}/webhooks`;
  }

  get received(): readonly ReceivedWebhook[] {
    return this.#received;
  }

  answerNext(...scripts: readonly WebhookScript[]): void {
    for (const script of scripts) checkAnswer('answerNext', script);
    this.#next.push(...scripts);
  }

  answerAlways(script: WebhookScript): void {
    checkAnswer('answerAlways', script);
    this.#defaultScript = script;
  }

  clear(): void {
    this.#received = [];
  }

  async waitFor(event: EventName | '*', wait: ReceiverWait = {}): Promise<ReceivedWebhook> {
    checkReceiverWait(event, wait);
    const { order, count = 1, timeoutMs = DEFAULT_TIMEOUT_MS } = wait;
    const find = (): ReceivedWebhook | undefined =>
      this.#received.filter(one => (event === '*' || one.event === event) && concerns(one, order))[count - 1];
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const found = find();
        if (!found) return;
        stop();
        resolve(found);
      };
      const cancel = callAfter(timeoutMs, () => {
        stop();
        reject(new WaitError(this.#timeoutMessage(event, wait, timeoutMs)));
      });
      const stop = (): void => {
        cancel();
        this.#waiters.delete(check);
      };
      this.#waiters.add(check);
      check();
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

  #timeoutMessage(event: string, { order, count = 1 }: ReceiverWait, timeoutMs: number): string {
    const expected = `${count > 1 ? `${count} deliveries` : 'a delivery'} of ${event === '*' ? 'any event' : event}`;
    const ofOrder = order === undefined ? '' : ` for order ${order}`;
    const arrived = this.#received.map(
      one => `\n  ${one.event} for order ${one.payload?.data?.order_id ?? '?'}`,
    );
    const list = arrived.length === 0 ? 'nothing was received' : `these were received:${arrived.join('')}`;
    return `waited ${timeoutMs} ms for ${expected}${ofOrder}, but ${list}`;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const delivery = this.#read(request, await buffer(request));
    this.#received.push(delivery);
    for (const check of [...this.#waiters]) check();
    const script = this.#next.shift() ?? this.#defaultScript;
    const { hang, reset, delayMs, status, headers, body } =
      typeof script === 'function' ? await answerOf(script, delivery) : script;
    if (delayMs !== undefined) await sleep(delayMs);
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

/** What a function responds; 500 with the message if it throws, so that the delivery shows why. */
async function answerOf(
  script: Extract<WebhookScript, (delivery: ReceivedWebhook) => unknown>,
  delivery: ReceivedWebhook,
): Promise<WebhookAnswer> {
  try {
    const answer = (await runHandler(handled(delivery), () => script(delivery))) ?? {};
    checkAnswer('answer', answer);
    return answer;
  } catch (error) {
    return { status: 500, body: `the handler of the receiver failed: ${String(error)}` };
  }
}

/** The delivery that a handler handles. The header is true even if the body is deliberately altered. */
const handled = ({ event, eventId, headers }: ReceivedWebhook) => ({
  event,
  eventId: headers['x-webhook-id'] ?? eventId,
});

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

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { networkInterfaces } from 'node:os';
import { hostInUrl } from '../core/domain/ip.ts';
import { EVENT_NAMES } from '../core/domain/order.ts';
import { readWebhook, SCRIPTED_HEADER } from '../core/webhook/read-webhook.ts';
import type { ListenError } from '../host/node/listen.ts';
import { type PostServer, servePosts } from '../host/node/serve-posts.ts';
import { checkName, checkOptions, checkTimeout } from './check-options.ts';
import type { EventName, WebhookPayload } from './data-types.ts';
import { invalidOption, type SandboxError, WaitError } from './errors.ts';
import { runHandler } from './refuse-in-handler.ts';
import { callAfter, DEFAULT_TIMEOUT_MS, sleep } from './timers.ts';
import { explainSignature, type SignatureVerdict } from './webhook-signatures.ts';

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
  readonly event_id: string;
  /** Whether the signature is valid for the bytes and the receiver's secret, and if not, why. */
  readonly signature: SignatureVerdict;
  /** Whether an earlier delivery had the same event id. */
  readonly is_repeat: boolean;
}

/**
 * The response to a delivery. By default, an immediate 204. The header `X-Sandbox-Scripted: yes` tells the sandbox that
 * the response says nothing about the integration.
 */
export interface WebhookAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Delay of the response in real milliseconds. */
  readonly delay_ms?: number;
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
  readonly public_host?: string;
  /** The number of deliveries that get 503 first. */
  readonly fail_first?: number;
  /** The response to other deliveries. Default: an immediate 204, whether the signature is valid or not. */
  readonly answer?: WebhookScript;
  /**
   * true: deliveries for which nothing else was set get what a correct receiver responds: 401 if the signature is
   * invalid, otherwise 204. A function that returns undefined leaves the response to this check as well. Findings judge
   * these responses like those of your own receiver. Default: false.
   */
  readonly verify?: boolean;
}

export interface ReceiverWait {
  /** An order id of the service, or an external_id. */
  readonly order?: number | string;
  /** The number of the matching delivery to return; 1 is the first. */
  readonly count?: number;
  /** The timeout in real milliseconds. Default 5,000. */
  readonly timeout_ms?: number;
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

/** Checks the response to a delivery; what a function returns is not checked. @throws SandboxError INVALID_OPTION */
function checkAnswer(call: string, script: WebhookScript): void {
  if (typeof script === 'function') return;
  checkOptions(call, script, ['status', 'headers', 'body', 'delay_ms', 'hang', 'reset']);
  checkTimeout(call, script.delay_ms, 'delay_ms');
}

/** @throws SandboxError INVALID_OPTION */
function checkReceiverOptions(options: ReceiverOptions): void {
  const known = ['secret', 'port', 'host', 'public_host', 'fail_first', 'answer', 'verify'] as const;
  checkOptions('createReceiver', options, known);
  if (options.answer !== undefined) checkAnswer('createReceiver: answer', options.answer);
}

/** The events that can arrive: all of the service, and the unknown event that a scenario can send. */
const AWAITABLE = [...EVENT_NAMES, 'order.paused', '*'];

/** @throws SandboxError INVALID_OPTION */
function checkReceiverWait(event: string, wait: ReceiverWait): void {
  checkName('waitFor', 'event', event, AWAITABLE);
  checkOptions('waitFor', wait, ['order', 'count', 'timeout_ms']);
  checkTimeout('waitFor', wait.timeout_ms);
}

const FAILURE: WebhookAnswer = { status: 503 };

/** An interim response that marks a missing response as scripted. */
const MARK = `HTTP/1.1 103 Early Hints\r\n${SCRIPTED_HEADER}: yes\r\n\r\n`;
/** The response of a correct receiver to a delivery without a valid signature. */
const REFUSAL: WebhookAnswer = { status: 401 };

/**
 * Starts a webhook receiver, by default on a free port of 127.0.0.1.
 * @throws SandboxError INVALID_OPTION for an unknown option, and for an address that is in use or not of this machine
 */
export async function createReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  checkReceiverOptions(options);
  const { port = 0, host = LOOPBACK } = options;
  const server = await servePosts({ port, host }, (...delivery) => receiver.handle(...delivery)).catch(
    error => {
      throw error instanceof RangeError ? error : listenProblem(error);
    },
  );
  const receiver = new WebhookReceiver(server, options);
  return receiver;
}

const LOOPBACK = '127.0.0.1';
const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/** A host by which a server that listens on `host` can be reached. */
function reachableHost(host: string): string {
  if (!ANY_ADDRESS.has(host)) return host;
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? LOOPBACK;
}

function listenProblem({ message }: ListenError): SandboxError {
  const isHost = message.startsWith('host:');
  const hint = '; if the sandbox reaches this machine by that name, give it as public_host';
  return invalidOption('createReceiver', isHost ? 'host' : 'port', isHost ? message + hint : message);
}

class WebhookReceiver implements Receiver {
  readonly secret: string;
  readonly port: number;
  readonly url: string;
  received: ReceivedWebhook[] = [];
  readonly #server: PostServer;
  readonly #next: WebhookScript[];
  readonly #waiters = new Set<() => void>();
  readonly #verifies: boolean;
  #defaultScript: WebhookScript | undefined;

  constructor(server: PostServer, options: ReceiverOptions) {
    const {
      fail_first: failFirst = 0,
      answer,
      host = LOOPBACK,
      public_host: publicHost = reachableHost(host),
      verify = false,
    } = options;
    this.secret = options.secret ?? `whsec_${randomBytes(18).toString('base64url')}`;
    this.port = server.port;
    this.url = `http://${hostInUrl(publicHost)}:${server.port}/webhooks`;
    this.#server = server;
    this.#next = Array.from({ length: failFirst }, () => FAILURE);
    this.#verifies = verify;
    this.#defaultScript = answer;
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
    this.received = [];
  }

  async waitFor(event: EventName | '*', wait: ReceiverWait = {}): Promise<ReceivedWebhook> {
    checkReceiverWait(event, wait);
    const { order, count = 1, timeout_ms: timeoutMs = DEFAULT_TIMEOUT_MS } = wait;
    const find = (): ReceivedWebhook | undefined =>
      this.received.filter(one => (event === '*' || one.event === event) && concerns(one, order))[count - 1];
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

  close(): Promise<void> {
    return this.#server.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #timeoutMessage(event: string, { order, count = 1 }: ReceiverWait, timeoutMs: number): string {
    const expected = `${count > 1 ? `${count} deliveries` : 'a delivery'} of ${event === '*' ? 'any event' : event}`;
    const ofOrder = order === undefined ? '' : ` for order ${order}`;
    const arrived = this.received.map(
      one => `\n  ${one.event} for order ${one.payload?.data?.order_id ?? '?'}`,
    );
    const list = arrived.length === 0 ? 'nothing was received' : `these were received:${arrived.join('')}`;
    return `waited ${timeoutMs} ms for ${expected}${ofOrder}, but ${list}`;
  }

  async handle(request: IncomingMessage, bytes: Buffer, response: ServerResponse): Promise<void> {
    const delivery = this.#read(request, bytes);
    this.received.push(delivery);
    for (const check of [...this.#waiters]) check();
    const { answer, isScripted } = await this.#answerTo(delivery);
    const { hang, reset, delay_ms: delayMs, status, headers, body } = answer;
    if (delayMs !== undefined) await sleep(delayMs);
    if (isScripted && (hang || reset)) await new Promise(sent => request.socket.write(MARK, sent));
    if (hang) return;
    if (reset) {
      request.socket.resetAndDestroy();
      return;
    }
    if (isScripted) response.setHeader(SCRIPTED_HEADER, 'yes');
    response.writeHead(status ?? (body === undefined ? 204 : 200), headers).end(body);
  }

  async #answerTo(delivery: ReceivedWebhook): Promise<{ answer: WebhookAnswer; isScripted: boolean }> {
    const script = this.#next.shift() ?? this.#defaultScript;
    const own = this.#verifies && !delivery.signature.valid ? REFUSAL : {};
    try {
      const answer = typeof script === 'function' ? await resultOf(script, delivery) : script;
      return { answer: answer ?? own, isScripted: answer != null || !this.#verifies };
    } catch (error) {
      const answer = { status: 500, body: `the handler of the receiver failed: ${String(error)}` };
      return { answer, isScripted: !this.#verifies };
    }
  }

  #read(request: IncomingMessage, body: Buffer): ReceivedWebhook {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    );
    const { payload, event, eventId } = readWebhook(body, name => headers[name.toLowerCase()]);
    return {
      body,
      headers,
      path: request.url ?? '/',
      payload: payload as WebhookPayload | null,
      event: event ?? '',
      event_id: eventId ?? '',
      signature: explainSignature({ body, header: headers['x-webhook-signature'], secret: this.secret }),
      is_repeat: this.received.some(one => one.event_id === (eventId ?? '')),
    };
  }
}

async function resultOf(
  script: Extract<WebhookScript, (delivery: ReceivedWebhook) => unknown>,
  delivery: ReceivedWebhook,
): Promise<WebhookAnswer | undefined> {
  const answer = await runHandler(handled(delivery), () => script(delivery));
  if (answer != null) checkAnswer('answer', answer);
  return answer;
}

/** The delivery that a handler handles. The header is correct even if the body is deliberately altered. */
const handled = ({ event, event_id, headers }: ReceivedWebhook) => ({
  event,
  eventId: headers['x-webhook-id'] ?? event_id,
});

function concerns({ payload }: ReceivedWebhook, order: number | string | undefined): boolean {
  if (order === undefined) return true;
  return payload?.data?.order_id === order || payload?.data?.external_id === order;
}

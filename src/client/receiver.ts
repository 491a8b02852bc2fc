import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { networkInterfaces } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { hostInUrl } from '../core/domain/ip.ts';
import { readWebhook, SCRIPTED_HEADER } from '../core/webhook/receiving.ts';
import { type ListenError, listen } from '../host/node/listen.ts';
import type { EventName } from './data-types.ts';
import { invalidOption, type SandboxError, WaitError } from './errors.ts';
import { runHandler } from './handler-scope.ts';
import {
  checkAnswer,
  checkReceiverOptions,
  checkReceiverWait,
  type ReceivedWebhook,
  type Receiver,
  type ReceiverOptions,
  type ReceiverWait,
  type WebhookAnswer,
  type WebhookScript,
} from './receiver-options.ts';
import { explainSignature, type WebhookPayload } from './signature.ts';
import { callAfter, DEFAULT_TIMEOUT_MS, sleep } from './timeouts.ts';

const FAILURE: WebhookAnswer = { status: 503 };

/** Marks a response that never comes as scripted, as an interim response. */
const MARK = `HTTP/1.1 103 Early Hints\r\n${SCRIPTED_HEADER}: yes\r\n\r\n`;
/** What a correct receiver responds to a delivery without a valid signature. */
const REFUSAL: WebhookAnswer = { status: 401 };

/**
 * Starts a webhook receiver, by default on a free port of 127.0.0.1.
 * @throws SandboxError INVALID_OPTION for an unknown option, and for an address that is in use or not of this machine
 */
export async function createReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  checkReceiverOptions(options);
  const receiver = new WebhookReceiver(options);
  await receiver.listen(options);
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

/** The error for an address on which the receiver cannot listen. */
function listenProblem({ message }: ListenError): SandboxError {
  const isHost = message.startsWith('host:');
  const hint = '; if the sandbox reaches this machine by that name, give it as publicHost';
  return invalidOption('createReceiver', isHost ? 'host' : 'port', isHost ? message + hint : message);
}

class WebhookReceiver implements Receiver {
  readonly secret: string;
  #received: ReceivedWebhook[] = [];
  readonly #server: Server;
  readonly #next: WebhookScript[];
  readonly #waiters = new Set<() => void>();
  readonly #verifies: boolean;
  #defaultScript: WebhookScript | undefined;
  #port = 0;
  readonly #publicHost: string;

  constructor(options: ReceiverOptions) {
    const { failFirst = 0, answer, host = LOOPBACK } = options;
    this.#publicHost = options.publicHost ?? reachableHost(host);
    this.#verifies = options.verify ?? false;
    this.secret = options.secret ?? `whsec_${randomBytes(18).toString('base64url')}`;
    this.#next = Array.from({ length: failFirst }, () => FAILURE);
    this.#defaultScript = answer;
    this.#server = createServer((request, response) => {
      // The sender may disconnect while sending, so that no response is possible.
      this.#handle(request, response).catch(() => response.destroy());
    });
  }

  async listen({ port = 0, host = LOOPBACK }: ReceiverOptions): Promise<void> {
    try {
      this.#port = await listen(this.#server, { port, host });
    } catch (error) {
      throw error instanceof RangeError ? error : listenProblem(error as ListenError);
    }
  }

  get port(): number {
    return this.#port;
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
    const { answer, isScripted } = await this.#answerTo(delivery);
    const { hang, reset, delayMs, status, headers, body } = answer;
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

  /** The response to a delivery, and whether the test has set it. */
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
      eventId: eventId ?? '',
      signature: explainSignature({ body, header: headers['x-webhook-signature'], secret: this.secret }),
      isRepeat: this.#received.some(one => one.eventId === (eventId ?? '')),
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

/** The delivery that a handler handles. The header is true even if the body is deliberately altered. */
const handled = ({ event, eventId, headers }: ReceivedWebhook) => ({
  event,
  eventId: headers['x-webhook-id'] ?? eventId,
});

function concerns({ payload }: ReceivedWebhook, order: number | string | undefined): boolean {
  if (order === undefined) return true;
  return payload?.data?.order_id === order || payload?.data?.external_id === order;
}

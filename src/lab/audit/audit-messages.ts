import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { ORDER_STATUSES, type OrderStatus } from '../../core/domain/order.ts';
import type { Account } from '../../core/engine/account.ts';
import type { Order, SendPlan } from '../../core/engine/account-state.ts';
import type { Corruption } from '../../core/scenario/rule-effects.ts';
import { sign } from '../../core/webhook/signature.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import { type Destination, readDestination } from '../../host/node/webhook-destination.ts';
import { BodyCapture, explainConnectionError } from '../../webhooks/attempt-outcome.ts';
import { renderMessage } from '../../webhooks/render-message.ts';
import { AuditError } from './options-and-result.ts';
import type { Identity } from './order-placeholders.ts';

/** A request to the receiver. */
export interface AuditMessage {
  /** A description for reports: `order.completed, signed with another secret`. */
  readonly label: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Null: the request has no body. */
  readonly body: Buffer | null;
  /** Whether the body is sent in chunks, without a Content-Length. */
  readonly isChunked: boolean;
}

/** The response to a message. */
export interface AuditAnswer {
  /** Null if there was no complete response. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The beginning of the body. */
  readonly body: string;
  /** Why there is no response, or null. */
  readonly error: string | null;
  /** The duration in real milliseconds. */
  readonly durationMs: number;
}

/** A message with its response. */
export interface Exchange {
  readonly message: AuditMessage;
  readonly answer: AuditAnswer;
}

/** Whether a response acknowledges a delivery (specification: Events, Delivery). */
export const isAccepted = ({ status }: AuditAnswer): boolean =>
  status !== null && status >= 200 && status < 300;

/** Whether a receiver reports an error of its own, after which the service repeats a delivery. */
export const isTemporary = ({ status }: AuditAnswer): boolean => status !== null && status >= 500;

/** The events of an order that is delivered, in sequence. */
export const LIFE: readonly OrderStatus[] = [
  'processing',
  'delegating',
  'delegated',
  'undelegating',
  'completed',
];

/** The value of a header; null: it is left out; a list: it is sent several times. */
export type HeaderValue = string | string[] | null;

/** A message with other headers. */
export function withHeaders(
  message: AuditMessage,
  label: string,
  changes: Readonly<Record<string, HeaderValue>>,
): AuditMessage {
  const entries = Object.entries({ ...message.headers, ...changes });
  const headers = Object.fromEntries(
    entries.filter(([, value]) => value !== null),
  ) as AuditMessage['headers'];
  return { ...message, label, headers };
}

/** A message with a line feed at the end of its body, signed over exactly these bytes. */
export function withTrailingNewline(message: AuditMessage, secret: string): AuditMessage {
  const body = Buffer.concat([message.body ?? Buffer.alloc(0), Buffer.from('\n')]);
  const label = `${message.label} with a line feed at the end, signed over it`;
  return { ...withHeaders(message, label, { 'X-Webhook-Signature': sign(body, secret) }), body };
}

/** A message with other values in the data of its body, correctly signed, and with an event_id of its own. */
export function withData(
  message: AuditMessage,
  { label, data, suffix, secret }: { label: string; data: object; suffix: string; secret: string },
): AuditMessage {
  const payload = JSON.parse(message.body!.toString()) as Payload;
  const event_id = `${payload.event_id}${suffix}`;
  const body = Buffer.from(JSON.stringify({ ...payload, event_id, data: { ...payload.data, ...data } }));
  const changes = { 'X-Webhook-Id': event_id, 'X-Webhook-Signature': sign(body, secret) };
  return { ...withHeaders(message, label, changes), body };
}

/** A message whose body is sent in chunks. */
export const inChunks = (message: AuditMessage): AuditMessage => ({ ...message, isChunked: true });

/** A message with another method. */
export const withMethod = (
  message: AuditMessage,
  method: string,
  body: Buffer | null = message.body,
): AuditMessage => ({
  ...message,
  label: `${message.label} with ${method}${body ? '' : ' and no body'}`,
  method,
  body,
});

/** Bytes without a signature. */
export const unsigned = (label: string, body: Buffer): AuditMessage => ({
  label,
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body,
  isChunked: false,
});

const CORRUPTION_LABELS: Readonly<Record<Corruption, string>> = {
  'wrong-secret': 'signed with another secret',
  'missing-prefix': 'with a signature that lacks sha256=',
  'missing-signature': 'without a signature',
  'upper-case-hex': 'with a signature in uppercase',
  'altered-body': 'altered after it was signed',
  reserialised: 'in an unusual serialization',
  'stale-signature': 'with the signature of an older event',
  'unknown-event': 'as an unknown event, order.paused',
  'extra-field': 'with additional fields, and characters above 0x7F',
  'wrong-event-header': 'with the name of another event in X-Webhook-Event',
  'same-id-other-bytes': 'again with the same event_id and another status',
  'new-event-id': 'again under another event_id',
};

/** The plan of a first attempt, or of its second copy, which contradicts the first with `same-id-other-bytes`. */
function planOf(event: number, corrupt: Corruption | null): SendPlan {
  const head = { event, corrupt, source: null, replay: null, beforeResponse: false };
  return corrupt === 'same-id-other-bytes'
    ? { ...head, kind: 'copy', number: 1, copy: 2 }
    : { ...head, kind: 'attempt', number: 1 };
}

const TIME_FIELDS = ['created_at', 'delivered_at', 'completed_at', 'updated_at'];

interface Payload {
  readonly event: string;
  readonly event_id: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The lifecycle of an order: delivered; delivered long before its events are sent; delivered after a review; failed
 * without a refund; failed and refunded; delivered, with all changes in one second; delivered, but placed by another
 * system than the receiver's; delivered, but the response was lost; and its repeats were refused with 401 or 403.
 */
export type OrderKind =
  | 'usual'
  | 'late'
  | 'reviewed'
  | 'failed'
  | 'refunded'
  | 'sudden'
  | 'unknown'
  | 'lost'
  | 'unauthorized'
  | 'forbidden';

/** An order of the audit's sandbox, from which messages are rendered. */
export class AuditOrder {
  readonly externalId: string;
  readonly kind: OrderKind;
  /** Whether the system sent more than one request about it while it was placed. */
  readonly isRepeated: boolean;
  readonly #account: Account;
  readonly #order: Order;
  #identity: Identity | null = null;

  constructor(account: Account, order: Order, kind: OrderKind, isRepeated = false) {
    this.#account = account;
    this.#order = order;
    this.kind = kind;
    this.isRepeated = isRepeated;
    this.externalId = order.externalId ?? '';
  }

  /** The statuses of the order's events, in sequence. Call it after the order has ended. */
  get life(): OrderStatus[] {
    return this.#order.steps.map(({ status }) => status);
  }

  /** The event that changes most: the delivery of the Energy, or the failure of the order. */
  get turn(): OrderStatus {
    return this.life.includes('failed') ? 'failed' : 'delegated';
  }

  get id(): number {
    return this.#order.id;
  }

  get priceSun(): number {
    return this.#order.priceSun;
  }

  genuine(status: OrderStatus): AuditMessage {
    return this.#render(status, null, `order.${status}`);
  }

  corrupted(status: OrderStatus, corruption: Corruption): AuditMessage {
    return this.#render(status, corruption, `order.${status} ${CORRUPTION_LABELS[corruption]}`);
  }

  /** The data that distinguish the order from others in all its messages. Call it after the order has ended. */
  identity(): Identity {
    this.#identity ??= this.#identify();
    return this.#identity;
  }

  #identify(): Identity {
    const payloads = this.#order.steps.map(
      ({ status }) => JSON.parse(this.genuine(status).body!.toString()) as Payload,
    );
    const last = payloads.at(-1)!;
    const times = new Map<string, string>();
    for (const { event, created_at, data } of payloads) {
      for (const time of [created_at, ...TIME_FIELDS.map(field => data[field])])
        if (typeof time === 'string' && !times.has(time)) times.set(time, `<time of ${event}>`);
    }
    return {
      unique: [
        ...payloads.map(({ event, event_id }): [string, string] => [event_id, `<event_id of ${event}>`]),
        [this.externalId, '<external_id>'],
        ...(typeof last.data.txid === 'string' ? [[last.data.txid, '<txid>'] as const] : []),
        [String(last.data.address), '<address>'],
      ],
      orderId: this.id,
      times,
    };
  }

  #render(status: OrderStatus, corruption: Corruption | null, label: string): AuditMessage {
    const step = this.#order.steps.find(one => one.status === status);
    if (!step) throw new Error(`the order was never ${status}; it was ${this.#history()}`);
    const { headers, body } = renderMessage(this.#account.state, planOf(step.event, corruption));
    return { label, method: 'POST', headers, body, isChunked: false };
  }

  #history(): string {
    return ORDER_STATUSES.filter(status => this.#order.steps.some(step => step.status === status)).join(', ');
  }
}

/** A valid URL without user and password, for messages and reports. */
export function shownUrl(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}

/** The time for which the service waits for a response. */
export const TIMEOUT_MS = 10_000;
const TIMED_OUT = `no complete response within ${TIMEOUT_MS / 1_000} s`;
/** True if the receiver took as long as the service waits. */
export const isTimeout = ({ error }: AuditAnswer): boolean => error === TIMED_OUT;

/** A response later than this is slow. */
export const SLOW_MS = 5_000;
/** The number of slow responses after which nothing more is sent. */
const MAX_SLOW = 3;

/** Ends an audit whose receiver responds too slowly to be judged further. */
export class TooSlow extends Error {}
/** Idle connections are closed before a receiver closes them, which would look like a failure. */
const IDLE_MS = 1_000;
/** A receiver with a short queue of connections, such as Python's server, must not fail because of it. */
const MAX_CONNECTIONS = 16;

/** @throws AuditError if there is no URL, or if it begins with a host */
function checkedUrl(text: string): string {
  if (text === '') throw new AuditError('url: it is empty; pass the URL of the receiver');
  const complete = `http://${text}`;
  if (!text.includes('://') && URL.canParse(complete))
    throw new AuditError(`url: ${JSON.stringify(text)} lacks http:// or https://; did you mean ${complete}?`);
  return text;
}

/** Sends messages to one receiver. It follows no redirects, like the service. */
export class Sender {
  readonly #destination: Destination;
  readonly #clock: HostClock;
  /** The slow responses to deliveries that were not sent together with others. */
  readonly slow: Exchange[] = [];
  /** Set by a case in which the receiver did not answer simultaneous deliveries. Later ones would only take time. */
  isStuck = false;
  #running = 0;
  readonly #agent = new Agent({
    connections: MAX_CONNECTIONS,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  /** @throws AuditError if the URL is invalid */
  constructor(url: string, clock: HostClock) {
    const destination = readDestination(checkedUrl(url));
    if ('problem' in destination) throw new AuditError(`url: ${destination.problem}`);
    this.#destination = destination;
    this.#clock = clock;
  }

  /**
   * Sends a message. A failure is an answer without a status.
   * @throws TooSlow (as a rejection) after too many slow responses
   */
  async send(message: AuditMessage): Promise<AuditAnswer> {
    if (this.slow.length >= MAX_SLOW) throw new TooSlow();
    const isFirst = this.#running++ === 0;
    const answer = await this.#timed(message);
    const isAlone = --this.#running === 0 && isFirst;
    if (isAlone && answer.durationMs > SLOW_MS) this.slow.push({ message, answer });
    return answer;
  }

  async #timed(message: AuditMessage): Promise<AuditAnswer> {
    const startedMs = this.#clock.monotonicMs();
    const gone = new AbortController();
    const cancel = this.#clock.wake(TIMEOUT_MS, () => gone.abort(new Error('timeout')));
    try {
      return { ...(await this.#exchange(message, gone.signal)), durationMs: this.#elapsed(startedMs) };
    } catch (error) {
      const why = gone.signal.aborted
        ? TIMED_OUT
        : explainConnectionError(error as Error, this.#destination.host);
      return { status: null, headers: {}, body: '', error: why, durationMs: this.#elapsed(startedMs) };
    } finally {
      cancel();
    }
  }

  /** The bytes of a message before its body, as they are sent. */
  headOf({ method, headers, body, isChunked }: AuditMessage): string {
    const { host, path } = this.#destination;
    const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${body?.length ?? 0}`;
    const lines = Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map(value => `${name}: ${value}`),
    );
    const framing = body ? [length] : [];
    return [`${method} ${path} HTTP/1.1`, `host: ${host}`, ...lines, ...framing].join('\r\n');
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  #elapsed(sinceMs: number): number {
    return this.#clock.monotonicMs() - sinceMs;
  }

  async #exchange(
    { method, headers, body, isChunked }: AuditMessage,
    signal: AbortSignal,
  ): Promise<Omit<AuditAnswer, 'durationMs'>> {
    const { origin, path, authorization } = this.#destination;
    const response = await request(`${origin}${path}`, {
      dispatcher: this.#agent,
      method,
      headers: authorization ? { ...headers, Authorization: authorization } : headers,
      body: isChunked && body ? Readable.from(halves(body)) : body,
      signal,
    });
    const capture = new BodyCapture();
    for await (const chunk of response.body) if (!capture.add(chunk as Buffer)) break;
    return { status: response.statusCode, headers: response.headers, body: capture.text(), error: null };
  }
}

/** Yields a body in two halves, so that it is sent without a Content-Length. */
function* halves(body: Buffer): Generator<Buffer> {
  const middle = body.length >> 1;
  yield body.subarray(0, middle);
  yield body.subarray(middle);
}

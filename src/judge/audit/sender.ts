import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import type { SendPlan } from '../../core/engine/account-state.ts';
import type { Corruption } from '../../core/scenario/rule-effects.ts';
import { sign } from '../../core/webhook/signature.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import { type Destination, readDestination } from '../../host/webhook-destination.ts';
import { BodyCapture, explainConnectionError } from '../../webhooks/attempt-outcome.ts';
import { AuditError } from './audit.ts';

/** A request to the receiver. */
export interface AuditMessage {
  /** What it is, for reports: `order.completed, signed with another secret`. */
  readonly label: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
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
  /** In real milliseconds. */
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

/** The plan of a first attempt, or of a second copy of it, which contradicts the first with `same-id-other-bytes`. */
export function planOf(event: number, corrupt: Corruption | null): SendPlan {
  const head = { event, corrupt, source: null, replay: null, beforeResponse: false };
  return corrupt === 'same-id-other-bytes'
    ? { ...head, kind: 'copy', number: 1, copy: 2 }
    : { ...head, kind: 'attempt', number: 1 };
}

/** A message with other headers; a header that is null is left out. */
export function withHeaders(
  message: AuditMessage,
  label: string,
  changes: Readonly<Record<string, string | null>>,
): AuditMessage {
  const entries = Object.entries({ ...message.headers, ...changes });
  const headers = Object.fromEntries(entries.filter(([, value]) => value !== null)) as Record<string, string>;
  return { ...message, label, headers };
}

/** A message with a line feed at the end of its body, signed over exactly these bytes. */
export function withTrailingNewline(message: AuditMessage, secret: string): AuditMessage {
  const body = Buffer.concat([message.body ?? Buffer.alloc(0), Buffer.from('\n')]);
  const label = `${message.label} with a line feed at the end, signed over it`;
  return { ...withHeaders(message, label, { 'X-Webhook-Signature': sign(body, secret) }), body };
}

/** A message whose body is sent in chunks. */
export const inChunks = (message: AuditMessage): AuditMessage => ({
  ...message,
  label: `${message.label} in chunks`,
  isChunked: true,
});

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

/** As long as the service waits for a response. */
export const TIMEOUT_MS = 10_000;
/** Idle connections are closed before a receiver closes them, which would look like a failure. */
const IDLE_MS = 1_000;
const MAX_CONNECTIONS = 64;

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

  /** Sends a message. It never rejects: a failure is an answer without a status. */
  async send(message: AuditMessage): Promise<AuditAnswer> {
    const startedMs = this.#clock.monotonicMs();
    const gone = new AbortController();
    const cancel = this.#clock.wake(TIMEOUT_MS, () => gone.abort(new Error('timeout')));
    try {
      return { ...(await this.#exchange(message, gone.signal)), durationMs: this.#elapsed(startedMs) };
    } catch (error) {
      const why = gone.signal.aborted
        ? `no complete response within ${TIMEOUT_MS / 1_000} s`
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
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
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

/** A body without a known length. */
function* halves(body: Buffer): Generator<Buffer> {
  const middle = body.length >> 1;
  yield body.subarray(0, middle);
  yield body.subarray(middle);
}

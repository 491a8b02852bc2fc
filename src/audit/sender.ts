import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import type { HostClock } from '../clock/host-clock.ts';
import { explainConnectionError } from '../webhooks/connection-errors.ts';
import { type Destination, readDestination } from '../webhooks/destination.ts';
import { BodyCapture } from '../webhooks/response-capture.ts';
import { AuditError } from './audit-options.ts';
import type { AuditAnswer, AuditMessage } from './message.ts';

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

import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { readWebhook } from '../core/webhook/read-webhook.ts';
import { explainSignature, type SignatureVerdict } from '../core/webhook/signature.ts';
import { bodyOf, type PostServer, servePosts } from '../host/node/serve-posts.ts';

/** A delivery as `--json` prints it. */
export interface Received extends DeliveryCheck {
  /** The ordinal of the delivery, from 1. */
  readonly number: number;
  /** When it arrived: ISO 8601, on the clock of this machine. */
  readonly at: string;
  /** The response status; null if there is no response. */
  readonly answer: number | null;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The response of the receiver that it was forwarded to, if any. */
  readonly forwarded?: Forwarded;
}

interface DeliveryCheck {
  readonly event: string;
  readonly event_id: string;
  readonly order_id: number | null;
  readonly status: string | null;
  readonly signature: SignatureVerdict;
  /** The number of earlier deliveries with the same event_id. */
  readonly seen_before: number;
  /** Other irregularities, as phrases to print. */
  readonly remarks: readonly string[];
}

/** The response of another receiver to a forwarded delivery, or why there is none. */
interface Forwarded {
  readonly url: string;
  /** The response status; null if there is no response. */
  readonly status: number | null;
  /** Why there is no response, or null. */
  readonly error: string | null;
  readonly duration_ms: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const MAX_REMEMBERED_IDS = 100_000;

const header = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : null;

const digest = (body: Buffer): string => createHash('sha256').update(body).digest('base64');

/** Creates a function that checks webhooks against the secret, and against the deliveries that it checked before. */
function deliveryChecker(secret: string): (headers: IncomingHttpHeaders, body: Buffer) => DeliveryCheck {
  const seen = new Map<string, { count: number; readonly firstDigest: string }>();
  return (headers, body) => {
    const read = readWebhook(body, name => headers[name.toLowerCase()]);
    const { payload, event, eventId, orderId, status } = read;
    const earlier = eventId === null ? undefined : seen.get(eventId);
    const seenBefore = earlier?.count ?? 0;
    const remarks: string[] = [];
    if (!payload) remarks.push('the body is not a JSON object');
    if (earlier) remarks.push(`duplicate, received ${seenBefore} × before`);
    if (earlier && earlier.firstDigest !== digest(body))
      remarks.push('the body differs from the first delivery');
    for (const [name, inBody] of [
      ['X-Webhook-Event', event],
      ['X-Webhook-Id', eventId],
    ] as const) {
      const given = header(headers[name.toLowerCase()]);
      if (payload && given !== inBody) remarks.push(`${name} says ${given ?? 'nothing'}`);
    }
    if (earlier) earlier.count += 1;
    else if (eventId !== null) {
      if (seen.size >= MAX_REMEMBERED_IDS) seen.delete(seen.keys().next().value!);
      seen.set(eventId, { count: 1, firstDigest: digest(body) });
    }
    return {
      event: event ?? 'no event',
      event_id: eventId ?? '',
      order_id: orderId,
      status,
      signature: explainSignature({ body, header: header(headers['x-webhook-signature']), secret }),
      seen_before: seenBefore,
      remarks,
    };
  };
}

/** Far above the timeout of the sandbox, so that a slow receiver appears as slow. */
const TIMEOUT_MS = 60_000;

/** Headers that concern a connection rather than the message (RFC 9110, section 7.6.1), and headers that are set anew. */
const OF_THE_CONNECTION: readonly string[] = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const messageHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)));

/** The name of this receiver in Via headers (RFC 9110, section 7.6.3), by which it recognizes what it has forwarded. */
const NAME_IN_VIA = `energy-sandbox-listen-${randomBytes(6).toString('hex')}`;

const viaWith = ({ via }: IncomingHttpHeaders): string => `${via ? `${via}, ` : ''}1.1 ${NAME_IN_VIA}`;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is unknown',
  ECONNRESET: 'the connection was closed without a response',
  ABORT_ERR: `no response within ${TIMEOUT_MS / 1_000} s`,
};

/** Sends the bytes and headers of a delivery to another receiver. Never throws: a failure is in the result. */
async function forward(
  url: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  signal: AbortSignal,
): Promise<{ readonly forwarded: Forwarded; readonly content: Buffer }> {
  const startedMs = performance.now();
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  let status: number | null = null;
  let received: IncomingHttpHeaders = {};
  let content: Buffer = Buffer.alloc(0);
  let error: string | null = null;
  try {
    const request = send(url, {
      method: 'POST',
      headers: { ...messageHeaders(headers), via: viaWith(headers), 'content-length': body.length },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    content = await bodyOf(response);
    status = response.statusCode ?? null;
    received = response.headers;
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    error = REASONS[code] ?? (message || code);
  }
  const duration_ms = Math.round(performance.now() - startedMs);
  const text = content.toString('utf8');
  return { forwarded: { url, status, error, duration_ms, headers: received, body: text }, content };
}

interface ReceiverOptions {
  readonly port: number;
  readonly host: string;
  readonly secret: string;
  /** The response status. Default: 200 */
  readonly status?: number;
  /** The number of deliveries that get 503 before any gets `status`. */
  readonly failFirst: number;
  /** The delay before each response. */
  readonly delayMs: number;
  /** Accepts deliveries and never responds. */
  readonly hang?: boolean;
  /** Invalid signatures get 401 unless `hang` is set, even among the first deliveries, which would get 503. */
  readonly strict?: boolean;
  /** The target to which deliveries that would get `status` are forwarded, and which responds. Default: none */
  readonly forwardTo?: string;
}

const OK = 200;
const FAILURE = 503;
const UNAUTHORIZED = 401;
/** The response if the receiver to which a delivery was forwarded gives none. */
const BAD_GATEWAY = 502;
const LOOP_DETECTED = 508;

/** Starts a server that receives webhooks, checks and reports each, and responds as configured. @throws ListenError */
export async function startReceiver(
  options: ReceiverOptions,
  onDelivery: (received: Received) => void,
): Promise<PostServer> {
  const check = deliveryChecker(options.secret);
  const closing = new AbortController();
  let count = 0;

  async function handle(request: IncomingMessage, bytes: Buffer, response: ServerResponse): Promise<void> {
    if (request.headers.via?.includes(NAME_IN_VIA)) {
      response.writeHead(LOOP_DETECTED).end('--forward-to leads back to this receiver; name another one\n');
      return;
    }
    const number = ++count;
    const at = new Date().toISOString();
    const { headers } = request;
    const body = bytes.toString('utf8');
    const delivery = { number, at, ...check(headers, bytes) };
    const wanted = responseStatus(options, delivery);
    if (wanted !== 'forwarded') {
      onDelivery({ ...delivery, answer: wanted, headers, body });
      if (wanted !== null) await respond(response, wanted);
      return;
    }
    const { forwarded, content } = await forward(options.forwardTo!, headers, bytes, closing.signal);
    const answer = forwarded.status ?? BAD_GATEWAY;
    onDelivery({ ...delivery, answer, headers, body, forwarded });
    await respond(response, answer, messageHeaders(forwarded.headers), content);
  }

  async function respond(
    response: ServerResponse,
    status: number,
    headers: IncomingHttpHeaders = {},
    content?: Buffer,
  ): Promise<void> {
    await setTimeout(options.delayMs, undefined, { signal: closing.signal });
    response.writeHead(status, headers).end(content);
  }

  const { port, close } = await servePosts(options, handle);
  return {
    port,
    close() {
      closing.abort();
      return close();
    },
  };
}

/** The status of the response to a delivery, or where it comes from; null for none. */
function responseStatus(
  options: ReceiverOptions,
  { number, signature }: Pick<Received, 'number' | 'signature'>,
): number | 'forwarded' | null {
  if (options.hang) return null;
  if (options.strict && !signature.valid) return UNAUTHORIZED;
  if (number <= options.failFirst) return FAILURE;
  return options.forwardTo === undefined ? (options.status ?? OK) : 'forwarded';
}

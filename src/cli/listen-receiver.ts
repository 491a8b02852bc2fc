import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { readWebhook } from '../core/webhook/read-webhook.ts';
import { explainSignature, type SignatureVerdict } from '../core/webhook/signature.ts';
import { listen } from '../host/node/listen.ts';

interface DeliveryCheck {
  readonly event: string;
  readonly eventId: string;
  readonly orderId: number | null;
  readonly status: string | null;
  readonly signature: SignatureVerdict;
  /** The number of earlier deliveries with the same event_id. */
  readonly seenBefore: number;
  /** Other irregularities, as phrases to print. */
  readonly remarks: readonly string[];
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
      eventId: eventId ?? '',
      orderId,
      status,
      signature: explainSignature({ body, header: header(headers['x-webhook-signature']), secret }),
      seenBefore,
      remarks,
    };
  };
}

/** The response of another receiver to a forwarded delivery, or why there is none. */
interface Forwarded {
  readonly url: string;
  /** The response status; null if there is no response. */
  readonly status: number | null;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly durationMs: number;
  /** Why there is no response, or null. */
  readonly error: string | null;
}

/** Far above the timeout of the sandbox, so that a slow receiver appears as slow. */
const TIMEOUT_MS = 60_000;
const MAX_BYTES = 1_048_576;

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

/** The headers of a message without those of its connection. */
const messageHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)));

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is unknown',
  ECONNRESET: 'the connection was closed without a response',
  ABORT_ERR: `no response within ${TIMEOUT_MS / 1_000} s`,
};

/** The whole body of a request or response. @throws Error if it is too large, or the other side disconnects */
async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`the response is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Sends the bytes and headers of a delivery to another receiver. Never throws: a failure is in the result. */
async function forward(
  url: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  signal: AbortSignal,
): Promise<Forwarded> {
  const startedMs = performance.now();
  const result = (found: Partial<Forwarded>): Forwarded => ({
    url,
    status: null,
    headers: {},
    body: Buffer.alloc(0),
    error: null,
    durationMs: Math.round(performance.now() - startedMs),
    ...found,
  });
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  try {
    const request = send(url, {
      method: 'POST',
      headers: { ...messageHeaders(headers), 'content-length': body.length },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const content = await readAll(response);
    return result({ status: response.statusCode ?? null, headers: response.headers, body: content });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return result({ error: REASONS[code] ?? (message || code) });
  }
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

/** A delivery with its check and the response. */
export interface Received {
  /** The ordinal of the delivery, from 1. */
  readonly number: number;
  readonly atMs: number;
  readonly check: DeliveryCheck;
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
  /** The response status; null if there is no response. */
  readonly answer: number | null;
  /** The response of the receiver that it was forwarded to; null if it was not forwarded. */
  readonly forwarded: Forwarded | null;
}

const OK = 200;
const FAILURE = 503;
const UNAUTHORIZED = 401;
/** The response if the receiver to which a delivery was forwarded gives none. */
const BAD_GATEWAY = 502;

/** A receiver that runs. */
interface Receiver {
  readonly port: number;
  /** Stops the receiver. Deliveries waiting for a response get none. */
  close(): Promise<void>;
}

/** Starts a server that receives webhooks, checks and reports each, and responds as configured. @throws ListenError */
export async function startReceiver(
  options: ReceiverOptions,
  onDelivery: (received: Received) => void,
): Promise<Receiver> {
  const check = deliveryChecker(options.secret);
  const timers = new Set<NodeJS.Timeout>();
  const closing = new AbortController();
  let count = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.writeHead(405, { Allow: 'POST' }).end('webhooks must be sent with POST\n');
      return;
    }
    const body = await readAll(request).catch(() => null);
    if (!body) {
      response.writeHead(413, { Connection: 'close' }).end();
      return;
    }
    const number = ++count;
    const { headers } = request;
    const checked = check(headers, body);
    const wanted = responseStatus(options, number, checked);
    const atMs = Date.now();
    const forwarded =
      wanted === 'forwarded' ? await forward(options.forwardTo!, headers, body, closing.signal) : null;
    const answer = wanted === 'forwarded' ? (forwarded?.status ?? BAD_GATEWAY) : wanted;
    onDelivery({ number, atMs, check: checked, body, headers, answer, forwarded });
    if (answer === null) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      response.writeHead(answer, messageHeaders(forwarded?.headers ?? {})).end(forwarded?.body);
    }, options.delayMs);
    timers.add(timer);
  }

  const server = createServer((request, response) => void handle(request, response));
  const { port, host } = options;
  return {
    port: await listen(server, { port, host }),
    async close() {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The status of the response to a delivery, or where it comes from; null for none. */
function responseStatus(
  options: ReceiverOptions,
  number: number,
  { signature }: DeliveryCheck,
): number | 'forwarded' | null {
  if (options.hang) return null;
  if (options.strict && !signature.valid) return UNAUTHORIZED;
  if (number <= options.failFirst) return FAILURE;
  return options.forwardTo === undefined ? (options.status ?? OK) : 'forwarded';
}

import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** What another receiver responded to a forwarded delivery, or why there is no response. */
export interface Forwarded {
  readonly url: string;
  /** The response status; null if there is no response. */
  readonly status: number | null;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly durationMs: number;
  /** Why there is no response, or null. */
  readonly error: string | null;
}

/** Far above the timeout of the sandbox, so that a slow receiver is seen as slow. */
const TIMEOUT_MS = 60_000;
const MAX_RESPONSE_BYTES = 1_048_576;

/** Headers that concern one connection and not the message (RFC 9110, section 7.6.1), and those that are set anew. */
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
export const messageHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)));

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is unknown',
  ECONNRESET: 'the connection was closed without a response',
  ABORT_ERR: `no response within ${TIMEOUT_MS / 1_000} s`,
};

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_RESPONSE_BYTES)
      throw new Error(`the response is larger than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Sends the bytes and headers of a delivery to another receiver. Never throws: a failure is in the result. */
export async function forward(
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
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
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

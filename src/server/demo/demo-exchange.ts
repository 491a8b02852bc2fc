import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

/** No scenario of the demo leaves a client waiting, so only a hang takes as long, also on a busy machine. */
const TIMEOUT_MS = 60_000;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a request to the server of this process and reads the JSON of the response. The certificate is not checked: it is
 * the server's own, and may be issued for other names than its address.
 * @throws Error (as a rejection) if there is no whole response
 */
export async function exchange(
  baseUrl: string,
  { method, path, body, headers = {} }: Call,
): Promise<unknown> {
  const options = {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    rejectUnauthorized: false,
  };
  // Loaded on demand: a server without TLS does not need node:https.
  const { request: open } = baseUrl.startsWith('https:')
    ? await import('node:https')
    : await import('node:http');
  const request = open(baseUrl + path, options);
  // An error after the response would otherwise be unhandled.
  request.on('error', () => undefined).end(body === undefined ? '' : JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return json(response);
}

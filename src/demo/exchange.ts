import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** A request of the demo traffic. */
interface DemoRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/**
 * Sends a request to the server of this process and reads the whole response. The certificate is not checked: it is the
 * server's own, and may be issued for other names than its address.
 */
export async function exchange(
  url: string,
  { method, headers, body, timeoutMs }: DemoRequest,
): Promise<void> {
  const options = { method, headers, signal: AbortSignal.timeout(timeoutMs), rejectUnauthorized: false };
  // Loaded late: a start without TLS does not need node:https.
  const { request: open } = url.startsWith('https:') ? await import('node:https') : await import('node:http');
  const request = open(url, options);
  // An error that comes when nothing waits for one any more must not be unhandled.
  request.on('error', () => undefined).end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined).resume();
  await once(response, 'end', { signal: options.signal });
}

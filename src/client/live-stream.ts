import type { IncomingMessage } from 'node:http';
import { SseParser } from '../wire/sse-parser.ts';
import type { ControlClient } from './control-api.ts';
import { SandboxError } from './errors.ts';

/** A live stream of what happens, one call for each message, until it is stopped. */
export interface LiveStream {
  /** Rejects once the stream broke off by itself. */
  readonly broken: Promise<never>;
  stop(): void;
}

/**
 * Follows the live stream of an account: whatever happens after this resolved is told.
 * @throws SandboxError where the stream is refused
 */
export async function followAccount(
  control: ControlClient,
  account: string,
  onMessage: () => void,
): Promise<LiveStream> {
  const abort = new AbortController();
  const path = `/_sandbox/accounts/${encodeURIComponent(account)}/stream`;
  const headers = { ...control.headers, Accept: 'text/event-stream' };
  const answer = await control.http.open({ method: 'GET', path, headers }, abort.signal);
  if (answer.statusCode !== 200) {
    abort.abort();
    answer.on('error', () => undefined);
    throw new SandboxError(`the live stream of ${account} was refused with ${answer.statusCode}`, {
      code: 'STREAM_REFUSED',
      status: answer.statusCode ?? 0,
    });
  }
  const broken = read(answer, onMessage, abort.signal);
  // A reader that stops before the stream does has no use for the news.
  broken.catch(() => undefined);
  return { broken, stop: () => abort.abort() };
}

function read(answer: IncomingMessage, onMessage: () => void, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const parser = new SseParser();
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      if (parser.push(chunk).length > 0) onMessage();
    });
    const end = (): void => {
      if (!signal.aborted) reject(new SandboxError('the live stream broke off', { code: 'STREAM_ENDED' }));
    };
    answer.on('error', end).on('close', end);
  });
}

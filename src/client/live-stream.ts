import type { IncomingMessage } from 'node:http';
import { SseParser } from '../wire/sse-parser.ts';
import type { ControlClient } from './control-api.ts';
import { SandboxError } from './errors.ts';

/** A subscription to a live stream. */
export interface LiveStream {
  /** Rejects if the stream ends before `stop` is called. */
  readonly broken: Promise<never>;
  stop(): void;
}

/**
 * Subscribes to the live stream of an account. Everything that happens after this resolves is reported.
 * @param onMessage called when messages arrive
 * @throws SandboxError if the server refuses the stream
 */
export async function followAccount(
  control: ControlClient,
  account: string,
  onMessage: () => void,
): Promise<LiveStream> {
  const abort = new AbortController();
  const path = `/_sandbox/accounts/${encodeURIComponent(account)}/stream`;
  const headers = { ...control.headers, Accept: 'text/event-stream' };
  const response = await control.http.open({ method: 'GET', path, headers }, abort.signal);
  if (response.statusCode !== 200) {
    abort.abort();
    response.on('error', () => undefined);
    throw new SandboxError(`the live stream of ${account} was refused with status ${response.statusCode}`, {
      code: 'STREAM_REFUSED',
      status: response.statusCode ?? 0,
    });
  }
  const broken = readStream(response, onMessage, abort.signal);
  // The caller may have stopped waiting before the stream breaks. The rejection must not be unhandled then.
  broken.catch(() => undefined);
  return { broken, stop: () => abort.abort() };
}

function readStream(response: IncomingMessage, onMessage: () => void, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const parser = new SseParser();
    response.setEncoding('utf8').on('data', (chunk: string) => {
      if (parser.push(chunk).length > 0) onMessage();
    });
    const end = (): void => {
      if (!signal.aborted)
        reject(new SandboxError('the live stream ended unexpectedly', { code: 'STREAM_ENDED' }));
    };
    response.on('error', end).on('close', end);
  });
}

import { sseMessages } from '../wire/sse-parser.ts';
import { SandboxError, WaitError } from './errors.ts';
import type { Caller } from './library-control.ts';
import { callAfter } from './timeouts.ts';

/** A subscription to a live stream. */
export interface LiveStream {
  /** Rejects if the stream ends before `stop` is called. */
  readonly broken: Promise<never>;
  stop(): void;
}

/**
 * Subscribes to the live stream of an account. Everything that happens after this resolves is reported.
 * @param onMessage called for each message
 * @throws SandboxError if the server refuses the stream
 */
export async function followAccount({ control, path }: Caller, onMessage: () => void): Promise<LiveStream> {
  const abort = new AbortController();
  const stream = await control.openStream(path.account, abort.signal);
  const broken = readToEnd(stream, onMessage, abort.signal);
  // The caller may have stopped waiting before the stream breaks. The rejection must not be unhandled then.
  broken.catch(() => undefined);
  return { broken, stop: () => abort.abort() };
}

/** Never resolves once the signal has stopped it. */
async function readToEnd(
  stream: ReadableStream<Uint8Array>,
  onMessage: () => void,
  signal: AbortSignal,
): Promise<never> {
  try {
    for await (const _ of sseMessages(stream)) onMessage();
  } catch {
    // The connection is lost, as if the server had ended the stream.
  }
  if (signal.aborted) return new Promise(() => undefined);
  throw new SandboxError('the live stream ended unexpectedly', { code: 'STREAM_ENDED' });
}

/** The result of polling an account: the awaited value, the current status, or why the value cannot come. */
export type PollResult<Found> =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'pending'; readonly status: string }
  | { readonly kind: 'impossible'; readonly why: string };

/** A condition to wait for. */
export interface Wait<Found> {
  /** Such as `order.failed of order 17`. */
  readonly what: string;
  readonly timeoutMs: number;
  poll(): Promise<PollResult<Found>>;
  follow(onMessage: () => void): Promise<LiveStream>;
}

/** @throws WaitError if the value cannot come */
async function pollOnce<Found>(
  wait: Wait<Found>,
): Promise<Exclude<PollResult<Found>, { kind: 'impossible' }>> {
  const result = await wait.poll();
  if (result.kind === 'impossible') throw new WaitError(`${wait.what} cannot come: ${result.why}`);
  return result;
}

/**
 * Polls until the awaited value is found: at once, and again after each message of the live stream.
 * @throws WaitError if the value cannot come, or does not come in time
 */
export async function waitFor<Found>(wait: Wait<Found>): Promise<Found> {
  const first = await pollOnce(wait);
  if (first.kind === 'found') return first.found;
  let wake = (): void => undefined;
  // The stream does not report what happened between the first poll and its start, so poll again.
  let isStale = true;
  let isTimedOut = false;
  const stream = await wait.follow(() => {
    isStale = true;
    wake();
  });
  const cancel = callAfter(wait.timeoutMs, () => {
    isTimedOut = true;
    wake();
  });
  try {
    let { status } = first;
    for (;;) {
      while (isStale && !isTimedOut) {
        isStale = false;
        const result = await pollOnce(wait);
        if (result.kind === 'found') return result.found;
        status = result.status;
      }
      if (isTimedOut) throw new WaitError(`waited ${wait.timeoutMs} ms for ${wait.what}: ${status}`);
      const woken = new Promise<void>(resolve => {
        wake = resolve;
      });
      await Promise.race([stream.broken, woken]);
    }
  } finally {
    cancel();
    stream.stop();
  }
}

import { signal } from '@preact/signals';
import { type SseMessage, SseParser } from '../../contract/json/sse-parser.ts';
import { adminToken, api, CallError, type Schemas, UnreachableError } from '../control-api.ts';

/** Silence for longer than this means that the connection is dead: the server sends something every 15 s. */
const MAX_SILENCE_MS = 40_000;

/**
 * Follows the stream of an account until it ends or fails. It uses fetch because EventSource cannot send headers, which
 * the admin token requires.
 * @throws UnreachableError, CallError
 */
async function follow(account: string, onOpen: () => void, signal: AbortSignal): Promise<void> {
  const watchdog = new AbortController();
  let timer = 0;
  const resetTimer = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => watchdog.abort(), MAX_SILENCE_MS);
  };
  try {
    resetTimer();
    const input = { path: { account }, signal: AbortSignal.any([signal, watchdog.signal]) };
    const stream = await api.open('/_sandbox/accounts/{account}/stream', input);
    onOpen();
    const parser = new SseParser();
    const chunks = stream
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .getReader();
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      resetTimer();
      parser.push(chunk.value).forEach(publish);
    }
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error;
    throw new UnreachableError();
  } finally {
    clearTimeout(timer);
  }
}

/** An event of the stream: a change of the account, a request that was handled, or a finding. */
export type LiveEvent =
  | { readonly type: 'happening'; readonly data: Schemas['Happening'] }
  | { readonly type: 'request'; readonly data: Schemas['RequestSummary'] }
  | { readonly type: 'finding'; readonly data: Schemas['Finding'] };

/**
 * live: the stream is open; lost: the server cannot be reached, or fails; unauthorized: it requires an admin token;
 * absent: it has no such account.
 */
export type Connection = 'connecting' | 'live' | 'lost' | 'unauthorized' | 'absent';

/** The server responds, but not with a stream. */
const REFUSED: readonly Connection[] = ['unauthorized', 'absent'];

export const connection = signal<Connection>('connecting');

/** Whether the connection is lost because the server responds with an error: its message; otherwise null. */
export const serverError = signal<string | null>(null);

/** Notes that the connection is lost, and why: an error, or the end of the stream. */
export function lose(cause: unknown): void {
  serverError.value = cause instanceof CallError ? cause.message : null;
  connection.value = 'lost';
}

/** The admin token that the server has refused; null while it has refused none. */
export const refusedToken = signal<string | null>(null);

/** Notes that the server refuses a token, unless the user has entered another one since it was sent. */
export function refuse(token: string | null): void {
  if (adminToken.get() !== token) return;
  refusedToken.value = token || null;
  connection.value = 'unauthorized';
}

/** Grows whenever loaded data may be stale: once the stream is open, after a reconnect, or after missed messages. */
export const generation = signal(0);

const listeners = new Set<(event: LiveEvent) => void>();

/** Subscribes to the events of the stream. Returns a function that unsubscribes. */
export function listen(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const FIRST_RETRY_MS = 400;
const MAX_RETRY_MS = 3_000;

let following: AbortController | null = null;

/** Whether the server has an account. A browser reports no error, as it does when the account itself is asked for. */
const isListed = async (name: string): Promise<boolean> =>
  (await api.get('/_sandbox/info').catch(() => null))?.accounts.includes(name) ?? true;

/** Follows the stream of an account and reconnects whenever it ends, until another account is followed. */
export async function followAccount(account: string): Promise<void> {
  following?.abort();
  const mine = new AbortController();
  following = mine;
  let retryMs = FIRST_RETRY_MS;
  // Called in an effect, which must not subscribe to `connection`; hence `peek`.
  if (connection.peek() === 'absent') connection.value = 'connecting';
  const onOpen = (): void => {
    connection.value = 'live';
    retryMs = FIRST_RETRY_MS;
    // Events from before the stream began are in no message, even the first time.
    generation.value += 1;
  };
  while (!mine.signal.aborted) {
    const token = adminToken.get();
    let cause: unknown = null;
    await follow(account, onOpen, mine.signal).catch(error => {
      if (mine.signal.aborted) return;
      cause = error;
      if (error instanceof CallError && error.status === 401) refuse(token);
      else if (error instanceof CallError && error.status === 404 && connection.value !== 'absent') {
        connection.value = 'absent';
        generation.value += 1;
      } else if (error instanceof UnreachableError) lose(error);
    });
    if (mine.signal.aborted) return;
    if (adminToken.get() !== token) continue;
    if (!REFUSED.includes(connection.value)) lose(cause);
    do {
      await new Promise(resolve => setTimeout(resolve, retryMs));
      retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
    } while (!mine.signal.aborted && connection.value === 'absent' && !(await isListed(account)));
  }
}

/** Reconnects with a token that the user entered. */
export function reconnectWithToken(token: string): void {
  adminToken.set(token);
  connection.value = 'connecting';
  generation.value += 1;
}

function publish({ event, data }: SseMessage): void {
  if (event === 'gap') {
    generation.value += 1;
    return;
  }
  const type = event === 'request' || event === 'finding' ? event : 'happening';
  const liveEvent = { type, data: JSON.parse(data) } as LiveEvent;
  for (const listener of listeners) listener(liveEvent);
}

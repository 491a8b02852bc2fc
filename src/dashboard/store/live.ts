import { signal } from '@preact/signals';
import type { SseMessage } from '../../wire/sse-parser.ts';
import { adminToken, type Schemas } from '../api.ts';
import { CallError } from '../envelope.ts';
import { follow } from '../live-connection.ts';

/** What the stream tells: something happened to the account, or a request was answered. */
export type LiveEvent =
  | { readonly type: 'happening'; readonly data: Schemas['Happening'] }
  | { readonly type: 'request'; readonly data: Schemas['RequestSummary'] };

/** live: all is shown as it happens; lost: the server is away; barred: it wants its admin token. */
export type Connection = 'connecting' | 'live' | 'lost' | 'barred';

export const connection = signal<Connection>('connecting');

/** Grows whenever what was shown may be stale: after an absence, or messages that were missed. */
export const generation = signal(0);

const listeners = new Set<(event: LiveEvent) => void>();

/** Lets somebody hear of what happens; the answer ends it. */
export function listen(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 3_000;

let following: AbortController | null = null;

/** Follows an account's stream, and comes back to it whenever it breaks off, until another one is followed. */
export async function followAccount(account: string): Promise<void> {
  following?.abort();
  const mine = new AbortController();
  following = mine;
  let lastId: string | null = null;
  let pauseMs = FIRST_PAUSE_MS;
  let missed = false;
  const listener = {
    opened: () => {
      connection.value = 'live';
      pauseMs = FIRST_PAUSE_MS;
      if (missed) generation.value += 1;
      missed = true;
    },
    heard: (message: SseMessage) => {
      lastId = message.id;
      tell(message);
    },
  };
  while (!mine.signal.aborted) {
    await follow(account, lastId, listener, mine.signal).catch(error => {
      if (error instanceof CallError && error.status === 401) connection.value = 'barred';
      else if (error instanceof CallError && error.status === 404) generation.value += 1;
    });
    if (mine.signal.aborted) return;
    if (connection.value !== 'barred') connection.value = 'lost';
    await new Promise(resolve => setTimeout(resolve, pauseMs));
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    // Ids of a server that was started anew begin again; what was missed is read anew anyway.
    lastId = null;
  }
}

/** Tries again with a token that the reader gave. */
export function openWith(token: string): void {
  adminToken.set(token);
  connection.value = 'connecting';
  generation.value += 1;
}

function tell({ event, data }: SseMessage): void {
  if (event === 'gap') {
    generation.value += 1;
    return;
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return;
  }
  const heard = { type: event === 'request' ? 'request' : 'happening', data: parsed } as LiveEvent;
  for (const listener of listeners) listener(heard);
}

import { WaitError } from './errors.ts';
import type { LiveStream } from './live-stream.ts';
import { after } from './timeouts.ts';

/** What a look at the account found: what was waited for, a reason to go on waiting, or one to give up. */
export type Look<Found> =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'not-yet'; readonly standing: string }
  | { readonly kind: 'never'; readonly why: string };

/** Something to wait for. */
export interface Wait<Found> {
  /** Such as `order.failed of order 17`. */
  readonly what: string;
  readonly timeoutMs: number;
  look(): Promise<Look<Found>>;
  follow(onMessage: () => void): Promise<LiveStream>;
}

/** @throws WaitError where it cannot come */
async function lookOnce<Found>(wait: Wait<Found>): Promise<Exclude<Look<Found>, { kind: 'never' }>> {
  const look = await wait.look();
  if (look.kind === 'never') throw new WaitError(`${wait.what} cannot come: ${look.why}`);
  return look;
}

/**
 * Looks until what is waited for is there: at once, and again whenever the live stream tells that something happened.
 * @throws WaitError where it cannot come, or does not in time
 */
export async function waitFor<Found>(wait: Wait<Found>): Promise<Found> {
  const first = await lookOnce(wait);
  if (first.kind === 'found') return first.found;
  let wake = (): void => undefined;
  // What happened between the first look and the stream's beginning was told to nobody: hence a second look.
  let isStale = true;
  let isOver = false;
  const stream = await wait.follow(() => {
    isStale = true;
    wake();
  });
  const cancel = after(wait.timeoutMs, () => {
    isOver = true;
    wake();
  });
  try {
    let { standing } = first;
    for (;;) {
      while (isStale && !isOver) {
        isStale = false;
        const look = await lookOnce(wait);
        if (look.kind === 'found') return look.found;
        standing = look.standing;
      }
      if (isOver) throw new WaitError(`waited ${wait.timeoutMs} ms for ${wait.what}: ${standing}`);
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

import { WaitError } from './errors.ts';
import type { LiveStream } from './live-stream.ts';
import { after } from './timers.ts';

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

/**
 * Looks until what is waited for is there: at once, and again whenever the live stream tells that something happened.
 * @throws WaitError where it cannot come, or does not in time
 */
export async function waitFor<Found>(wait: Wait<Found>): Promise<Found> {
  let look = await wait.look();
  if (look.kind === 'found') return look.found;
  if (look.kind === 'never') throw new WaitError(`${wait.what} cannot come: ${look.why}`);
  let wake: () => void = () => undefined;
  let isStale = true;
  let isOver = false;
  const notice = (): void => {
    isStale = true;
    wake();
  };
  const cancel = after(wait.timeoutMs, () => {
    isOver = true;
    wake();
  });
  const stream = await wait.follow(notice).catch(error => {
    cancel();
    throw error;
  });
  try {
    for (;;) {
      while (isStale) {
        isStale = false;
        look = await wait.look();
        if (look.kind === 'found') return look.found;
        if (look.kind === 'never') throw new WaitError(`${wait.what} cannot come: ${look.why}`);
      }
      if (isOver) throw new WaitError(`waited ${wait.timeoutMs} ms for ${wait.what}: ${look.standing}`);
      await Promise.race([stream.broken, new Promise<void>(resolve => (wake = resolve))]);
    }
  } finally {
    cancel();
    stream.stop();
  }
}

import type { StorageError } from './storage.ts';

/** One write for all that wait for it. */
export interface Turn {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

/** One that nobody waits for yet. */
export function newTurn(): Turn {
  let resolve: () => void = () => undefined;
  let reject: (error: StorageError) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

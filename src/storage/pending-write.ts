import type { StorageError } from './storage.ts';

/** A write that is not complete, as a promise with its callbacks. */
export interface PendingWrite {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

/** Creates a pending write. Its rejection does not end the process if the promise is not awaited. */
export function pendingWrite(): PendingWrite {
  let resolve: () => void = () => undefined;
  let reject: (error: StorageError) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

import type { StorageError } from './storage.ts';

/** A write that has yet to end, for all who wait for it. */
export interface PendingWrite {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

/** A write that nobody waits for yet; its rejection alone does not end the process. */
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

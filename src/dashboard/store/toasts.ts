import { signal } from '@preact/signals';

/** A short message in the corner. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
}

export const toasts = signal<readonly Toast[]>([]);

const STAY_MS = 5_000;
const STAY_BAD_MS = 12_000;
let made = 0;

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter(toast => toast.id !== id);
}

/** Tells the reader something. */
export function say(text: string, isBad = false): void {
  const id = ++made;
  toasts.value = [...toasts.value.slice(-3), { id, text, isBad }];
  setTimeout(() => dismiss(id), isBad ? STAY_BAD_MS : STAY_MS);
}

/** Does something, and tells the reader where it fails; answers whether it went well. */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work();
    if (done) say(done);
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
    return false;
  }
}

import { signal } from '@preact/signals';

/** A short message in the corner of the page. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
}

export const toasts = signal<readonly Toast[]>([]);

const DURATION_MS = 5_000;
const ERROR_DURATION_MS = 12_000;
let lastId = 0;

/** Removes a toast. */
export function dismiss(id: number): void {
  toasts.value = toasts.value.filter(toast => toast.id !== id);
}

/** Shows a toast. */
export function showToast(text: string, isBad = false): void {
  const id = ++lastId;
  toasts.value = [...toasts.value.slice(-3), { id, text, isBad }];
  setTimeout(() => dismiss(id), isBad ? ERROR_DURATION_MS : DURATION_MS);
}

/** Runs an action and shows a toast if it fails, or `done` if it succeeds. Returns whether it succeeded. */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work();
    if (done) showToast(done);
    return true;
  } catch (error) {
    showToast(error instanceof Error ? error.message : String(error), true);
    return false;
  }
}

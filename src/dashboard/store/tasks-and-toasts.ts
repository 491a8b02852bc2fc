import { signal, useSignal } from '@preact/signals';

/** Something that a button starts and that takes a while. */
export interface Task {
  readonly isBusy: boolean;
  /** Carries out work, unless some is under way already: a double click creates and sends nothing twice. */
  run(work: () => Promise<unknown>): Promise<void>;
}

/** One task of a component. Its buttons have to stay enabled, so that they keep the focus. */
export function useTask(): Task {
  const isBusy = useSignal(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    try {
      await work();
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy: isBusy.value, run };
}

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

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter(toast => toast.id !== id);
}

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

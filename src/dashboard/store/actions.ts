import { signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

/** Something that a button starts and that takes a while. */
export interface Task {
  readonly isBusy: boolean;
  /** Carries out work, unless some is under way already: a double click creates and sends nothing twice. */
  run(work: () => Promise<unknown>): Promise<void>;
}

/** One task of a component. Its buttons have to stay enabled, so that they keep the focus. */
export function useTask(): Task {
  const isBusy = useSignal(false);
  const isRunning = useRef(false);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    isBusy.value = true;
    try {
      await work();
    } finally {
      isRunning.current = false;
      isBusy.value = false;
    }
  };
  return { isBusy: isBusy.value, run };
}

/** A setting of the server in a control. */
export interface Choice<T> {
  /** The choice, until it has become the setting or was refused; otherwise the setting. */
  readonly shown: T;
  choose(value: T): void;
}

/**
 * A setting that a control shows and changes. The control shows the choice until the change is over, even if the
 * page is rendered with the previous setting meanwhile. Changes are made one after another; of those that are chosen
 * while one is made, only the last one is.
 * @param setting the setting as it was last loaded
 * @param change changes the setting and loads it again; it does not throw
 */
export function useChoice<T>(setting: T, change: (value: T) => Promise<unknown>): Choice<T> {
  const chosen = useSignal<{ readonly value: T } | null>(null);
  const isChanging = useRef(false);
  const choose = async (value: T): Promise<void> => {
    chosen.value = { value };
    if (isChanging.current) return;
    isChanging.current = true;
    let made: { readonly value: T };
    do {
      made = chosen.peek()!;
      await change(made.value);
    } while (chosen.peek() !== made);
    isChanging.current = false;
    chosen.value = null;
  };
  return { shown: chosen.value ? chosen.value.value : setting, choose: value => void choose(value) };
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

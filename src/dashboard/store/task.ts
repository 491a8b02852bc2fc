import { useSignal } from '@preact/signals';
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

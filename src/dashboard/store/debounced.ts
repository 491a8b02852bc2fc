import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** A value that follows another once that has not changed for a while. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const settled = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      settled.value = value;
    }, delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs, settled]);
  return settled.value;
}

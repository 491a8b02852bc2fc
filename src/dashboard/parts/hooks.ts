import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/**
 * The width or height of an element in pixels, as it changes.
 * @param initial the value until the element is measured
 */
export function useExtent(
  element: RefObject<HTMLElement | null>,
  side: 'clientWidth' | 'clientHeight',
  initial: number,
): Signal<number> {
  const extent = useSignal(initial);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => (extent.value = current[side]);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, side, extent]);
  return extent;
}

/** Tells whether the component is still mounted, for work that ends after the user has closed it. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(true);
  useEffect(() => () => (isMounted.current = false), []);
  return () => isMounted.current;
}

/** A copy of a value that is updated once the value has not changed for a while. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const settled = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(() => (settled.value = value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs, settled]);
  return settled.value;
}

import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

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
    const measure = (): void => {
      extent.value = current[side];
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, side, extent]);
  return extent;
}

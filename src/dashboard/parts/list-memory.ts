import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { cameBackFrom, type ListPosition, listPosition } from '../store/view.ts';

/** The state that a list remembers and restores. */
interface Memory {
  readonly scroller: RefObject<HTMLElement | null>;
  /** Identifies the list; undefined: it remembers nothing. */
  readonly place: string | undefined;
  /** The key of the row whose details are shown next to the list. */
  readonly chosen: string | null;
  readonly hasRows: boolean;
  /** The index of the row with a key; -1 if there is none. It is called rarely. */
  readonly indexOf: (key: string) => number;
  readonly rowPx: number;
}

/** Focuses the link of a row, once it is rendered. */
function focusRow(scroller: HTMLElement, at: number, rowPx: number): void {
  const isVisible =
    at * rowPx >= scroller.scrollTop && (at + 1) * rowPx <= scroller.scrollTop + scroller.clientHeight;
  if (!isVisible) scroller.scrollTop = Math.max(0, at * rowPx - scroller.clientHeight / 2);
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      scroller.querySelector<HTMLElement>(`[data-at="${at}"] a.hit`)?.focus({ preventScroll: true }),
    ),
  );
}

/** Restores the scroll position of a list and, after a look at one of its rows, the focus on that row. */
export function useListMemory({ scroller, place, chosen, hasRows, indexOf, rowPx }: Memory): ListPosition {
  const own = useRef<ListPosition>({ top: 0 });
  const position = place === undefined ? own.current : listPosition(place);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !hasRows) return;
    element.scrollTop = position.top;
    const back = place === undefined ? null : cameBackFrom();
    const at = back === null ? -1 : indexOf(back);
    if (at >= 0 && chosen === null) focusRow(element, at, rowPx);
  }, [hasRows, position]);
  const before = useRef(chosen);
  useEffect(() => {
    const left = before.current;
    before.current = chosen;
    const element = scroller.current;
    if (left === null || chosen !== null || !element) return;
    const at = indexOf(left);
    element.scrollTop = position.top;
    if (at >= 0) focusRow(element, at, rowPx);
  }, [chosen]);
  return position;
}

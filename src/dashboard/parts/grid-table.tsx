import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** A column of a table: its head, and what stands in it for a row. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly align?: 'num';
  /** Left out where there is little room. */
  readonly wideOnly?: boolean;
}

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Widths, as grid-template-columns takes them. */
  readonly widths: string;
  readonly narrowWidths: string;
  readonly keyOf: (row: Row) => string | number;
  readonly chosen?: string | null;
  /** Shown in place of the rows where there are none. */
  readonly empty: ComponentChildren;
}

const ROW_PX = 38;
/** Rows beyond the edges, so that fast scrolling shows no blank. */
const SPARE = 12;

/** Moves the focus among the rows' links; the row is scrolled to, then drawn, then focused. */
function onArrows(event: KeyboardEvent, scroller: HTMLElement | null, rows: number): void {
  const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -rows, End: rows }[event.key];
  const row = (event.target as HTMLElement).closest<HTMLElement>('[data-at]');
  if (!step || !row || !scroller) return;
  event.preventDefault();
  const at = Math.min(rows - 1, Math.max(0, Number(row.dataset.at) + step));
  const top = at * ROW_PX;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + ROW_PX > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + ROW_PX - scroller.clientHeight;
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      scroller.querySelector<HTMLElement>(`[data-at="${at}"] a.hit`)?.focus({ preventScroll: true }),
    ),
  );
}

const cellClass = (column: Column<never>): string =>
  `clip ${column.align ?? ''} ${column.wideOnly ? 'wide-only' : ''}`;

interface RowProps<Row> {
  readonly row: Row;
  /** Its place in the whole table, 0 the first. */
  readonly at: number;
  readonly columns: readonly Column<Row>[];
  readonly isChosen: boolean;
}

function BodyRow<Row>({ row, at, columns, isChosen }: RowProps<Row>) {
  return (
    // biome-ignore lint/a11y: a table's row that is placed by hand; its link takes the focus.
    <div
      role="row"
      data-at={at}
      aria-rowindex={at + 2}
      class={`grid-row body-row ${isChosen ? 'chosen' : ''}`}
      style={{ transform: `translateY(${at * ROW_PX}px)` }}
    >
      {columns.map(column => (
        // biome-ignore lint/a11y: see above.
        <span key={column.name} role="cell" class={cellClass(column as Column<never>)}>
          {column.cell(row)}
        </span>
      ))}
    </div>
  );
}

/**
 * A table of any length, of which only the rows in sight are drawn. A row's link carries the class `hit`: its whole
 * row is its target, and the arrow keys go from one to the next.
 */
export function GridTable<Row>(props: Props<Row>) {
  const { label, rows, columns, widths, narrowWidths, keyOf, chosen, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(800);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = (): void => {
      height.value = element.clientHeight;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [height]);
  useEffect(() => {
    const style = scroller.current?.parentElement?.style;
    style?.setProperty('--columns', widths);
    style?.setProperty('--columns-narrow', narrowWidths);
  }, [widths, narrowWidths]);

  const first = Math.max(0, Math.floor(top.value / ROW_PX) - SPARE);
  const last = Math.min(rows.length, Math.ceil((top.value + height.value) / ROW_PX) + SPARE);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold rows that are placed by hand.
    <div class="grid-table" role="table" aria-label={label} aria-rowcount={rows.length + 1}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: rows are no controls; their links take the focus. */}
      <div class="grid-row head" role="row" aria-rowindex={1}>
        {columns.map(column => (
          // biome-ignore lint/a11y: see above.
          <span key={column.name} role="columnheader" class={cellClass(column as Column<never>)}>
            {column.name}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <div
        class="scroller"
        role="rowgroup"
        ref={scroller}
        onScroll={event => {
          top.value = event.currentTarget.scrollTop;
        }}
        onKeyDown={event => onArrows(event, scroller.current, rows.length)}
      >
        <div class="runway" role="presentation" style={{ height: `${rows.length * ROW_PX}px` }}>
          {rows.slice(first, last).map((row, index) => (
            <BodyRow
              key={keyOf(row)}
              row={row}
              at={first + index}
              columns={columns}
              isChosen={chosen === String(keyOf(row))}
            />
          ))}
        </div>
        {rows.length === 0 && (
          // biome-ignore lint/a11y: see above.
          <div role="row">
            {/* biome-ignore lint/a11y: see above. */}
            <div role="cell">{empty}</div>
          </div>
        )}
      </div>
    </div>
  );
}

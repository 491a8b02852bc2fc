import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useListMemory } from './list-memory.ts';
import { useExtent } from './use-extent.ts';

/** A column of a table: its header and its cell for a row. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly align?: 'num';
  /** Hidden in lists of medium width and less. */
  readonly wideOnly?: boolean;
  /** Hidden in lists as narrow as a phone. */
  readonly midOnly?: boolean;
}

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** The widths, as a value of grid-template-columns. */
  readonly widths: string;
  /** The same without the columns that are `wideOnly`. */
  readonly narrowWidths: string;
  /** The same, also without the `midOnly` columns. Default: `narrowWidths`. */
  readonly slimWidths?: string;
  readonly keyOf: (row: Row) => string | number;
  readonly chosen?: string | null;
  /** The account and page, to return to the same position and row. */
  readonly place?: string;
  /** Shown when there are no rows. */
  readonly empty: ComponentChildren;
}

const ROW_PX = 38;
const USUAL_HEIGHT = 800;
/** Rows that are rendered beyond the visible ones, so that fast scrolling shows no gaps. */
const OVERSCAN = 12;

/** Moves the focus between the links of the rows. The row is scrolled into view, rendered and then focused. */
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
  `clip ${column.align ?? ''} ${column.wideOnly ? 'wide-only' : ''} ${column.midOnly ? 'mid-only' : ''}`;

/** Gives the cell that the pointer is over its text as a tooltip if it is cut off. */
function nameIfCut({ target }: Event): void {
  const cell = (target as Element).closest<HTMLElement>('[role="cell"]');
  if (!cell) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

interface RowProps<Row> {
  readonly row: Row;
  /** Its index in the whole table. */
  readonly at: number;
  readonly columns: readonly Column<Row>[];
  readonly isChosen: boolean;
}

function BodyRow<Row>({ row, at, columns, isChosen }: RowProps<Row>) {
  return (
    // biome-ignore lint/a11y: a table row that is positioned by the script; its link takes the focus.
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

/** The names of the columns. */
function HeadRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see GridTable.
    // biome-ignore lint/a11y/useFocusableInteractive: rows are not controls; their links take the focus.
    <div class="grid-row head" role="row" aria-rowindex={1}>
      {columns.map(column => (
        // biome-ignore lint/a11y: see GridTable.
        <span
          key={column.name}
          role="columnheader"
          class={cellClass(column as Column<never>)}
          title={column.name}
        >
          {column.name}
        </span>
      ))}
    </div>
  );
}

/** Sets the widths of the columns. */
function useWidths(
  scroller: RefObject<HTMLElement | null>,
  wide: string,
  narrow: string,
  slim: string,
): void {
  useEffect(() => {
    const style = scroller.current?.parentElement?.style;
    style?.setProperty('--columns', wide);
    style?.setProperty('--columns-narrow', narrow);
    style?.setProperty('--columns-slim', slim);
  }, [scroller, wide, narrow, slim]);
}

/**
 * A virtualized table: only the visible rows are rendered. The link of a row has the class `hit`: the whole row is its
 * click target, and the arrow keys move between these links.
 */
export function GridTable<Row>(props: Props<Row>) {
  const { label, rows, columns, widths, narrowWidths, keyOf, chosen, empty, place } = props;
  const { slimWidths = narrowWidths } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const top = useSignal(0);

  const position = useListMemory({
    scroller,
    place,
    chosen: chosen ?? null,
    hasRows: rows.length > 0,
    indexOf: key => rows.findIndex(row => String(keyOf(row)) === key),
    rowPx: ROW_PX,
  });

  const height = useExtent(scroller, 'clientHeight', USUAL_HEIGHT);
  useWidths(scroller, widths, narrowWidths, slimWidths);

  const first = Math.max(0, Math.floor(top.value / ROW_PX) - OVERSCAN);
  const last = Math.min(rows.length, Math.ceil((top.value + height.value) / ROW_PX) + OVERSCAN);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot contain rows that are positioned by the script.
    <div class="grid-table" role="table" aria-label={label} aria-rowcount={rows.length + 1}>
      <HeadRow columns={columns} />
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <div
        class="scroller"
        role="rowgroup"
        ref={scroller}
        onScroll={event => {
          const { scrollTop, clientHeight } = event.currentTarget;
          top.value = scrollTop;
          // A list that is not displayed reports 0.
          if (clientHeight > 0) position.top = scrollTop;
        }}
        onKeyDown={event => onArrows(event, scroller.current, rows.length)}
        onPointerOver={nameIfCut}
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

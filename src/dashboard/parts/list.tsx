import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { count, plural } from '../format.ts';
import type { List, ListView } from '../store/list.ts';
import { connection } from '../store/live.ts';
import { cameBackFrom, type ListPosition, listPosition } from '../store/view.ts';
import { Empty } from './empty.tsx';
import { Icon, type IconName } from './icon.tsx';
import { Failure, Skeleton } from './loaded.tsx';
import { SearchField } from './search-field.tsx';
import { useExtent } from './use-extent.ts';

/** A column of a list. */
export interface Column<Row> {
  readonly name: string;
  /**
   * Its widths as tracks of a grid: in a wide list, in one of medium width and in one as narrow as a phone. A width that
   * is left out hides it.
   */
  readonly widths: readonly [wide: string, medium?: string, narrow?: string];
  readonly cell: (row: Row) => ComponentChildren;
  readonly align?: 'num';
}

interface ListProps<Row> {
  readonly label: string;
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  readonly view: ListView;
  /** The key of the row whose details are shown beside the list. */
  readonly chosen?: string | null;
  readonly icon: IconName;
  /** Shown instead of rows if there are none at all. */
  readonly empty: ComponentChildren;
}

const ROW_PX = 38;
const USUAL_HEIGHT = 800;
/** Rows that are rendered beyond the visible ones, so that fast scrolling shows no gaps. */
const OVERSCAN = 12;

const cellClass = <Row,>({ widths, align }: Column<Row>): string =>
  `clip ${align ?? ''} ${widths.length < 2 ? 'wide-only' : ''} ${widths.length < 3 ? 'mid-only' : ''}`;

const tracks = <Row,>(columns: readonly Column<Row>[], size: 0 | 1 | 2): string =>
  columns.flatMap(({ widths }) => widths[size] ?? []).join(' ');

/** Focuses the link of a row, once it is scrolled into view and rendered. */
function focusRow(scroller: HTMLElement, at: number): void {
  if (at < 0) return;
  const { scrollTop, clientHeight } = scroller;
  const isVisible = at * ROW_PX >= scrollTop && (at + 1) * ROW_PX <= scrollTop + clientHeight;
  if (!isVisible) scroller.scrollTop = Math.max(0, at * ROW_PX - clientHeight / 2);
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      scroller.querySelector<HTMLElement>(`[data-at="${at}"] a.hit`)?.focus({ preventScroll: true }),
    ),
  );
}

/** Moves the focus between the links of the rows. */
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
  focusRow(scroller, at);
}

/** Gives the cell that the pointer is over its text as a tooltip if it is cut off. */
function nameIfCut({ target }: Event): void {
  const cell = (target as Element).closest<HTMLElement>('[role="cell"]');
  if (!cell) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

interface MemoryProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly view: ListView;
  readonly chosen: string | null;
  /** The keys of the rows. */
  readonly keys: () => readonly string[];
  readonly hasRows: boolean;
}

/**
 * Restores the scroll position of a list and, after a look at one of its rows, the focus on that row. A new question
 * starts at the top.
 */
function useMemory({ scroller, view, chosen, keys, hasRows }: MemoryProps): ListPosition {
  const { place, question } = view;
  const position = listPosition(place);
  const before = useRef({ question, chosen });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !hasRows) return;
    element.scrollTop = position.top;
    const back = cameBackFrom();
    if (back !== null && chosen === null) focusRow(element, keys().indexOf(back));
  }, [hasRows]);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { question, chosen };
    const element = scroller.current;
    if (last.question !== question) position.top = 0;
    else if (last.chosen === null || chosen !== null) return;
    if (!element) return;
    element.scrollTop = position.top;
    if (last.chosen !== null && chosen === null) focusRow(element, keys().indexOf(last.chosen));
  }, [question, chosen]);
  return position;
}

/** A list: its rows, or why there are none. Rows that were received stay while newer ones are being loaded. */
export function ListTable<Row>(props: ListProps<Row>) {
  const { list, icon, view, empty } = props;
  const { rows, error, isStale, reload } = list;
  if (rows === null || (isStale && error)) {
    return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={8} />;
  }
  return (
    <>
      {error && connection.value === 'live' && (
        <Failure error={error} title="This is the last known state." onRetry={reload} />
      )}
      <Rows {...props} rows={rows}>
        {rows.length === 0 && isStale && <Empty icon={icon} title="Searching…" />}
        {rows.length === 0 &&
          !isStale &&
          (view.question === '' ? empty : <Empty icon={icon} title="No matches" />)}
      </Rows>
    </>
  );
}

interface RowsProps<Row> extends ListProps<Row> {
  readonly rows: readonly Row[];
  readonly children: ComponentChildren;
}

/**
 * The rows of a list, of which only the visible ones are rendered. The link of a row has the class `hit`: the whole row
 * is its click target, and the arrow keys move between these links.
 */
function Rows<Row>(props: RowsProps<Row>) {
  const { label, list, rows, columns, keyOf, chosen = null, view, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const keys = (): string[] => rows.map(row => String(keyOf(row)));
  const position = useMemory({ scroller, view, chosen, keys, hasRows: rows.length > 0 });
  const height = useExtent(scroller, 'clientHeight', USUAL_HEIGHT);
  const first = Math.max(0, Math.floor(top.value / ROW_PX) - OVERSCAN);
  const last = Math.min(rows.length, Math.ceil((top.value + height.value) / ROW_PX) + OVERSCAN);
  useEffect(() => {
    if (list.hasMore && last === rows.length) list.more();
  }, [list.hasMore, last, rows.length]);
  const style = {
    '--columns': tracks(columns, 0),
    '--columns-narrow': tracks(columns, 1),
    '--columns-slim': tracks(columns, 2),
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot contain rows that are positioned by the script.
    <div
      class="grid-table"
      role="table"
      aria-label={label}
      aria-rowcount={list.hasMore ? -1 : rows.length + 1}
      aria-busy={list.isStale}
      style={style}
    >
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
            <div role="cell">{children}</div>
          </div>
        )}
      </div>
    </div>
  );
}

/** The names of the columns. */
function HeadRow<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see Rows.
    // biome-ignore lint/a11y/useFocusableInteractive: rows are not controls; their links take the focus.
    <div class="grid-row head" role="row" aria-rowindex={1}>
      {columns.map(column => (
        // biome-ignore lint/a11y: see Rows.
        <span key={column.name} role="columnheader" class={cellClass(column)} title={column.name}>
          {column.name}
        </span>
      ))}
    </div>
  );
}

interface RowProps<Row> {
  readonly row: Row;
  /** Its index in the whole list. */
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
        <span key={column.name} role="cell" class={cellClass(column)}>
          {column.cell(row)}
        </span>
      ))}
    </div>
  );
}

interface TallyProps {
  readonly list: List<unknown>;
  /** The name of one row. */
  readonly one: string;
  /** The name of several rows. Default: with an s. */
  readonly many?: string;
  /** The number of all rows, including those that the server no longer has, if it is known. */
  readonly total?: number | undefined;
  readonly view: ListView;
}

/** How many rows are shown, of how many: `latest 100 of 2,008 orders`. Nothing until the rows were received. */
export function Tally({ list, one, many, total = 0, view: { question } }: TallyProps) {
  const { rows, hasMore, isStale, error } = list;
  const text = (): string => {
    if (rows === null) return '';
    if (isStale) return error ? '' : 'searching…';
    const shown = rows.length;
    const isPart = hasMore || (question === '' && shown < total);
    if (isPart && shown < total && question === '')
      return `latest ${count(shown)} of ${plural(total, one, many)}`;
    const all = question === '' ? plural(shown, one, many) : plural(shown, 'match', 'matches');
    if (isPart) return `latest ${all}`;
    return shown < total ? `${count(shown)} of ${plural(total, one, many)}` : all;
  };
  return (
    <span class="faint" aria-live="polite">
      {text()}
    </span>
  );
}

interface FiltersProps {
  readonly view: ListView;
  readonly searchName: string;
  readonly hint: string;
  /** The name of the filter, and its options. */
  readonly choiceName: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** The search and the filter above a list. */
export function Filters({ view: { search, choice }, searchName, hint, choiceName, options }: FiltersProps) {
  return (
    <div class="filters">
      <SearchField text={search} name={searchName} hint={hint} />
      <select
        class="select"
        aria-label={choiceName}
        value={choice.value}
        onChange={event => {
          choice.value = event.currentTarget.value;
        }}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface PanesProps {
  readonly list: ComponentChildren;
  /** The content beside the list; null: the list has the whole width. */
  readonly detail: ComponentChildren | null;
  /** The name of the detail for screen readers. */
  readonly name: string;
  /** The link from the detail to the list alone. */
  readonly back: { readonly href: string; readonly text: string };
}

/** A list, and beside it one of its entries. On a phone, the entry is shown instead of the list. */
export function Panes({ list, detail, name, back }: PanesProps) {
  return (
    <div class={`panes ${detail === null ? 'alone' : 'open'}`}>
      <div class="list">{list}</div>
      {detail !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
        <section class="detail" aria-label={name} tabIndex={0}>
          <a class="button small detail-close" href={back.href}>
            <Icon name="back" /> {back.text}
          </a>
          {detail}
        </section>
      )}
    </div>
  );
}

// biome-ignore-all lint/a11y: no table element can have rows that a script positions; the links in them take the focus.
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { amountsIn, counted } from '../format.ts';
import type { List } from '../store/list.ts';
import { connection } from '../store/live.ts';
import { cameBackFrom, viewSignal } from '../store/view.ts';
import { Button, type IconName } from './basics.tsx';
import { useExtent } from './hooks.ts';
import { Empty, Failure, Skeleton } from './loading.tsx';

/**
 * A column of a list. Its widths are tracks of a grid, separated by slashes: in a wide list, in one of medium width and
 * in one as narrow as a phone. A width that is left out hides the column; one that is `below` has a line of its own under
 * the others of a narrow list. Text that is cut off needs a title; a cell that is only text has it.
 */
export type Column<Row> = readonly [
  name: string,
  widths: string,
  cell: (row: Row, rows: readonly Row[]) => ComponentChildren,
  place?: 'num' | 'below',
];

export interface TableProps<Row> {
  readonly label: string;
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row, index: number) => string | number;
  /** The page that a click on a row opens. The first column becomes the link. */
  readonly hrefOf?: ((row: Row) => string) | undefined;
  /** The key of the row whose details are shown beside the list. */
  readonly chosen?: string | null;
  readonly icon: IconName;
  /** Shown instead of rows if there are none at all. */
  readonly empty: ComponentChildren;
}

/** A column of amounts of TRX; null for none. @param text an amount with two to six decimals */
export function amountColumn<Row>(
  name: string,
  widths: string,
  amountOf: (row: Row) => number | null,
  text?: (amount: number) => string,
): Column<Row> {
  // The rows are the same for each of them.
  let shown = { rows: [] as readonly Row[], write: amountsIn([]) };
  const cell = (row: Row, rows: readonly Row[]): string => {
    if (shown.rows !== rows) shown = { rows, write: amountsIn(rows.map(amountOf), text) };
    const amount = amountOf(row);
    return amount === null ? '–' : shown.write(amount);
  };
  return [name, widths, cell, 'num'];
}

const ROW_PX = 42;
const USUAL_HEIGHT = 800;
/** Rows that are rendered beyond the visible ones, so that fast scrolling shows no gaps. */
const OVERSCAN = 12;

function tracks<Row>(columns: readonly Column<Row>[]): Readonly<Record<string, string>> {
  const ofSize = (size: number): string =>
    columns.flatMap(([, widths]) => widths.split(' / ')[size] ?? []).join(' ');
  return { '--columns': ofSize(0), '--columns-narrow': ofSize(1), '--columns-slim': ofSize(2) };
}

function cellClass<Row>([, widths, , align]: Column<Row>): string {
  const sizes = widths.split(' / ').length;
  return `clip ${align ?? ''} ${sizes < 2 ? 'wide-only' : ''} ${sizes < 3 && align !== 'below' ? 'mid-only' : ''}`;
}

function showRow(scroller: HTMLElement, at: number): void {
  if (at < 0) return;
  const { scrollTop, clientHeight } = scroller;
  const isVisible = at * ROW_PX >= scrollTop && (at + 1) * ROW_PX <= scrollTop + clientHeight;
  if (!isVisible) scroller.scrollTop = Math.max(0, at * ROW_PX - clientHeight / 2);
}

/** Focuses the link of a row, once it is scrolled into view and rendered. */
function focusRow(scroller: HTMLElement, at: number): void {
  if (at < 0) return;
  showRow(scroller, at);
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      scroller.querySelector<HTMLElement>(`[data-at="${at}"] a.hit`)?.focus({ preventScroll: true }),
    ),
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  PageDown: 12,
  PageUp: -12,
};

/** Moves the focus between the links of the rows. */
function onArrows(event: KeyboardEvent, scroller: HTMLElement, rows: number): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ...STEPS, Home: -rows, End: rows }[event.key];
  const row = (event.target as HTMLElement).closest<HTMLElement>('[data-at]');
  if (!step || !row) return;
  event.preventDefault();
  const at = Math.min(rows - 1, Math.max(0, Number(row.dataset.at) + step));
  const [top, { clientHeight }] = [at * ROW_PX, scroller];
  scroller.scrollTop = Math.max(top + ROW_PX - clientHeight, Math.min(top, scroller.scrollTop));
  focusRow(scroller, at);
}

/**
 * Restores the scroll position of a list and, after a look at one of its rows, the focus on that row. A new question
 * starts at the top.
 * @param keys the keys of the rows
 */
function useMemory<Row>(
  scroller: RefObject<HTMLElement | null>,
  { account, place, question }: List<Row>,
  chosen: string | null,
  keys: readonly string[],
): Signal<number> {
  const position = viewSignal(`${account}/${place}`, 'top', 0);
  const hasRows = keys.length > 0;
  const before = useRef({ question, chosen, hasRows: false });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { question, chosen, hasRows };
    if (last.question !== question) position.value = 0;
    if (!hasRows) return;
    scroller.current!.scrollTop = position.peek();
    const back = last.hasRows ? last.chosen : cameBackFrom();
    if (back !== null && chosen === null) focusRow(scroller.current!, keys.indexOf(back));
    else if (chosen !== null && !last.hasRows) showRow(scroller.current!, keys.indexOf(chosen));
  }, [hasRows, question, chosen]);
  return position;
}

/**
 * Holds a list still while the pointer or the focus is in it, or while it is scrolled: rows that are newer than the first
 * one that was shown then are counted, and are shown once it is left or asked for. Rows that are shown stay up to date.
 * @returns how many rows are held back, and what to do when the list is entered, left or released
 */
function useHold(keys: readonly string[], isScrolled: boolean, question: string) {
  const isEntered = useSignal(false);
  const first = useRef<{ key: string | undefined; question: string }>({ key: undefined, question });
  const isHeld = (isEntered.value || isScrolled) && first.current.question === question;
  const held = isHeld && first.current.key !== undefined ? Math.max(0, keys.indexOf(first.current.key)) : 0;
  if (held === 0) first.current = { key: keys[0], question };
  const release = (): void => {
    first.current = { key: undefined, question };
    isEntered.value = false;
  };
  return { held, enter: () => (isEntered.value = true), leave: () => (isEntered.value = false), release };
}

/** Tells whether something else has the keyboard: a field, a dialog or a menu. */
const isTaken = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target as HTMLElement).closest(
    'input, select, textarea, [contenteditable], dialog, [popover], [data-at]',
  ) !== null;

/** Has j and k begin at a row, from anywhere on the page. */
function useKeys(scroller: RefObject<HTMLElement | null>, at: number): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.key !== 'j' && event.key !== 'k') || isTaken(event) || !scroller.current) return;
      focusRow(scroller.current, at);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

/** Of a text that has no room, the middle is cut, because the names of a list often differ at their ends. */
const TAIL = 6;

/** A list: its rows, or why there are none. Rows that were received stay while newer ones are being loaded. */
export function ListTable<Row>(props: TableProps<Row>) {
  const { rows, error, isStale, question, reload } = props.list;
  if (rows === null || (isStale && error))
    return error ? <Failure error={error} onRetry={reload} /> : <Skeleton lines={8} />;
  const noMatches = <Empty icon={props.icon} title={isStale ? 'Searching…' : 'No matches'} />;
  return (
    <>
      {error && connection.value === 'live' && (
        <Failure error={error} title="This is the last known state." onRetry={reload} />
      )}
      <Rows {...props} rows={rows} empty={isStale || question !== '' ? noMatches : props.empty} />
    </>
  );
}

/**
 * The rows of a list. Only the visible ones are rendered. The link of a row has the class `hit`: the whole row is its
 * click target, and the arrow keys move between these links.
 */
function Rows<Row>(props: TableProps<Row> & { readonly rows: readonly Row[] }) {
  const { label, list, rows: all, columns, keyOf, chosen = null, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const allKeys = all.map((row, index) => String(keyOf(row, index)));
  const { held, enter, leave, release } = useHold(allKeys, top.value > 0, list.question);
  const [rows, keys] = [all.slice(held), allKeys.slice(held)];
  const position = useMemory(scroller, list, chosen, keys);
  const height = useExtent(scroller, 'clientHeight', USUAL_HEIGHT);
  const first = Math.max(0, Math.floor(top.value / ROW_PX) - OVERSCAN);
  const last = Math.min(rows.length, Math.ceil((top.value + height.value) / ROW_PX) + OVERSCAN);
  useEffect(() => {
    if (list.hasMore && last === rows.length) list.more();
  }, [list.hasMore, last, rows.length]);
  useKeys(scroller, Math.max(0, chosen === null ? 0 : keys.indexOf(chosen)));
  const showNewer = (): void => {
    release();
    scroller.current!.scrollTop = 0;
  };
  const onScroll = ({ scrollTop, clientHeight }: HTMLElement): void => {
    top.value = scrollTop;
    // A list that is not displayed reports 0.
    if (clientHeight > 0) position.value = scrollTop;
  };
  return (
    <div
      class="grid-table"
      role="table"
      aria-label={label}
      aria-rowcount={list.hasMore ? -1 : rows.length + 1}
      aria-busy={list.isStale}
      style={tracks(columns)}
      onPointerEnter={enter}
      onPointerLeave={leave}
      onFocusIn={enter}
      onFocusOut={leave}
    >
      <HeadRow columns={columns} />
      {held > 0 && (
        <Button look="small main newer" onClick={showNewer}>
          {counted(held, 'new', 'new')}
        </Button>
      )}
      <div
        class="scroller"
        role="rowgroup"
        ref={scroller}
        onScroll={event => onScroll(event.currentTarget)}
        onKeyDown={event => onArrows(event, event.currentTarget, rows.length)}
      >
        <div role="presentation" style={{ height: `${rows.length * ROW_PX}px` }}>
          {rows.slice(first, last).map((row, index) => (
            <BodyRow
              {...props}
              key={keys[first + index]}
              rowKey={keys[first + index]!}
              row={row}
              at={first + index}
            />
          ))}
        </div>
        {rows.length === 0 && (
          <div role="row">
            <div role="cell">{empty}</div>
          </div>
        )}
      </div>
    </div>
  );
}

const HeadRow = <Row,>({ columns }: Pick<TableProps<Row>, 'columns'>) => (
  <div class="grid-row head" role="row" aria-rowindex={1}>
    {columns.map(column => (
      <span key={column[0]} role="columnheader" class={cellClass(column)} title={column[0]}>
        {column[0]}
      </span>
    ))}
  </div>
);

interface BodyRowProps<Row> extends TableProps<Row> {
  readonly row: Row;
  readonly rowKey: string;
  readonly at: number;
}

function BodyRow<Row>({ columns, list, hrefOf, chosen, row, rowKey, at }: BodyRowProps<Row>) {
  const text = JSON.stringify(row);
  const shown = useRef({ text, changes: 0 });
  if (shown.current.text !== text) shown.current = { text, changes: shown.current.changes + 1 };
  const { changes } = shown.current;
  return (
    <div
      role="row"
      data-at={at}
      aria-rowindex={at + 2}
      class={`grid-row body-row ${chosen === rowKey ? 'chosen' : ''}`}
      style={{ transform: `translateY(${at * ROW_PX}px)` }}
    >
      {changes > 0 && <i key={changes} class="changed" />}
      {columns.map((column, index) => {
        const content = column[2](row, list.rows ?? []);
        const title = typeof content === 'string' ? content : undefined;
        const isLong = index > 0 && column[3] !== 'num' && title !== undefined && title.length > 2 * TAIL;
        const shown = isLong
          ? [<span class="clip">{title.slice(0, -TAIL)}</span>, title.slice(-TAIL)]
          : content;
        return (
          <span
            key={column[0]}
            role="cell"
            class={`${cellClass(column)} ${isLong ? 'cut' : ''}`}
            title={title}
            aria-label={isLong ? title : undefined}
          >
            {hrefOf && index === 0 ? (
              <a class="hit" href={hrefOf(row)}>
                {shown}
              </a>
            ) : (
              shown
            )}
          </span>
        );
      })}
    </div>
  );
}

import { invalid } from './control-errors.ts';

/** The query parameters of every list. */
export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly sort?: 'oldest' | 'newest';
}

/** A page; `next` is the cursor of the following page, null on the last one. */
export interface Page<Item> {
  readonly items: Item[];
  readonly next: string | null;
}

const DEFAULT_LIMIT = 100;

/**
 * A page of a list that only grows at its end and may drop items from its beginning. A cursor is an item's index counted
 * from the first item ever, so that pages neither repeat nor skip items while the list changes.
 * @param lost how many items have been dropped from the beginning
 */
export function pageOf<Item>(
  items: readonly Item[],
  query: PageQuery,
  matches: (item: Item) => boolean,
  lost = 0,
): Page<Item> {
  const { limit = DEFAULT_LIMIT, cursor, sort } = query;
  if (cursor?.includes('.'))
    throw invalid(
      'query.cursor',
      'this is not a cursor of this list; pass the next value of its previous page',
    );
  const step = sort === 'newest' ? -1 : 1;
  const start = cursor === undefined ? (step > 0 ? 0 : items.length - 1) : Number(cursor) - lost;
  const found: Item[] = [];
  for (let index = Math.max(start, step > 0 ? 0 : -1); index >= 0 && index < items.length; index += step) {
    if (!matches(items[index]!)) continue;
    if (found.length === limit) return { items: found, next: String(index + lost) };
    found.push(items[index]!);
  }
  return { items: found, next: null };
}

const compare = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : a[at]! - (b[at] ?? 0);
};

/** A page of rows that are sorted by a key of several numbers; the cursor is the first key of the next page. */
export function pageByKey<Row>(
  rows: readonly Row[],
  query: PageQuery,
  keyOf: (row: Row) => readonly number[],
): Page<Row> {
  const { limit = DEFAULT_LIMIT, cursor, sort } = query;
  const direction = sort === 'newest' ? -1 : 1;
  const sorted = [...rows].sort((a, b) => direction * compare(keyOf(a), keyOf(b)));
  const key = cursor?.split('.').map(Number);
  const from = key ? sorted.findIndex(row => direction * compare(keyOf(row), key) >= 0) : 0;
  const items = from < 0 ? [] : sorted.slice(from, from + limit);
  const next = from < 0 ? undefined : sorted[from + limit];
  return { items, next: next ? keyOf(next).join('.') : null };
}

/** A page with each item converted. */
export const mapPage = <Item, Shown>(page: Page<Item>, show: (item: Item) => Shown): Page<Shown> => ({
  items: page.items.map(show),
  next: page.next,
});

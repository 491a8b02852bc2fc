import { runInSlices } from '../../host/node/concurrency.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import type { LatestItems } from '../../host/request-journal.ts';
import { invalid } from './control-error.ts';

interface PageQuery {
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

interface Listing<Item, Shown> {
  readonly matches?: (item: Item) => boolean;
  /** @param index the item's index, counted from the first item ever */
  readonly show: (item: Item, index: number) => Shown;
  /** The number of items dropped from the beginning. */
  readonly lost?: number;
}

function* pageSteps<Item, Shown>(
  items: readonly Item[],
  query: PageQuery,
  { matches = () => true, show, lost = 0 }: Listing<Item, Shown>,
): Generator<undefined, Page<Shown>> {
  const { limit = DEFAULT_LIMIT, cursor, sort } = query;
  const step = sort === 'newest' ? -1 : 1;
  const start = cursor === undefined ? (step > 0 ? 0 : items.length - 1) : Number(cursor) - lost;
  const found: Shown[] = [];
  for (let index = Math.max(start, step > 0 ? 0 : -1); index >= 0 && index < items.length; index += step) {
    yield;
    // The list may have become shorter in the meantime.
    const item = items[index];
    if (item === undefined || !matches(item)) continue;
    if (found.length === limit) return { items: found, next: String(index + lost) };
    found.push(show(item, index + lost));
  }
  return { items: found, next: null };
}

/**
 * A page of a list that only grows at its end and may drop items from its beginning. A cursor is an item's index counted
 * from the first item ever, so that pages neither repeat nor skip items while the list changes. A long list is searched
 * in slices.
 */
export async function pageOf<Item, Shown>(
  clock: HostClock,
  items: readonly Item[],
  query: PageQuery,
  listing: Listing<Item, Shown>,
): Promise<Page<Shown>> {
  if (query.cursor?.includes('.')) {
    const message = 'this is not a cursor of this list; pass the next value of its previous page';
    throw invalid('query.cursor', message);
  }
  return runInSlices(clock, pageSteps(items, query, listing));
}

/** A page of the latest items, with the maximum number of them and how many older ones were dropped. */
export async function pageOfLatest<Item, Shown>(
  clock: HostClock,
  latest: LatestItems<Item>,
  query: PageQuery,
  listing: Omit<Listing<Item, Shown>, 'lost'>,
) {
  const { bound, dropped } = latest;
  const page = await pageOf(clock, latest.list(), query, { ...listing, lost: dropped });
  return { ...page, bound, dropped };
}

type SortKey = readonly number[];

const compare = (a: SortKey, b: SortKey): number => {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : a[at]! - (b[at] ?? 0);
};

interface KeyedListing<Row, Shown> extends Omit<Listing<Row, Shown>, 'lost' | 'show'> {
  readonly show: (row: Row) => Shown;
  readonly keyOf: (row: Row) => SortKey;
}

function* keyedPageSteps<Row, Shown>(
  rows: Iterable<Row>,
  query: PageQuery,
  { matches = () => true, show, keyOf }: KeyedListing<Row, Shown>,
): Generator<undefined, Page<Shown>> {
  const { limit = DEFAULT_LIMIT, cursor, sort } = query;
  const direction = sort === 'newest' ? -1 : 1;
  const from = cursor?.split('.').map(Number);
  let first: Row[] = [];
  const dropOthers = (): void => {
    first = first.sort((a, b) => direction * compare(keyOf(a), keyOf(b))).slice(0, limit + 1);
  };
  for (const row of rows) {
    yield;
    if (!matches(row) || (from && direction * compare(keyOf(row), from) < 0)) continue;
    // Only the rows of the page are kept, so that no long list has to be sorted.
    if (first.push(row) > 2 * (limit + 1)) dropOthers();
  }
  dropOthers();
  const next = first[limit];
  const items: Shown[] = [];
  for (const row of first.slice(0, limit)) {
    yield;
    items.push(show(row));
  }
  return { items, next: next ? keyOf(next).join('.') : null };
}

/** A page of rows sorted by a key; the cursor is the first key of the next page. A long list is searched in slices. */
export const pageByKey = <Row, Shown>(
  clock: HostClock,
  rows: Iterable<Row>,
  query: PageQuery,
  listing: KeyedListing<Row, Shown>,
): Promise<Page<Shown>> => runInSlices(clock, keyedPageSteps(rows, query, listing));

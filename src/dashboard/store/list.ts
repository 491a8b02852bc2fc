import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { listAddress, type Place, route, setListAddress } from '../routes.ts';
import type { LiveEvent } from './live.ts';
import { type Resource, useResource } from './resource.ts';
import { viewSignal } from './view.ts';

/** The page of an account that shows a list. */
interface Home {
  readonly account: string;
  readonly place: Place;
}

/** What the user has set on a list. It survives leaving the page and coming back. */
interface View extends Home {
  readonly search: Signal<string>;
  /** The value of the filter beside the search; empty: all rows. */
  readonly choice: Signal<string>;
  /** The search and the filter as text; empty without them. A change begins a new list. */
  readonly question: string;
}

/** A list of the control API, newest first, loaded as far as it was scrolled and kept up to date. */
export interface List<Row> extends View {
  /** The loaded rows; null until the first ones were received. */
  readonly rows: readonly Row[] | null;
  /** Whether there are older rows than the loaded ones. */
  readonly hasMore: boolean;
  /** Whether the rows answer the previous question, because the next answer has not been received. */
  readonly isStale: boolean;
  readonly error: Error | null;
  more(): void;
  reload(): Promise<void>;
}

interface PageQuery {
  readonly sort: 'newest';
  readonly limit: number;
  readonly cursor?: string;
  readonly search?: string;
}

interface Page<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

interface Options<Row> extends Home {
  readonly read: (query: PageQuery, signal: AbortSignal, choice: string) => Promise<Page<Row>>;
  /** The filter, if the control API does not have it. */
  readonly keeps?: (row: Row, choice: string) => boolean;
  readonly concerns: (event: LiveEvent) => boolean;
}

/** The longest text that the control API searches for. */
const LONGEST_SEARCH = 200;
const FIRST_ROWS = 100;
const GROWTH = 3;
/** The largest page of the control API. */
const MAX_PAGE = 1_000;
/** How long the user has to stop typing before a question is asked. */
const TYPING_PAUSE_MS = 150;

const searchText = ({ search }: View): string => search.value.trim().slice(0, LONGEST_SEARCH);

function useView({ account, place }: Home): View {
  const search = viewSignal(`${account}/${place}`, 'search', '');
  const choice = viewSignal(`${account}/${place}`, 'choice', '');
  const hasRead = useRef(false);
  if (!hasRead.current) {
    hasRead.current = true;
    const address = listAddress();
    if (address.has('search')) search.value = address.get('search')!;
    if (address.has('filter')) choice.value = address.get('filter')!;
  }
  const { id } = route.value;
  useEffect(
    () => setListAddress({ search: search.value, filter: choice.value }),
    [search.value, choice.value, id],
  );
  const view = { account, place, search, choice, question: '' };
  const text = searchText(view);
  return text === '' && choice.value === '' ? view : { ...view, question: `${choice.value}?${text}` };
}

/** Loads a list page by page. While a new question is asked, it keeps the rows of the previous one. */
export function useList<Row>({ read, keeps, concerns, ...home }: Options<Row>): List<Row> {
  const view = useView(home);
  const { question } = view;
  const key = `${home.account}/${home.place}?${question}`;
  const wanted = viewSignal(key, 'rows', FIRST_ROWS);

  const readRows = async (signal: AbortSignal): Promise<Pick<List<Row>, 'hasMore'> & { rows: Row[] }> => {
    // If the user types on, the signal is aborted by then, and nothing is read.
    if (question !== '') await new Promise(resolve => setTimeout(resolve, TYPING_PAUSE_MS));
    const [search, choice] = [searchText(view), view.choice.value];
    const filter = choice === '' ? undefined : keeps;
    const rows: Row[] = [];
    let cursor: string | null = null;
    do {
      const limit = filter ? MAX_PAGE : Math.min(MAX_PAGE, wanted.peek() - rows.length);
      const query: PageQuery = {
        sort: 'newest',
        limit,
        ...(cursor && { cursor }),
        ...(search && { search }),
      };
      const { items, next }: Page<Row> = await read(query, signal, choice);
      rows.push(...(filter ? items.filter(row => filter(row, choice)) : items));
      cursor = next;
    } while (cursor !== null && rows.length < wanted.peek());
    return { rows, hasMore: cursor !== null };
  };

  const { data, error, reload } = useResource(key, readRows, concerns);
  const latest = useRef(data);
  if (data) latest.current = data;
  const { rows = null, hasMore = false } = latest.current ?? {};
  const isStale = data === null;
  const more = (): void => {
    if (isStale || !rows || wanted.peek() > rows.length) return;
    wanted.value = rows.length * GROWTH;
    void reload();
  };
  return { ...view, rows, hasMore, isStale, error, reload, more };
}

export function useWholeList<Row>(
  home: Home,
  { error, reload }: Resource<unknown>,
  rows: readonly Row[] | null,
): List<Row> {
  return { ...useView(home), rows, error, reload, hasMore: false, isStale: false, more: () => {} };
}

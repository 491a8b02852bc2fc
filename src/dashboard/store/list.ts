import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { LiveEvent } from './live.ts';
import { type Resource, useResource } from './resource.ts';
import { viewSignal } from './view.ts';

/** A list of the control API, newest first, loaded as far as it was scrolled and kept up to date. */
export interface List<Row> {
  /** The loaded rows; null until the first ones were received. */
  readonly rows: readonly Row[] | null;
  /** Whether there are older rows than the loaded ones. */
  readonly hasMore: boolean;
  /** Whether the rows answer the previous question, because the next answer was not received yet. */
  readonly isStale: boolean;
  readonly error: Error | null;
  /** Loads older rows. */
  more(): void;
  /** Loads the rows again. */
  reload(): Promise<void>;
}

/** The query of one page of a list. */
export interface PageQuery {
  readonly sort: 'newest';
  readonly limit: number;
  readonly cursor?: string;
}

interface Page<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

/** What the user has set on a list. It survives leaving the page and coming back. */
export interface ListView {
  /** The account and the page. */
  readonly place: string;
  readonly search: Signal<string>;
  /** The value of the filter beside the search; empty: all rows. */
  readonly choice: Signal<string>;
  /** The text to search for. */
  readonly text: string;
  /** The search and the filter as text; empty without them. A change begins a new list. */
  readonly question: string;
}

/** The longest text that the control API searches for. */
const LONGEST_SEARCH = 200;

/** The view of a list. Call it while a component renders. */
export function listView(place: string): ListView {
  const search = viewSignal(place, 'search', '');
  const choice = viewSignal(place, 'choice', '');
  const text = search.value.trim().slice(0, LONGEST_SEARCH);
  const question = text === '' && choice.value === '' ? '' : `${choice.value}?${text}`;
  return { place, search, choice, text, question };
}

interface Options<Row> {
  readonly view: ListView;
  readonly read: (query: PageQuery, signal: AbortSignal) => Promise<Page<Row>>;
  /** A filter that the control API does not have. */
  readonly keeps?: ((row: Row) => boolean) | undefined;
  readonly concerns: (event: LiveEvent) => boolean;
}

const FIRST_ROWS = 100;
const GROWTH = 3;
/** The largest page of the control API. */
const MAX_PAGE = 1_000;
/** A question is asked once the user has stopped typing for so long. */
const TYPING_PAUSE_MS = 150;

/** Resolves after a while. @throws if the signal is aborted before */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

async function readRows<Row>(
  { read, keeps }: Options<Row>,
  wanted: number,
  signal: AbortSignal,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const limit = keeps ? MAX_PAGE : Math.min(MAX_PAGE, wanted - rows.length);
    const query: PageQuery = { sort: 'newest', limit, ...(cursor === null ? {} : { cursor }) };
    const { items, next }: Page<Row> = await read(query, signal);
    rows.push(...(keeps ? items.filter(keeps) : items));
    cursor = next;
  } while (cursor !== null && rows.length < wanted);
  return { rows, hasMore: cursor !== null };
}

/** Loads a list page by page. While a new question is asked, it keeps the rows of the previous one. */
export function useList<Row>(options: Options<Row>): List<Row> {
  const { view, concerns } = options;
  const { place, question } = view;
  const wanted = viewSignal(`${place}?${question}`, 'rows', FIRST_ROWS);
  const resource = useResource(
    `${place}?${question}`,
    async signal => {
      if (question !== '') await pause(TYPING_PAUSE_MS, signal);
      return readRows(options, wanted.peek(), signal);
    },
    concerns,
  );
  const latest = useRef(resource.data);
  const isStale = resource.data === null;
  if (resource.data) latest.current = resource.data;
  const { rows = null, hasMore = false } = latest.current ?? {};
  return {
    rows,
    hasMore,
    isStale,
    error: resource.error,
    reload: resource.reload,
    more: () => {
      if (isStale || !rows || wanted.peek() > rows.length) return;
      wanted.value = rows.length * GROWTH;
      void resource.reload();
    },
  };
}

/** A list that was loaded as a whole. */
export const wholeList = <Row>({
  data,
  error,
  reload,
}: Omit<Resource<readonly Row[]>, 'pause'>): List<Row> => ({
  rows: data,
  hasMore: false,
  isStale: false,
  error,
  reload,
  more: () => {},
});

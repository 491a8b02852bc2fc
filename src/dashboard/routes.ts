import { computed, signal } from '@preact/signals';

/** The pages of the dashboard, in the order of the navigation. */
export const PAGE_NAMES = [
  'overview',
  'orders',
  'requests',
  'webhooks',
  'scenarios',
  'findings',
  'balance',
  'settings',
] as const;
export type PageName = (typeof PAGE_NAMES)[number];

/** Parts of pages that have an address of their own. */
const VIEWS = ['orders/new', 'webhooks/receiver', 'findings/coverage', 'settings/assumptions'] as const;

/** A page, or a part of one: what linkTo and goTo lead to. */
export type Place = PageName | (typeof VIEWS)[number];

/** The places that show no single item, so that nothing follows them in an address. */
const WHOLE: readonly Place[] = [
  'orders/new',
  'findings/coverage',
  'balance',
  'settings',
  'settings/assumptions',
];

/** The location in the dashboard: an account, a place and optionally the selected item. */
export interface Route {
  readonly account: string | null;
  /** Whether the address names a page. Otherwise the place is the overview. */
  readonly isPage: boolean;
  readonly page: PageName;
  readonly place: Place;
  readonly id: string | null;
}

const isPageName = (text: string | undefined): text is PageName => PAGE_NAMES.includes(text as PageName);
const isView = (text: string): text is (typeof VIEWS)[number] => VIEWS.includes(text as never);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function readRoute(hash: string): Route {
  const [account = '', name = 'overview', ...parts] = hash
    .replace(/^#\/?|[?].*|\/$/g, '')
    .split('/')
    .map(decode);
  const page = isPageName(name) ? name : 'overview';
  const view = `${page}/${parts[0]}`;
  const place = isView(view) ? view : page;
  const [id = null, ...others] = parts.slice(place === page ? 0 : 1);
  const isPage = page === name && others.length === 0 && (id === null || !WHOLE.includes(place));
  return { account: account || null, isPage, page, place, id };
}

const hash = signal(location.hash);

addEventListener('hashchange', () => (hash.value = location.hash));

/** What the address says about the list that it shows: the text after `?`. */
export const listAddress = (): URLSearchParams => new URLSearchParams(location.hash.split('?')[1]);

/** Writes into the address what the list shows, without a step in the history. */
export function setListAddress(shown: Readonly<Record<string, string>>): void {
  const set = Object.entries(shown).filter(([, text]) => text !== '');
  const query = set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
  history.replaceState(null, '', location.hash.split('?')[0] + query);
}

/** The current location. */
export const route = computed(() => readRoute(hash.value));

/** The link to a place, of the selected account if no other is given. */
export function linkTo(
  place: Place,
  id: string | number | null = null,
  account = route.peek().account,
): string {
  return `#/${encodeURIComponent(account ?? '')}/${place}${id === null ? '' : `/${encodeURIComponent(id)}`}`;
}

/** Navigates to a place, of the selected account if no other is given. */
export const goTo: (...target: Parameters<typeof linkTo>) => void = (...target) => {
  location.hash = linkTo(...target);
};

/**
 * Navigates to a place later, unless the user goes elsewhere meanwhile.
 * @returns the function that navigates
 */
export function goFromHere(): typeof goTo {
  const here = hash.peek();
  return (...target) => {
    if (hash.peek() === here) goTo(...target);
  };
}

/** The props of every page: the selected account and the id of the selected item. */
export interface PageProps {
  readonly account: string;
  readonly id: string | null;
}

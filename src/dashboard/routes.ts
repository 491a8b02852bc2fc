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

/** The location in the dashboard: an account, a place and optionally the selected item. */
export interface Route {
  readonly account: string | null;
  readonly page: PageName;
  readonly place: Place;
  readonly id: string | null;
}

/** Pages of earlier versions, which links may still name, and what has become of them. */
const MOVED: Readonly<Record<string, Place>> = {
  new: 'orders/new',
  receiver: 'webhooks/receiver',
  coverage: 'findings/coverage',
  keys: 'settings',
  assumptions: 'settings/assumptions',
  snapshots: 'settings',
};

const isPageName = (text: string | undefined): text is PageName => PAGE_NAMES.includes(text as PageName);
const isView = (text: string): text is (typeof VIEWS)[number] => VIEWS.includes(text as never);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Parses a hash such as `#/demo/orders/17`. An unknown page falls back to the overview. */
function readRoute(hash: string): Route {
  const [account = '', name = '', ...rest] = hash.replace(/^#\/?/, '').split('/').map(decode);
  const [page = '', ...parts] = [...(MOVED[name] ?? name).split('/'), ...rest];
  if (!isPageName(page)) return { account: account || null, page: 'overview', place: 'overview', id: null };
  const view = `${page}/${parts[0]}`;
  const place = isView(view) ? view : page;
  return { account: account || null, page, place, id: parts[place === page ? 0 : 1] || null };
}

/** The hash of the location. The address of a page of an earlier version is replaced by that of its successor. */
function currentHash(): string {
  const { account, place, id } = readRoute(location.hash);
  const name = location.hash.split('/')[2] ?? '';
  if (account !== null && Object.hasOwn(MOVED, name))
    history.replaceState(null, '', linkTo(account, place, id));
  return location.hash;
}

const hash = signal(currentHash());

let mayLeave: (target: string) => boolean = () => true;

/** Asks before each change of the location: false keeps the current one. Returns a function that ends this. */
export function beforeLeaving(ask: (target: string) => boolean): () => void {
  mayLeave = ask;
  return () => {
    if (mayLeave === ask) mayLeave = () => true;
  };
}

addEventListener('hashchange', () => {
  if (mayLeave(location.hash)) hash.value = currentHash();
  else history.replaceState(null, '', hash.peek() || '#');
});

/** The current location. */
export const route = computed(() => readRoute(hash.value));

/** The link to a place. */
export function linkTo(account: string, place: Place, id?: string | number | null): string {
  return `#/${encodeURIComponent(account)}/${place}${id == null ? '' : `/${encodeURIComponent(id)}`}`;
}

/** Navigates to a place. */
export const goTo = (account: string, place: Place, id?: string | number | null): void => {
  location.hash = linkTo(account, place, id);
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

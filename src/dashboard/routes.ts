import { computed, signal } from '@preact/signals';

/** The pages of the dashboard, in the order of the navigation. */
export const PAGE_NAMES = [
  'overview',
  'orders',
  'new',
  'webhooks',
  'receiver',
  'requests',
  'scenarios',
  'findings',
  'coverage',
  'snapshots',
  'balance',
  'keys',
  'assumptions',
] as const;
export type PageName = (typeof PAGE_NAMES)[number];

/** The location in the dashboard: an account, a page and optionally the selected item. */
export interface Route {
  readonly account: string | null;
  readonly page: PageName;
  readonly id: string | null;
}

const isPageName = (text: string | undefined): text is PageName => PAGE_NAMES.includes(text as PageName);

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Parses a hash such as `#/demo/orders/17`. An unknown page falls back to the overview. */
export function readRoute(hash: string): Route {
  const [account, page, id] = hash.replace(/^#\/?/, '').split('/').map(decode);
  return { account: account || null, page: isPageName(page) ? page : 'overview', id: id || null };
}

const hash = signal(location.hash);

let mayLeave: (target: string) => boolean = () => true;

/** Asks before each change of the location: false keeps the current one. Returns a function that ends this. */
export function beforeLeaving(ask: (target: string) => boolean): () => void {
  mayLeave = ask;
  return () => {
    if (mayLeave === ask) mayLeave = () => true;
  };
}

addEventListener('hashchange', () => {
  if (mayLeave(location.hash)) hash.value = location.hash;
  else history.replaceState(null, '', hash.peek() || '#');
});

/** The current location. */
export const route = computed(() => readRoute(hash.value));

/** The link to a page. */
export const linkTo = (account: string, page: PageName, id?: string | number | null): string =>
  `#/${encodeURIComponent(account)}/${page}${id == null ? '' : `/${encodeURIComponent(id)}`}`;

/** Navigates to a page. */
export const goTo = (account: string, page: PageName, id?: string | number | null): void => {
  location.hash = linkTo(account, page, id);
};

/**
 * Navigates to a page later, unless the user goes elsewhere meanwhile.
 * @returns the function that navigates
 */
export function goFromHere(): typeof goTo {
  const here = hash.peek();
  return (...place) => {
    if (hash.peek() === here) goTo(...place);
  };
}

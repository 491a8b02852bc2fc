import { ERRORS } from '../../../core/domain/error-codes.ts';
import { eventStateName } from '../../../core/text/wording.ts';
import { forAccount } from '../../api.ts';
import { resetAccount } from '../../parts/account-menu.tsx';
import type { IconName } from '../../parts/icon.tsx';
import { LINKS } from '../../parts/nav.tsx';
import { goTo, PAGE_NAMES, route } from '../../routes.ts';
import { account as accountSignal, info } from '../../store/account.ts';
import { advance, toggleClock } from '../../store/clock.ts';
import { showDialog } from '../../store/dialogs.ts';
import { showGuide } from '../../store/guide.ts';
import { viewSignal } from '../../store/view.ts';

/** Something that the search can find. */
export interface Entry {
  /** Unique among all entries. */
  readonly key: string;
  readonly icon: IconName;
  readonly text: string;
  /** The kind of the entry, shown at the end of its line. */
  readonly side: string;
  /** Further texts by which it is found, such as an address. */
  readonly also?: readonly (string | null)[];
  readonly run: () => void;
}

/** How well an entry matches a text in lower case: 0 is best; null: not at all. */
function rankOf({ text, also = [] }: Pick<Entry, 'text' | 'also'>, wanted: string): number | null {
  let best: number | null = null;
  for (const candidate of [text, ...also]) {
    const lower = candidate?.toLowerCase();
    if (lower === undefined || !lower.includes(wanted)) continue;
    const rank = lower === wanted ? 0 : lower.startsWith(wanted) ? 1 : 2;
    if (best === null || rank < best) best = rank;
  }
  if (best !== null) return best;
  const words = wanted.split(/\s+/);
  const all = [text, ...also].join(' ').toLowerCase();
  return words.length > 1 && words.every(word => all.includes(word)) ? 3 : null;
}

/** The matching entries, best first, in the given order among equals. */
export function ranked(entries: readonly Entry[], wanted: string, limit: number): Entry[] {
  return entries
    .map(entry => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => a.rank! - b.rank!)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

const TIME = ['time', 'clock'];

const action = (text: string, icon: Entry['icon'], run: () => void, also: string[] = []): Entry => ({
  key: `action/${text}`,
  icon,
  text,
  side: 'action',
  also,
  run,
});

/** The actions that are possible on any page. What destroys data asks first. */
export function actionEntries(account: string): Entry[] {
  const clock = accountSignal.value?.clock;
  const next = clock?.next_due_at ?? null;
  const isStopped = clock?.mode === 'manual';
  return [
    action('Place an order', 'new', () => goTo(account, 'orders/new'), ['create', 'buy']),
    action(
      isStopped ? 'Start the clock' : 'Stop the clock',
      isStopped ? 'play' : 'pause',
      () => void toggleClock(),
    ),
    ...(next === null
      ? []
      : [action('Advance to the next due action', 'forward', () => void advance({ to: next }), TIME)]),
    action('Advance until nothing is due', 'forward', () => void advance({ until: 'idle' }), TIME),
    action('Watch webhooks arrive at the built-in receiver', 'receiver', () =>
      goTo(account, 'webhooks/receiver'),
    ),
    action('Reset the account', 'again', () => void resetAccount(account), ['delete', 'clear', 'start over']),
    action('Snapshots', 'snapshots', () => showDialog('snapshots'), ['restore', 'save', 'copy']),
    action('New account', 'new', () => showDialog('new account'), ['create']),
    action('Show the guide', 'bolt', () => showGuide(account), ['help', 'examples', 'tour', 'start']),
    action('Create an API key', 'keys', () => goTo(account, 'settings')),
    action('Deposit TRX', 'balance', () => goTo(account, 'balance'), ['money', 'balance']),
  ];
}

/** The pages of the dashboard. */
export const pageEntries = (account: string): Entry[] =>
  PAGE_NAMES.map(page => ({
    key: `page/${page}`,
    text: LINKS[page][0],
    icon: LINKS[page][1],
    side: 'page',
    run: () => goTo(account, page),
  }));

/** Shows a list with a text in its search field, and without its filter. */
function searchIn(account: string, page: 'orders' | 'requests', text: string): void {
  const place = `${account}/${page}`;
  viewSignal(place, 'search', '').value = text;
  viewSignal(place, 'choice', '').value = '';
  goTo(account, page);
}

/** The error codes, each of which leads to the requests that got it, and the scenarios and accounts of the server. */
export const namedEntries = (account: string): Entry[] => [
  ...(info.value?.scenarios ?? []).map(
    (name): Entry => ({
      key: `scenario/${name}`,
      icon: 'scenarios',
      text: name,
      side: 'scenario',
      run: () => goTo(account, 'scenarios', name),
    }),
  ),
  ...(info.value?.accounts ?? []).map(
    (name): Entry => ({
      key: `account/${name}`,
      icon: 'balance',
      text: name,
      side: name === account ? 'this account' : 'account',
      run: () => goTo(name, route.value.page),
    }),
  ),
  ...Object.keys(ERRORS).map(
    (code): Entry => ({
      key: `code/${code}`,
      icon: 'requests',
      text: code,
      side: 'requests with this code',
      run: () => searchIn(account, 'requests', code),
    }),
  ),
];

/** The last resort: the lists, filtered by the text. */
export const listEntries = (account: string, text: string): Entry[] =>
  (['requests', 'orders'] as const).map(page => ({
    key: `list/${page}`,
    icon: 'search',
    text:
      page === 'requests' ? `Search requests and their bodies for “${text}”` : `Search orders for “${text}”`,
    side: page,
    run: () => searchIn(account, page, text),
  }));

/** The maximum number of records of a kind that are listed. */
const MAX_RECORDS = 8;

/** The orders, webhook events and requests that contain a text, the newest first; the order with it as its id first. */
export async function findRecords(account: string, search: string, signal: AbortSignal): Promise<Entry[]> {
  const input = { query: { search, sort: 'newest', limit: MAX_RECORDS }, signal } as const;
  const id = Number(/^(?:order *)?#?(\d{1,15})$/.exec(search)?.[1] ?? 0);
  const path = { order: id };
  const [named, orders, events, requests] = await Promise.all([
    id > 0
      ? forAccount(account)
          .get('/orders/{order}', { path, signal })
          .catch(() => null)
      : null,
    forAccount(account).get('/orders', input),
    forAccount(account).get('/events', input),
    forAccount(account).get('/requests', input),
  ]);
  const isExact = (order: { external_id: string | null }): boolean =>
    order.external_id?.toLowerCase() === search;
  const listed = orders.items
    .filter(order => order.id !== named?.id)
    .sort((a, b) => Number(isExact(b)) - Number(isExact(a)));
  return [
    ...[...(named ? [named] : []), ...listed].map(
      (order): Entry => ({
        key: `order/${order.id}`,
        icon: 'orders',
        text: `Order ${order.id}${order.external_id === null ? '' : ` · ${order.external_id}`}`,
        side: order.status,
        run: () => goTo(account, 'orders', order.id),
      }),
    ),
    ...events.items.map(
      (event): Entry => ({
        key: `event/${event.event_id}`,
        icon: 'webhooks',
        text: event.event_id,
        side: `webhook, ${eventStateName(event)}`,
        run: () => goTo(account, 'webhooks', event.event_id),
      }),
    ),
    ...requests.items.map(
      ({ id: request, method, url, status }): Entry => ({
        key: `request/${request}`,
        icon: 'requests',
        text: `${method} ${url.replace(/^\/api\/v1/, '')}`,
        side: `request, ${status ?? 'no response'}`,
        run: () => goTo(account, 'requests', request),
      }),
    ),
  ];
}

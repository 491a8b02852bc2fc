import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { eventStateName } from '../../core/text/wording.ts';
import { forAccount } from '../api.ts';
import { resetAccount } from '../parts/account-menu.tsx';
import { Icon, type IconName } from '../parts/basics.tsx';
import { useDebounced } from '../parts/hooks.ts';
import { LINKS } from '../parts/nav.tsx';
import { Dialog } from '../parts/popups.tsx';
import { goTo, PAGE_NAMES } from '../routes.ts';
import { accountName, account as accountSignal, info } from '../store/account.ts';
import { advance, toggleClock } from '../store/clock.ts';
import { showDialog } from '../store/dialogs.ts';
import { showGuide } from '../store/guide.ts';
import { useResource } from '../store/resource.ts';
import { viewSignal } from '../store/view.ts';

/** Something that the search can find. */
interface Entry {
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

/** The entries that have all words of a text, those first that begin with it. */
function matching(entries: readonly Entry[], wanted: string, limit: number): Entry[] {
  const words = wanted.split(/\s+/);
  const begins = ({ text }: Entry): number => Number(text.toLowerCase().startsWith(wanted));
  return entries
    .filter(({ text, also = [] }) => {
      const all = [text, ...also].join(' ').toLowerCase();
      return words.every(word => all.includes(word));
    })
    .sort((a, b) => begins(b) - begins(a))
    .slice(0, limit);
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
function actionEntries(account: string): Entry[] {
  const clock = accountSignal.value?.clock;
  const next = clock?.next_due_at ?? null;
  const isStopped = clock?.mode === 'manual';
  return [
    action('Place an order', 'new', () => goTo('orders/new'), ['create', 'buy']),
    action(
      isStopped ? 'Start the clock' : 'Stop the clock',
      isStopped ? 'play' : 'pause',
      () => void toggleClock(),
    ),
    ...(next === null
      ? []
      : [action('Advance to the next due action', 'forward', () => void advance({ to: next }), TIME)]),
    action('Advance until nothing is due', 'forward', () => void advance({ until: 'idle' }), TIME),
    action('Watch webhooks arrive at the built-in receiver', 'receiver', () => goTo('webhooks/receiver')),
    action('Reset the account', 'again', () => void resetAccount(account), ['delete', 'clear', 'start over']),
    action('Snapshots', 'snapshots', () => showDialog('snapshots'), ['restore', 'save', 'copy']),
    action('New account', 'new', () => showDialog('new account'), ['create']),
    action('Show the guide', 'bolt', () => showGuide(account), ['help', 'examples', 'tour', 'start']),
    action('Create an API key', 'keys', () => goTo('settings')),
    action('Deposit TRX', 'balance', () => goTo('balance'), ['money', 'balance']),
  ];
}

/** The pages of the dashboard. */
const pageEntries = (): Entry[] =>
  PAGE_NAMES.map(page => ({
    key: `page/${page}`,
    text: LINKS[page][0],
    icon: LINKS[page][1],
    side: 'page',
    run: () => goTo(page),
  }));

/** Shows a list with a text in its search field, and without its filter. */
function searchIn(account: string, page: 'orders' | 'requests', text: string): void {
  const place = `${account}/${page}`;
  viewSignal(place, 'search', '').value = text;
  viewSignal(place, 'choice', '').value = '';
  goTo(page);
}

/** The scenarios. */
const scenarioEntries = (): Entry[] =>
  (info.value?.scenarios ?? []).map(name => ({
    key: `scenario/${name}`,
    icon: 'scenarios',
    text: name,
    side: 'scenario',
    run: () => goTo('scenarios', name),
  }));

/** The last resort: the lists, filtered by the text. */
const listEntries = (account: string, text: string): Entry[] =>
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
async function findRecords(account: string, search: string, signal: AbortSignal): Promise<Entry[]> {
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
        run: () => goTo('orders', order.id),
      }),
    ),
    ...events.items.map(
      (event): Entry => ({
        key: `event/${event.event_id}`,
        icon: 'webhooks',
        text: event.event_id,
        side: `webhook, ${eventStateName(event)}`,
        run: () => goTo('webhooks', event.event_id),
      }),
    ),
    ...requests.items.map(
      ({ id: request, method, url, status }): Entry => ({
        key: `request/${request}`,
        icon: 'requests',
        text: `${method} ${url.replace(/^\/api\/v1/, '')}`,
        side: `request, ${status ?? 'no response'}`,
        run: () => goTo('requests', request),
      }),
    ),
  ];
}

const TYPING_PAUSE_MS = 150;
const MAX_PLACES = 12;
const LONGEST_SEARCH = 200;
const LIST_ID = 'palette-list';
const HINT_ID = 'palette-hint';

/** Everything that matches the text: pages, actions and names at once, records when they have been found. */
function useEntries(account: string, text: string): readonly Entry[] {
  const wanted = text.trim().toLowerCase().slice(0, LONGEST_SEARCH);
  const settled = useDebounced(wanted, TYPING_PAUSE_MS);
  const records = useResource(settled === '' ? null : `${account}?${settled}`, signal =>
    findRecords(account, settled, signal),
  );
  const places = [...pageEntries(), ...actionEntries(account)];
  if (wanted === '') return places;
  return [
    ...matching([...places, ...scenarioEntries()], wanted, MAX_PLACES),
    ...(settled === wanted ? (records.data ?? []) : []),
    ...listEntries(account, text.trim()),
  ];
}

/** The index that a key selects; null if it selects none. */
function moved(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  if (key === 'PageDown') return Math.min(count - 1, at + 8);
  return key === 'PageUp' ? Math.max(0, at - 8) : null;
}

/** One search over orders, webhooks, requests, scenarios, pages and actions. */
export function Palette({ onClose }: { onClose: () => void }) {
  const text = useSignal('');
  /** The key of the selected entry; null: the first. Entries that are found later do not move the selection. */
  const chosen = useSignal<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const entries = useEntries(accountName.value ?? '', text.value);
  const selected = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen.value),
  );
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const choose = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  return (
    <Dialog title="Search everything" onClose={onClose}>
      <div class="stack palette">
        <input
          class="input"
          type="text"
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={LIST_ID}
          aria-activedescendant={entries.length > 0 ? `${LIST_ID}-${selected}` : undefined}
          aria-describedby={HINT_ID}
          autocomplete="off"
          spellcheck={false}
          value={text.value}
          onInput={event => {
            text.value = event.currentTarget.value;
            chosen.value = null;
          }}
          onKeyDown={event => {
            if (event.key === 'Enter') {
              // The key must not press a button of the dialog that the entry opens.
              event.preventDefault();
              choose(entries[selected]);
            }
            const next = moved(event.key, selected, entries.length);
            if (next === null) return;
            event.preventDefault();
            chosen.value = entries[next]?.key ?? null;
          }}
        />
        <p id={HINT_ID} class="tail">
          Finds orders, external_ids, addresses, events, scenarios, pages and actions.
        </p>
        <Results entries={entries} selected={selected} list={list} onChoose={choose} />
      </div>
    </Dialog>
  );
}

interface ResultsProps {
  readonly entries: readonly Entry[];
  readonly selected: number;
  readonly list: { current: HTMLDivElement | null };
  readonly onChoose: (entry: Entry) => void;
}

function Results({ entries, selected, list, onChoose }: ResultsProps) {
  return (
    <div id={LIST_ID} ref={list} role="listbox" aria-label="Results">
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y: see above.
        <div
          key={entry.key}
          id={`${LIST_ID}-${index}`}
          role="option"
          aria-selected={index === selected}
          title={`${entry.text}, ${entry.side}`}
          onClick={() => onChoose(entry)}
        >
          <Icon name={entry.icon} />
          <span class="clip">{entry.text}</span>
          <span class="side clip">{entry.side}</span>
        </div>
      ))}
    </div>
  );
}

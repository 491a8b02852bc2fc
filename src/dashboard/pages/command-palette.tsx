import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { eventStateName } from '../../core/text/wording.ts';
import { forAccount } from '../control-api.ts';
import { resetAccount } from '../parts/account-menu.tsx';
import { Icon, type IconName } from '../parts/basics.tsx';
import { Dialog } from '../parts/dialog-and-menu.tsx';
import { useDebounced } from '../parts/hooks.ts';
import { LINKS } from '../parts/nav.tsx';
import { goTo, PAGE_NAMES } from '../routes.ts';
import { accountName, account as accountSignal, info } from '../store/account.ts';
import { advance, toggleClock } from '../store/clock.ts';
import { showDialog } from '../store/dialogs.ts';
import { useResource } from '../store/resource.ts';
import { viewSignal } from '../store/view.ts';

interface Entry {
  readonly key: string;
  readonly icon: IconName;
  readonly text: string;
  /** The kind of the entry, shown at the end of its line. */
  readonly side: string;
  /** Further texts by which it is found, such as an address. */
  readonly also?: readonly (string | null)[];
  readonly run: () => void;
}

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

/** An entry whose text and kind together are unique. */
const entry = (side: string, text: string, icon: IconName, run: () => void, also: string[] = []): Entry => ({
  key: `${side}/${text}`,
  icon,
  text,
  side,
  also,
  run,
});

const action = entry.bind(null, 'action');

/** The actions that are possible on any page. Actions that destroy data ask first. */
function actionEntries(account: string): Entry[] {
  const clock = accountSignal.value?.clock;
  const next = clock?.next_due_at ?? null;
  const isStopped = clock?.mode === 'manual';
  return [
    action('Place an order', 'new', () => goTo('orders/new'), ['create', 'buy']),
    isStopped
      ? action('Start the clock', 'play', () => void toggleClock())
      : action('Stop the clock', 'pause', () => void toggleClock()),
    ...(next === null
      ? []
      : [action('Advance to the next due action', 'forward', () => void advance({ to: next }), TIME)]),
    action('Advance until nothing is due', 'forward', () => void advance({ until: 'idle' }), TIME),
    action('Watch webhooks arrive at the built-in receiver', 'receiver', () => goTo('webhooks/receiver')),
    action('Fail the next requests', 'bolt', () => goTo('scenarios'), ['503', 'error']),
    action('Reset the account', 'again', () => void resetAccount(account), ['delete', 'clear', 'start over']),
    action('Snapshots', 'snapshots', () => showDialog('snapshots'), ['restore', 'save', 'copy']),
    action('New account', 'new', () => showDialog('new account'), ['create']),
    action('Create an API key', 'keys', () => goTo('settings')),
    action('Deposit TRX', 'balance', () => goTo('balance'), ['money', 'balance']),
  ];
}

const pageEntries = (): Entry[] => PAGE_NAMES.map(page => entry('page', ...LINKS[page], () => goTo(page)));

function searchIn(account: string, page: 'orders' | 'requests', text: string): void {
  const place = `${account}/${page}`;
  viewSignal(place, 'search', '').value = text;
  viewSignal(place, 'choice', '').value = '';
  goTo(page);
}

const scenarioEntries = (): Entry[] =>
  [...new Set([...(info.value?.scenarios ?? []), ...(accountSignal.value?.scenarios ?? [])])].map(name =>
    entry('scenario', name, 'scenarios', () => goTo('scenarios', name)),
  );

/** The last resort: the lists, filtered by the text. Their keys stay the same while the user types. */
const listEntries = (account: string, text: string): Entry[] =>
  (['requests', 'orders'] as const).map(page => {
    const name = page === 'requests' ? 'requests and their bodies' : page;
    const run = () => searchIn(account, page, text);
    return { ...entry(page, `Search ${name} for “${text}”`, 'search', run), key: page };
  });

const MAX_RECORDS = 8;

/**
 * The orders, webhook events and requests that contain a text, the newest first; an order with the text as its id
 * first.
 */
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
    ...[...(named ? [named] : []), ...listed].map(({ id: order, external_id, status }) => {
      const text = `Order ${order}${external_id === null ? '' : ` · ${external_id}`}`;
      return entry(status, text, 'orders', () => goTo('orders', order));
    }),
    ...events.items.map(event => {
      const side = `webhook, ${eventStateName(event)}`;
      return entry(side, event.event_id, 'webhooks', () => goTo('webhooks', event.event_id));
    }),
    ...requests.items.map(({ id: request, method, url, status }) => {
      const side = `request, ${status ?? 'no response'}`;
      const text = `${method} ${url.replace(/^\/api\/v1/, '')}`;
      return { ...entry(side, text, 'requests', () => goTo('requests', request)), key: request };
    }),
  ];
}

const TYPING_PAUSE_MS = 150;
const MAX_PLACES = 12;
const LONGEST_SEARCH = 200;
const LIST_ID = 'palette-list';
const HINT_ID = 'palette-hint';

/** Everything that matches the text, never nothing: pages, actions and names at once, records when they have been found. */
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
  const at = entries.findIndex(({ key }) => key === chosen.value);
  const selected = Math.max(0, at);
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const choose = ({ run }: Entry): void => {
    onClose();
    run();
  };
  const onKey = (event: KeyboardEvent): void => {
    const next = moved(event.key, selected, entries.length);
    if (next === null && event.key !== 'Enter') return;
    // Enter must not press a button of the dialog that the entry opens.
    event.preventDefault();
    if (next === null) choose(entries[selected]!);
    else chosen.value = entries[next]!.key;
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
          aria-expanded
          aria-controls={LIST_ID}
          aria-activedescendant={`${LIST_ID}-${selected}`}
          aria-describedby={HINT_ID}
          autocomplete="off"
          spellcheck={false}
          value={text.value}
          onInput={event => {
            text.value = event.currentTarget.value;
            chosen.value = null;
          }}
          onKeyDown={onKey}
        />
        <p id={HINT_ID} class="tail">
          Finds orders, external_ids, addresses, events, scenarios, pages and actions.
        </p>
        <div id={LIST_ID} ref={list} role="listbox" aria-label="Results">
          {entries.map((found, index) => (
            // biome-ignore lint/a11y: the input has the focus and takes the keys.
            <div
              key={found.key}
              id={`${LIST_ID}-${index}`}
              role="option"
              aria-selected={index === selected}
              title={`${found.text}, ${found.side}`}
              onClick={() => choose(found)}
            >
              <Icon name={found.icon} />
              <span class="clip">{found.text}</span>
              <span class="side clip">{found.side}</span>
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

import { signal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { accountName } from './account.ts';
import { generation, type LiveEvent, listen } from './live.ts';

export type Order = Schemas['Order'];

/** The orders of the account that are loaded, newest first. */
export const orders = signal<readonly Order[]>([]);

/** loading: older orders are still being loaded; complete: all are loaded; bounded: there are more than the limit. */
export const ordersState = signal<'loading' | 'complete' | 'bounded'>('loading');

const PAGE_SIZE = 1_000;
const MAX_ORDERS = 20_000;
const PUBLISH_DELAY_MS = 120;

/** Changes of the account that do not affect orders. */
const UNRELATED_CHANGES = /^(clock|webhook|keys?|scenarios?|settings|balance|assumptions)/;

/** The stream's information about an order. */
type Change = Partial<Pick<Order, 'status' | 'refunded'>> & Pick<Order, 'updated_at'>;

const byId = new Map<number, Order>();
/** The latest changes since the orders were last loaded: a page of orders may have been read before them. */
const changes = new Map<number, Change>();
let activeLoad: AbortController | null = null;
let timer: number | null = null;
let isMissingNewest = false;

/** Keeps an order that was loaded, unless the stream has brought something newer. */
function keep(order: Order): void {
  const change = changes.get(order.id);
  byId.set(order.id, change && change.updated_at >= order.updated_at ? { ...order, ...change } : order);
}

/** Applies what the stream says of an order. Returns whether the order is known. */
function applyChange(id: number, change: Change): boolean {
  changes.set(id, { ...changes.get(id), ...change });
  const known = byId.get(id);
  if (known) byId.set(id, { ...known, ...change });
  return known !== undefined;
}

function publish(): void {
  orders.value = [...byId.values()].sort((a, b) => b.id - a.id);
}

const page = (account: string, cursor: string | null, limit: number, signal: AbortSignal) =>
  api.get('/_sandbox/accounts/{account}/orders', {
    path: { account },
    query: { sort: 'newest', limit, ...(cursor ? { cursor } : {}) },
    signal,
  });

/** Loads all orders, newest first, and publishes them page by page. */
async function loadAll(account: string): Promise<void> {
  activeLoad?.abort();
  const controller = new AbortController();
  activeLoad = controller;
  changes.clear();
  ordersState.value = 'loading';
  try {
    let cursor: string | null = null;
    let isFirst = true;
    do {
      const { items, next }: { items: Order[]; next: string | null } = await page(
        account,
        cursor,
        PAGE_SIZE,
        controller.signal,
      );
      if (controller.signal.aborted) return;
      if (isFirst) byId.clear();
      isFirst = false;
      for (const order of items) keep(order);
      publish();
      cursor = next;
    } while (cursor !== null && byId.size < MAX_ORDERS);
    ordersState.value = cursor === null ? 'complete' : 'bounded';
    if (isMissingNewest) schedulePublish();
  } catch {
    // The connection banner reports the failure, and the orders are loaded again after the reconnect.
  }
}

/** Loads the newest orders, back to the first that is already loaded. */
async function loadNewest(account: string): Promise<void> {
  const controller = activeLoad;
  if (!controller) return;
  isMissingNewest = false;
  let cursor: string | null = null;
  do {
    const { items, next }: { items: Order[]; next: string | null } = await page(
      account,
      cursor,
      200,
      controller.signal,
    );
    if (controller.signal.aborted) return;
    const known = items.some(({ id }) => byId.has(id));
    for (const order of items) keep(order);
    cursor = known ? null : next;
  } while (cursor !== null);
}

function schedulePublish(): void {
  if (timer !== null) return;
  timer = setTimeout(async () => {
    timer = null;
    const account = accountName.value;
    try {
      // While all are being loaded, there may be none yet to load back to.
      if (isMissingNewest && account && ordersState.value !== 'loading') await loadNewest(account);
    } catch {
      return;
    }
    publish();
  }, PUBLISH_DELAY_MS);
}

/** Loads one order again. */
async function reload(order: number): Promise<void> {
  const account = accountName.value;
  if (!account || !activeLoad) return;
  const { signal } = activeLoad;
  try {
    const path = { account, order };
    const { webhooks_given_up } = await api.get('/_sandbox/accounts/{account}/orders/{order}', {
      path,
      signal,
    });
    const known = byId.get(order);
    if (known && !signal.aborted) byId.set(order, { ...known, webhooks_given_up });
  } catch {
    return;
  }
  schedulePublish();
}

function applyEvent(event: LiveEvent): void {
  if (event.type !== 'happening') return;
  const { kind, order_id, at, status, change, state } = event.data;
  if (kind === 'account' && change && !UNRELATED_CHANGES.test(change) && accountName.value) {
    void loadAll(accountName.value);
    return;
  }
  if (order_id == null) return;
  const known = byId.get(order_id);
  if (kind === 'order' && status) {
    if (!applyChange(order_id, { status, updated_at: at })) isMissingNewest = true;
    schedulePublish();
  } else if (kind === 'refund') {
    applyChange(order_id, { refunded: true, updated_at: at });
    schedulePublish();
  } else if (kind === 'settled' && known && state === 'exhausted' && ordersState.value !== 'loading') {
    byId.set(order_id, { ...known, webhooks_given_up: known.webhooks_given_up + 1 });
    schedulePublish();
  } else if (kind === 'settled' && known && (known.webhooks_given_up > 0 || state === 'exhausted')) {
    // A resend may have delivered an event that was given up; and what is being loaded may count this one already.
    void reload(order_id);
  }
}

/** Keeps the orders of the account up to date by applying the events of the stream. */
export function startOrders(): void {
  let shown: string | null = null;
  const start = (): void => {
    const account = accountName.value;
    if (!account) return;
    if (account !== shown) {
      byId.clear();
      publish();
      shown = account;
    }
    void loadAll(account);
  };
  accountName.subscribe(start);
  let isFirst = true;
  generation.subscribe(() => {
    if (!isFirst) start();
    isFirst = false;
  });
  listen(applyEvent);
}

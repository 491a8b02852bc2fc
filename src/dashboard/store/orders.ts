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

const byId = new Map<number, Order>();
let activeLoad: AbortController | null = null;
let timer: number | null = null;
let isMissingNewest = false;

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
      for (const order of items) byId.set(order.id, order);
      publish();
      cursor = next;
    } while (cursor !== null && byId.size < MAX_ORDERS);
    ordersState.value = cursor === null ? 'complete' : 'bounded';
  } catch {
    // The connection banner reports the failure, and the orders are loaded again after the reconnect.
  }
}

/** Loads the newest orders, back to one that is already loaded. */
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
    const known = items.some(({ id }) => byId.has(id));
    for (const order of items) byId.set(order.id, order);
    cursor = known ? null : next;
  } while (cursor !== null);
}

function schedulePublish(): void {
  if (timer !== null) return;
  timer = setTimeout(async () => {
    timer = null;
    const account = accountName.value;
    try {
      if (isMissingNewest && account) await loadNewest(account);
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
    if (known) byId.set(order_id, { ...known, status, updated_at: at });
    else isMissingNewest = true;
    schedulePublish();
  } else if (kind === 'refund' && known) {
    byId.set(order_id, { ...known, refunded: true, updated_at: at });
    schedulePublish();
  } else if (kind === 'settled' && known && state === 'exhausted') {
    byId.set(order_id, { ...known, webhooks_given_up: known.webhooks_given_up + 1 });
    schedulePublish();
  } else if (kind === 'settled' && known && known.webhooks_given_up > 0) {
    // A resend may have delivered an event that was given up.
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

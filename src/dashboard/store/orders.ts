import { signal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { accountName } from './account.ts';
import { generation, type LiveEvent, listen } from './live.ts';

export type Order = Schemas['Order'];

/** Orders of the account, newest first, as far as they were read. */
export const orders = signal<readonly Order[]>([]);

/** reading: older pages are still on their way; bounded: there are more than the page keeps. */
export const ordersState = signal<'reading' | 'whole' | 'bounded'>('reading');

const PAGE = 1_000;
const MOST = 20_000;
const REST_MS = 120;

/** Changes that leave the orders as they are. */
const HARMLESS = /^(clock|webhook|keys?|scenarios?|settings|balance|assumptions)/;

const byId = new Map<number, Order>();
let going: AbortController | null = null;
let timer: number | null = null;
let lacksNewest = false;

function publish(): void {
  orders.value = [...byId.values()].sort((a, b) => b.id - a.id);
}

const page = (account: string, cursor: string | null, limit: number, signal: AbortSignal) =>
  api.get('/_sandbox/accounts/{account}/orders', {
    path: { account },
    query: { sort: 'newest', limit, ...(cursor ? { cursor } : {}) },
    signal,
  });

/** Reads all orders, the newest first, and shows each page as it comes. */
async function readAll(account: string): Promise<void> {
  going?.abort();
  const mine = new AbortController();
  going = mine;
  ordersState.value = 'reading';
  try {
    let cursor: string | null = null;
    let isFirst = true;
    do {
      const { items, next }: { items: Order[]; next: string | null } = await page(
        account,
        cursor,
        PAGE,
        mine.signal,
      );
      if (mine.signal.aborted) return;
      if (isFirst) byId.clear();
      isFirst = false;
      for (const order of items) byId.set(order.id, order);
      publish();
      cursor = next;
    } while (cursor !== null && byId.size < MOST);
    ordersState.value = cursor === null ? 'whole' : 'bounded';
  } catch {
    // The connection's banner tells of it, and its return reads anew.
  }
}

/** Reads the newest orders, back to one that is known. */
async function readNewest(account: string): Promise<void> {
  const mine = going;
  if (!mine) return;
  lacksNewest = false;
  let cursor: string | null = null;
  do {
    const { items, next }: { items: Order[]; next: string | null } = await page(
      account,
      cursor,
      200,
      mine.signal,
    );
    const known = items.some(({ id }) => byId.has(id));
    for (const order of items) byId.set(order.id, order);
    cursor = known ? null : next;
  } while (cursor !== null);
}

function soon(): void {
  if (timer !== null) return;
  timer = setTimeout(async () => {
    timer = null;
    const account = accountName.value;
    try {
      if (lacksNewest && account) await readNewest(account);
    } catch {
      return;
    }
    publish();
  }, REST_MS);
}

function hear(event: LiveEvent): void {
  if (event.type !== 'happening') return;
  const { kind, order_id, at, status, change } = event.data;
  if (kind === 'account' && change && !HARMLESS.test(change) && accountName.value) {
    void readAll(accountName.value);
    return;
  }
  if (order_id == null) return;
  const known = byId.get(order_id);
  if (kind === 'order' && status) {
    if (known) byId.set(order_id, { ...known, status, updated_at: at });
    else lacksNewest = true;
    soon();
  } else if (kind === 'refund' && known) {
    byId.set(order_id, { ...known, refunded: true, updated_at: at });
    soon();
  }
}

/** Keeps the orders of the account fresh; what the stream tells is written into what is known. */
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
    void readAll(account);
  };
  accountName.subscribe(start);
  let isFirst = true;
  generation.subscribe(() => {
    if (!isFirst) start();
    isFirst = false;
  });
  listen(hear);
}

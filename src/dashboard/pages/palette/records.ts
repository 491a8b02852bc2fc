import { eventStateName } from '../../../core/text/wording.ts';
import { api, type Schemas } from '../../api.ts';
import { goTo } from '../../routes.ts';
import { orders } from '../../store/orders.ts';
import { type Entry, rankOf } from './entry.ts';

/** The maximum number of records of a kind that are listed. */
const MAX_RECORDS = 8;

/** The orders whose id, external_id, recipient or transaction matches a text in lower case, best first. */
export function orderEntries(account: string, wanted: string): Entry[] {
  const id = wanted.replace(/^(order *)?#?/, '');
  const found: { readonly rank: number; readonly entry: Entry }[] = [];
  for (const order of orders.value) {
    const also = [order.external_id, order.address, order.txid];
    const rank = String(order.id) === id ? 0 : rankOf({ text: '', also }, wanted);
    if (rank === null) continue;
    const entry: Entry = {
      key: `order/${order.id}`,
      icon: 'orders',
      text: `Order ${order.id}${order.external_id === null ? '' : ` · ${order.external_id}`}`,
      side: order.status,
      also,
      run: () => goTo(account, 'orders', order.id),
    };
    found.push({ rank, entry });
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_RECORDS)
    .map(({ entry }) => entry);
}

type Event = Schemas['Event'];

/** The webhook events that match. */
export function eventEntries(account: string, events: readonly Event[], wanted: string): Entry[] {
  return events
    .filter(event => rankOf({ text: event.event_id, also: [event.external_id] }, wanted) !== null)
    .slice(0, MAX_RECORDS)
    .map(event => ({
      key: `event/${event.event_id}`,
      icon: 'webhooks',
      text: event.event_id,
      side: `webhook, ${eventStateName(event)}`,
      run: () => goTo(account, 'webhooks', event.event_id),
    }));
}

/** The requests that contain a text, including in their bodies, as entries. */
export async function findRequests(account: string, search: string, signal: AbortSignal): Promise<Entry[]> {
  const { items } = await api.get('/_sandbox/accounts/{account}/requests', {
    path: { account },
    query: { search, sort: 'newest', limit: MAX_RECORDS },
    signal,
  });
  return items.map(({ id, method, url, status }) => ({
    key: `request/${id}`,
    icon: 'requests',
    text: `${method} ${url.replace(/^\/api\/v1/, '')}`,
    side: `request, ${status ?? 'no response'}`,
    run: () => goTo(account, 'requests', id),
  }));
}

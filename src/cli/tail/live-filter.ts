import type { components } from '../../contract/control-v1.generated.ts';
import { globMatches } from '../../scenario/glob.ts';
import type { Remote } from '../remote-server.ts';

type Schemas = components['schemas'];

/** The kinds of items in a live stream. */
export const LIVE_KINDS = [
  'request',
  'order',
  'refund',
  'attempt',
  'retry',
  'settled',
  'ledger',
  'account',
] as const;

/** What an item must satisfy. An item without a field does not satisfy a condition on it. */
export interface LiveConditions {
  readonly order?: number;
  /** May contain the wildcards `*` and `?`. */
  readonly externalId?: string;
  readonly event?: string;
  readonly operation?: string;
  /** The status of a response: of the API to a request, or of the receiver to a webhook. */
  readonly status?: number;
  readonly kind?: readonly string[];
}

/** The fields of live items that are compared. */
interface LiveFields {
  readonly kind: string;
  readonly account?: string | null;
  readonly id?: string;
  readonly order_id?: number | null;
  readonly orders?: readonly number[];
  readonly event?: string;
  readonly operation?: string | null;
  readonly status?: number | string | null;
  readonly status_code?: number | null;
}

const MAX_REMEMBERED_ORDERS = 1_000;

const holds = <Value>(condition: Value | undefined, test: (condition: Value) => boolean): boolean =>
  condition === undefined || test(condition);

const ordersOf = ({ order_id, orders = [] }: LiveFields): readonly number[] =>
  order_id == null ? orders : [order_id];

/** The external_ids that a request contains, in its query, its body or the items of a bulk request. */
function idsInRequest({ url, json }: Pick<Schemas['RequestDetail'], 'url' | 'json'>): string[] {
  const body = (json ?? {}) as { readonly external_id?: unknown; readonly orders?: unknown };
  const items: readonly unknown[] = Array.isArray(body.orders) ? body.orders : [];
  const inItems = items.map(item => (item as { readonly external_id?: unknown } | null)?.external_id);
  const inQuery = new URL(url, 'http://sandbox').searchParams.get('external_id');
  return [inQuery, body.external_id, ...inItems].filter(id => typeof id === 'string');
}

/** Decides which items of a live stream are shown. Items do not contain external_ids, so it asks the server for them. */
export class LiveFilter {
  readonly #conditions: LiveConditions;
  readonly #remote: Remote;
  readonly #externalIds = new Map<string, string | null>();

  constructor(conditions: LiveConditions, remote: Remote) {
    this.#conditions = conditions;
    this.#remote = remote;
  }

  /** Whether an item satisfies all conditions. @param data the item as JSON */
  async accepts(data: string): Promise<boolean> {
    const { order, externalId, event, operation, status, kind } = this.#conditions;
    const item = JSON.parse(data) as LiveFields;
    const isShown =
      holds(kind, kinds => kinds.includes(item.kind)) &&
      holds(order, id => ordersOf(item).includes(id)) &&
      holds(event, name => item.event === name) &&
      holds(operation, name => item.operation === name) &&
      holds(status, code => (item.kind === 'request' ? item.status : item.status_code) === code);
    if (!isShown || externalId === undefined) return isShown;
    const ids = await this.#externalIdsOf(item);
    return ids.some(id => globMatches(externalId, id));
  }

  async #externalIdsOf(item: LiveFields): Promise<string[]> {
    const account = item.account ?? this.#remote.account;
    const found: (string | null)[] = [];
    for (const order of ordersOf(item)) {
      // Ids start again after a reset, so a new order replaces what is remembered.
      const isNew = item.kind === 'request' || (item.kind === 'order' && item.status === 'processing');
      found.push(await this.#externalIdOf(account, order, isNew));
    }
    if (item.kind === 'request' && item.id !== undefined && found.length === 0) {
      const path = `/accounts/${encodeURIComponent(account)}/requests/${encodeURIComponent(item.id)}`;
      const detail = await this.#ask<Schemas['RequestDetail']>(path);
      if (detail) found.push(...idsInRequest(detail));
    }
    return found.filter(id => id !== null);
  }

  async #externalIdOf(account: string, order: number, isNew: boolean): Promise<string | null> {
    const key = `${account}/${order}`;
    const known = isNew ? undefined : this.#externalIds.get(key);
    if (known !== undefined) return known;
    const detail = await this.#ask<Schemas['OrderDetail']>(
      `/accounts/${encodeURIComponent(account)}/orders/${order}`,
    );
    const externalId = detail?.external_id ?? null;
    if (this.#externalIds.size >= MAX_REMEMBERED_ORDERS) {
      this.#externalIds.delete(this.#externalIds.keys().next().value!);
    }
    this.#externalIds.set(key, externalId);
    return externalId;
  }

  /** The data of a response; null if there is none, because the order or the server is gone. */
  async #ask<T>(path: string): Promise<T | null> {
    try {
      return await this.#remote.get<T>(path);
    } catch {
      return null;
    }
  }
}

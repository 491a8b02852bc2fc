import type { Exchange } from '../../wire/recorded-exchange.ts';
import { jsonOf } from '../../wire/request-data.ts';
import { parseQuery, splitUrl } from '../parse-query.ts';

/** The parsed body of a recorded request; null if it is not JSON. */
export const bodyOf = (exchange: Exchange): unknown => jsonOf(exchange.body?.toString('utf8') ?? null);

/** The query parameters of a recorded request. */
export const queryOf = ({ url }: Exchange): Readonly<Record<string, string>> =>
  parseQuery(splitUrl(url)[1]).values;

/** Every external_id in a recorded request: in its query, its body, or the items of a bulk request. */
export function externalIds(exchange: Exchange): unknown[] {
  const body = bodyOf(exchange) as { external_id?: unknown; orders?: unknown } | null;
  const items: readonly unknown[] = Array.isArray(body?.orders) ? body.orders : [];
  const ids = items.map(item => (item as { external_id?: unknown } | null)?.external_id);
  return [queryOf(exchange).external_id, body?.external_id, ...ids].filter(id => id !== undefined);
}

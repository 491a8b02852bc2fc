import type { Exchange } from '../../wire/recorded-exchange.ts';
import { jsonOf } from '../../wire/request-data.ts';
import { parseQuery, splitUrl } from '../read-request.ts';

/** Remembers the result for the latest argument, because all criteria ask for the same subject in turn. */
export function latest<Subject extends object, Result>(
  compute: (subject: Subject) => Result,
): (subject: Subject) => Result {
  let last: { readonly subject: Subject; readonly result: Result } | null = null;
  return subject => {
    if (last?.subject !== subject) last = { subject, result: compute(subject) };
    return last.result;
  };
}

/** Reads the parts of recorded requests: the parsed body, which is null if it is not JSON, and the query. */
export const requestReader = () => ({
  body: latest((exchange: Exchange): unknown => jsonOf(exchange.body?.toString('utf8') ?? null)),
  query: latest(({ url }: Exchange): Readonly<Record<string, string>> => parseQuery(splitUrl(url)[1]).values),
});
type RequestReader = ReturnType<typeof requestReader>;

/** Every external_id in a recorded request: in its query, its body, or the items of a bulk request. */
export function externalIdsInRequest(exchange: Exchange, read: RequestReader): unknown[] {
  const body = read.body(exchange) as { external_id?: unknown; orders?: unknown } | null;
  const items: readonly unknown[] = Array.isArray(body?.orders) ? body.orders : [];
  const ids = items.map(item => (item as { external_id?: unknown } | null)?.external_id);
  return [read.query(exchange).external_id, body?.external_id, ...ids].filter(id => id !== undefined);
}

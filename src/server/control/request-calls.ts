import type { Schemas } from '../../contract/control-v1.generated.ts';
import { redactUrls } from '../../contract/json/redaction.ts';
import {
  errorOf,
  externalIdsOf,
  headerOf,
  jsonOf,
  requestDetail,
  requestSummary,
} from '../../contract/json/request-json.ts';
import { MAX_EXTERNAL_ID } from '../../core/domain/seeded-values.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import type { Exchange } from '../../core/facts.ts';
import { explainMisses } from '../../core/scenario/choose-rule.ts';
import { globMatches } from '../../core/scenario/glob.ts';
import { bearerTokenOf } from '../connection.ts';
import { parseQuery, splitUrl } from '../read-request.ts';
import type { Handlers } from './control-call.ts';
import { ControlError } from './control-error.ts';
import { pageOfLatest } from './paging.ts';
import { isFound, overlapTest } from './read-fields.ts';

/** Remembers the result for the latest argument, because all criteria in turn ask for the same subject. */
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

const MAX_NEAR_MISSES = 5;

function nearMisses({ state }: Account, { facts, asked, rule }: Exchange): string[] {
  return facts ? explainMisses(asked, rule, facts, state.counters, MAX_NEAR_MISSES) : [];
}

/** A test whether a request concerns an order with a matching external_id, or contains one. */
function concerning(account: Account, pattern: string | undefined): (exchange: Exchange) => boolean {
  if (pattern === undefined) return () => true;
  const read = requestReader();
  // A longer id is invalid, and its comparison could take long.
  const matches = (id: unknown): boolean =>
    typeof id === 'string' && id.length <= MAX_EXTERNAL_ID && globMatches(pattern, id);
  return exchange =>
    exchange.orders.some(id => matches(account.orderById(id)?.externalId)) ||
    externalIdsInRequest(exchange, read).some(matches);
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    return url;
  }
}

function isRequestFound(search: string, exchange: Exchange): boolean {
  const { method, operation, key, id, body, answer } = exchange;
  const url = redactUrls(exchange.url);
  return (
    isFound(search, [`${method} ${url}`, decoded(url), operation, key, id, answer]) ||
    isFound(search, externalIdsOf(exchange)) ||
    isFound(search, [body?.toString('utf8') ?? null])
  );
}

const MAX_USER_AGENT = 200;
const HINT = 4;
/** A shorter key would be shown almost whole. */
const SHORTEST_HINTED = 16;

function hintOf(authorization: string | undefined): string | null {
  const key = bearerTokenOf(authorization);
  return key === null || key.length < SHORTEST_HINTED ? null : key.slice(-HINT);
}

const unknownCall = (exchange: Exchange): Schemas['UnknownCall'] => ({
  id: exchange.id,
  at: isoTime(exchange.atMs),
  method: exchange.method,
  url: redactUrls(exchange.url),
  status: exchange.status,
  error: errorOf(exchange),
  explanation: redactUrls(exchange.explain),
  ip: exchange.ip,
  user_agent: headerOf(exchange, 'user-agent')?.slice(0, MAX_USER_AGENT) ?? null,
  key: hintOf(headerOf(exchange, 'authorization')),
});

export const requestCalls = {
  listRequests: ({ core, account, query, clock }) => {
    const within = overlapTest(query);
    const isConcerned = concerning(account, query.external_id);
    return pageOfLatest(clock, core.journalOf(account), query, {
      matches: exchange =>
        (query.operation === undefined || exchange.operation === query.operation) &&
        (query.status === undefined || exchange.status === query.status) &&
        (query.order === undefined || exchange.orders.includes(query.order)) &&
        isConcerned(exchange) &&
        within(exchange.atMs) &&
        (query.search === undefined || isRequestFound(query.search, exchange)),
      show: requestSummary,
    });
  },
  clearRequests: ({ core, account }) => ({ cleared: core.journalOf(account).clear() }),
  getRequest: ({ core, account, path }) => {
    const journal = core.journalOf(account);
    const exchange = journal.list().find(one => one.id === path.request);
    if (!exchange) {
      const message = `the journal has no request ${JSON.stringify(path.request)}; it keeps the last ${journal.bound}`;
      throw new ControlError('REQUEST_NOT_FOUND', message, 'params.request');
    }
    return requestDetail(exchange, nearMisses(account, exchange));
  },
  listUnknownCallers: ({ core, clock, query }) =>
    pageOfLatest(clock, core.unknownCallers, query, { show: unknownCall }),
  clearUnknownCallers: ({ core }) => ({ cleared: core.unknownCallers.clear() }),
} satisfies Partial<Handlers>;

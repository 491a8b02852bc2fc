import type { AccountState, WebhookEvent } from '../../engine/account-state.ts';
import { orderOf } from '../../engine/state-lookup.ts';
import { RequestJournal } from '../../runtime/request-journal.ts';
import { eventName, isAcknowledged } from '../../wire/event-data.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { errorOf, headerOf, jsonOf } from '../../wire/request-data.ts';
import { eventId, eventPayload } from '../../wire/service-data.ts';
import { parseQuery, splitUrl } from '../parse-query.ts';
import { type Criterion, fieldIs, oneIs, partIs, type Verdict, verify } from './assertion-matching.ts';
import type { BodyOf, Handlers } from './call-types.ts';

type RequestMatch = BodyOf<'verifyRequests'>['match'];
type WebhookMatch = BodyOf<'verifyWebhooks'>['match'];

const MAX_MATCHES = 20;

const bodyOf = (exchange: Exchange): unknown => jsonOf(exchange.body?.toString('utf8') ?? null);
const queryOf = ({ url }: Exchange): Readonly<Record<string, string>> => parseQuery(splitUrl(url)[1]).values;

/** Every external_id that a request names: in its query, its body, or the items of a bulk. */
function externalIds(exchange: Exchange): unknown[] {
  const body = bodyOf(exchange) as { external_id?: unknown; orders?: unknown } | null;
  const items: readonly unknown[] = Array.isArray(body?.orders) ? body.orders : [];
  const ids = items.map(item => (item as { external_id?: unknown } | null)?.external_id);
  return [queryOf(exchange).external_id, body?.external_id, ...ids].filter(id => id !== undefined);
}

/** The criteria of the fields that are given. */
function given<Match extends object, Subject>(
  match: Match,
  table: { readonly [Field in keyof Match]-?: (expected: NonNullable<Match[Field]>) => Criterion<Subject>[] },
): Criterion<Subject>[] {
  return (Object.keys(match) as (keyof Match)[]).flatMap(field => table[field](match[field]!));
}

const requestCriteria = (match: RequestMatch): Criterion<Exchange>[] =>
  given<RequestMatch, Exchange>(match, {
    operation: expected => [fieldIs('operation', expected, one => one.operation)],
    method: expected => [fieldIs('method', expected.toUpperCase(), one => one.method)],
    path: expected => [fieldIs('path', expected, one => splitUrl(one.url)[0])],
    status: expected => [fieldIs('status', expected, one => one.status)],
    error: expected => [fieldIs('error', expected, errorOf)],
    key: expected => [fieldIs('key', expected, one => one.key)],
    external_id: expected => [oneIs('external_id', expected, externalIds)],
    order: expected => [oneIs('order', expected, one => one.orders)],
    query: expected => partIs('query', expected, queryOf),
    body: expected => partIs('body', expected, bodyOf),
    headers: expected =>
      Object.entries(expected).map(([name, value]) =>
        fieldIs(`headers.${name}`, value as unknown, one => headerOf(one, name)),
      ),
  });

const eventCriteria = (state: AccountState, match: WebhookMatch): Criterion<WebhookEvent>[] =>
  given<WebhookMatch, WebhookEvent>(match, {
    event: expected => [fieldIs('event', expected, one => eventName(state, one))],
    event_id: expected => [fieldIs('event_id', expected, one => eventId(state, one))],
    order: expected => [fieldIs('order', expected, one => one.orderId)],
    external_id: expected => [fieldIs('external_id', expected, one => orderOf(state, one).externalId)],
    state: expected => [fieldIs('state', expected, one => one.state)],
    attempts: expected => [fieldIs('attempts', expected, one => one.attempts.length)],
    acknowledged: expected => [fieldIs('acknowledged', expected, isAcknowledged)],
    body: expected => partIs('body', expected, one => eventPayload(state, one)),
  });

/** The verdict in a sentence, with the nearest miss where too few matched. */
function sentence<Subject>(
  { ok, matched, expected, nearMisses }: Verdict<Subject>,
  noun: string,
  total: number,
  nameOf: (subject: Subject) => string,
): string {
  const found = `expected ${expected}, found ${matched.length} of ${total} ${noun}${total === 1 ? '' : 's'}`;
  const [nearest] = nearMisses;
  if (ok || !nearest) return found;
  const differences = nearest.differences.map(
    one => `${one.field}: expected ${JSON.stringify(one.expected)}, found ${JSON.stringify(one.actual)}`,
  );
  return `${found}; the nearest miss is ${nameOf(nearest.subject)}: ${differences.join('; ')}`;
}

/** What both kinds of assertions answer, but for the near misses. */
const verdictData = <Subject>(
  verdict: Verdict<Subject>,
  noun: string,
  total: number,
  nameOf: (subject: Subject) => string,
) => ({
  ok: verdict.ok,
  matched: verdict.matched.length,
  expected: verdict.expected,
  message: sentence(verdict, noun, total, nameOf),
  matches: verdict.matched.slice(-MAX_MATCHES).map(nameOf),
});

/** Calls that assert. */
export const verifyCalls: Pick<Handlers, 'verifyRequests' | 'verifyWebhooks'> = {
  verifyRequests: ({ core, account, body }) => {
    const journal = core.journalOf(account);
    const exchanges = journal.list();
    const verdict = verify(exchanges, requestCriteria(body.match), body.count);
    const data = verdictData(verdict, 'request', exchanges.length, one => one.id);
    const { dropped } = journal;
    const note =
      dropped > 0
        ? `; the journal keeps ${RequestJournal.bound} requests, and ${dropped} older ones were dropped`
        : '';
    return {
      ...data,
      message: data.message + note,
      near_misses: verdict.nearMisses.map(({ subject, differences }) => ({
        request_id: subject.id,
        differences: [...differences],
      })),
    };
  },
  verifyWebhooks: ({ account: { state }, body }) => {
    const verdict = verify(state.events, eventCriteria(state, body.match), body.count);
    return {
      ...verdictData(verdict, 'event', state.events.length, one => eventId(state, one)),
      near_misses: verdict.nearMisses.map(({ subject, differences }) => ({
        event_id: eventId(state, subject),
        differences: [...differences],
      })),
    };
  },
};

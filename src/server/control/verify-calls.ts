import { METHODS } from 'node:http';
import { eventName } from '../../contract/json/event-json.ts';
import { redactAt } from '../../contract/json/redaction.ts';
import { errorOf, headerOf } from '../../contract/json/request-json.ts';
import { eventId, eventPayload } from '../../contract/json/service-json.ts';
import { ERROR_CODES } from '../../core/domain/error-codes.ts';
import { EVENT_STATES } from '../../core/domain/event-states.ts';
import { OPERATION_IDS } from '../../core/domain/operations.ts';
import { EVENT_NAMES } from '../../core/domain/order.ts';
import {
  type AccountState,
  type AttemptRecord,
  isAcknowledged,
  orderOf,
  type WebhookEvent,
} from '../../core/engine/account-state.ts';
import type { Exchange } from '../../core/facts.ts';
import { rulesOf } from '../../core/scenario/choose-rule.ts';
import { globMatches } from '../../core/scenario/glob.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import { excerpt } from '../../core/text/lines.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { runInSlices } from '../../host/node/concurrency.ts';
import { splitUrl } from '../read-request.ts';
import {
  anyMatches,
  type Count,
  type Criterion,
  checkExpectation,
  type Difference,
  fieldMatches,
  objectMatches,
  type VerifyResult,
  verify,
} from './assertion-matching.ts';
import type { BodyOf, Call, Handlers } from './control-call.ts';
import { invalid } from './control-error.ts';
import { externalIdsInRequest, latest, requestReader } from './request-calls.ts';

type RequestMatch = BodyOf<'verifyRequests'>['match'];
type WebhookMatch = BodyOf<'verifyWebhooks'>['match'];

const MOST_LISTED = 20;
const LONGEST_SHOWN = 80;
const MAX_MATCHES = 20;
const MAX_DIFFERENCES = 20;
const MAX_SHOWN = 1_000;
const NOUNS: Readonly<Record<string, string>> = { error: 'error code', method: 'HTTP method' };

/** @throws ControlError if a condition matches no known name, and so could never match anything */
function checkName(field: string, expected: string | undefined, known: readonly string[]): void {
  if (expected === undefined || known.some(name => globMatches(expected, name))) return;
  const near = didYouMean(expected, known);
  const list = known.length <= MOST_LISTED && !near ? `; known are ${known.join(', ')}` : '';
  const path = `body.match.${field}`;
  throw invalid(
    path,
    `${path}: there is no ${NOUNS[field] ?? field} ${JSON.stringify(expected.slice(0, LONGEST_SHOWN))}${near || list}`,
  );
}

function errorCodes({ scenarios }: AccountState, exchanges: readonly Exchange[]): string[] {
  const scripted = scenarios.flatMap(({ requests }) =>
    requests.map(({ reply }) => (reply?.body as { error?: unknown } | null | undefined)?.error),
  );
  const codes = [...scripted, ...exchanges.map(errorOf)].filter(code => typeof code === 'string');
  return [...new Set([...ERROR_CODES, ...codes])];
}

const keyNames = ({ keys }: AccountState, exchanges: readonly Exchange[]): string[] => [
  ...new Set([...keys.map(({ name }) => name), ...exchanges.flatMap(({ key }) => key ?? [])]),
];

function checkRequestNames(match: RequestMatch, state: AccountState, exchanges: readonly Exchange[]): void {
  checkName('operation', match.operation, OPERATION_IDS);
  checkName('method', match.method?.toUpperCase(), METHODS);
  if (match.error !== undefined) checkName('error', match.error, errorCodes(state, exchanges));
  if (match.key !== undefined) checkName('key', match.key, keyNames(state, exchanges));
}

function checkEventNames({ event, state }: WebhookMatch): void {
  checkName('event', event, EVENT_NAMES);
  checkName('state', state, EVENT_STATES);
}

function checkCount(count: Count = {}): void {
  const { exactly, at_least, at_most, never } = count;
  const given = (['never', 'exactly', 'at_least', 'at_most'] as const).filter(
    name => count[name] !== undefined,
  );
  const other = given[1];
  if (other !== undefined && (never !== undefined || exactly !== undefined)) {
    const path = `body.count.${other}`;
    throw invalid(
      path,
      `count gives ${given.join(' and ')}; give one of them, or at_least and at_most together`,
    );
  }
  if (at_least !== undefined && at_most !== undefined && at_least > at_most) {
    throw invalid('body.count.at_least', `body.count.at_least is ${at_least}, more than at_most ${at_most}`);
  }
}

/*
 * Under a disturbance, a correct client repeats requests, and its receiver gets more deliveries. A test that was written
 * for the undisturbed run does not expect them, so assertions do not count them.
 */

const wasDisturbed = ({ rule, itemRules }: Exchange, rules: ReadonlySet<unknown>): boolean =>
  rules.has(rule) || itemRules.some(one => rules.has(one));

/** The identity that a request shares with its repeats: an order's external_id, otherwise the whole request. */
function identityOf({ method, url, body, request }: Exchange): string {
  const externalId = request?.fields.externalId ?? null;
  if (method === 'POST' && externalId !== null) return JSON.stringify([method, url, externalId]);
  return JSON.stringify([method, url, body?.toString('utf8') ?? '']);
}

/**
 * The exchanges without the ones that a disturbance spoiled and the client then repeated: only the repeat counts. A
 * journal lists exchanges in the order of their responses, so a repeat can precede the request that it repeats.
 */
function withoutForcedRepeats(
  exchanges: readonly Exchange[],
  disturbances: readonly Scenario[],
): readonly Exchange[] {
  if (disturbances.length === 0) return exchanges;
  const rules = new Set<unknown>(disturbances.flatMap(one => rulesOf(one, 'requests')));
  const repeated = new Set<string>();
  const forced = new Set<Exchange>();
  for (const exchange of exchanges.toReversed().toSorted((one, other) => other.receivedMs - one.receivedMs)) {
    const identity = identityOf(exchange);
    if (repeated.has(identity) && wasDisturbed(exchange, rules)) forced.add(exchange);
    else repeated.add(identity);
  }
  return exchanges.filter(exchange => !forced.has(exchange));
}

/** The number of an event's deliveries, without the copies and replays that a disturbance added. */
function unforcedAttempts(attempts: readonly AttemptRecord[], disturbances: readonly Scenario[]): number {
  if (disturbances.length === 0) return attempts.length;
  const sources = new Set<string | null>(
    disturbances.flatMap(one => rulesOf(one, 'webhooks')).map(({ source }) => source),
  );
  return attempts.filter(({ plan }) => plan.kind === 'attempt' || !sources.has(plan.source)).length;
}

/** A criterion on a header or parameter. It does not show the value that it found if that is a secret. */
const withoutSecrets =
  (criterion: Criterion<Exchange>): Criterion<Exchange> =>
  exchange => {
    const difference = criterion(exchange);
    return difference && { ...difference, actual: redactAt(difference.field, difference.actual) };
  };

function criteriaFor<Match extends object, Subject>(
  match: Match,
  table: { readonly [Field in keyof Match]-?: (expected: NonNullable<Match[Field]>) => Criterion<Subject>[] },
): Criterion<Subject>[] {
  return (Object.keys(match) as (keyof Match)[]).flatMap(field => table[field](match[field]!));
}

function requestCriteria(match: RequestMatch): Criterion<Exchange>[] {
  const read = requestReader();
  return criteriaFor<RequestMatch, Exchange>(match, {
    operation: expected => [fieldMatches('operation', expected, one => one.operation)],
    method: expected => [fieldMatches('method', expected.toUpperCase(), one => one.method)],
    path: expected => [fieldMatches('path', expected, one => splitUrl(one.url)[0])],
    status: expected => [fieldMatches('status', expected, one => one.status)],
    error: expected => [fieldMatches('error', expected, errorOf)],
    key: expected => [fieldMatches('key', expected, one => one.key)],
    external_id: expected => [anyMatches('external_id', expected, one => externalIdsInRequest(one, read))],
    order: expected => [anyMatches('order', expected, one => one.orders)],
    query: expected => objectMatches('query', expected, read.query).map(withoutSecrets),
    body: expected => objectMatches('body', expected, read.body),
    headers: expected =>
      Object.entries(expected).map(([name, value]) =>
        withoutSecrets(fieldMatches(`headers.${name}`, value as unknown, one => headerOf(one, name))),
      ),
  });
}

function eventCriteria(
  state: AccountState,
  match: WebhookMatch,
  disturbances: readonly Scenario[],
): Criterion<WebhookEvent>[] {
  const payload = latest((event: WebhookEvent): unknown => eventPayload(state, event));
  return criteriaFor<WebhookMatch, WebhookEvent>(match, {
    event: expected => [fieldMatches('event', expected, one => eventName(state, one))],
    event_id: expected => [fieldMatches('event_id', expected, one => eventId(state, one))],
    order: expected => [fieldMatches('order', expected, one => one.orderId)],
    external_id: expected => [fieldMatches('external_id', expected, one => orderOf(state, one).externalId)],
    state: expected => [fieldMatches('state', expected, one => one.state)],
    attempts: expected => [
      fieldMatches('attempts', expected, one => unforcedAttempts(one.attempts, disturbances)),
    ],
    acknowledged: expected => [fieldMatches('acknowledged', expected, isAcknowledged)],
    body: expected => objectMatches('body', expected, payload),
  });
}

/** The value, or the beginning of its JSON text if it is long. */
function shownValue(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_SHOWN ? excerpt(text, MAX_SHOWN) : value;
}

const shownDifferences = (differences: readonly Difference[]): Difference[] =>
  differences.slice(0, MAX_DIFFERENCES).map(({ field, expected, actual }) => ({
    field,
    expected: shownValue(expected),
    actual: shownValue(actual),
  }));

function describeResult<Subject>(
  { ok, matched, expected, nearMisses }: VerifyResult<Subject>,
  noun: string,
  total: number,
  nameOf: (subject: Subject) => string,
): string {
  const found = `expected ${expected}, found ${matched.length} of ${total} ${noun}${total === 1 ? '' : 's'}`;
  const [nearest] = nearMisses;
  if (ok || !nearest) return found;
  const differences = shownDifferences(nearest.differences).map(
    one => `${one.field}: expected ${JSON.stringify(one.expected)}, found ${JSON.stringify(one.actual)}`,
  );
  return `${found}; the nearest miss is ${nameOf(nearest.subject)}: ${differences.join('; ')}`;
}

async function assertionData<Subject>(
  { clock, body }: Pick<Call<'verifyRequests'>, 'clock'> & { readonly body: { readonly count?: Count } },
  subjects: readonly Subject[],
  criteria: readonly Criterion<Subject>[],
  noun: string,
  nameOf: (subject: Subject) => string,
) {
  const result = await runInSlices(clock, verify(subjects, criteria, body.count));
  const { ok, matched, expected, nearMisses } = result;
  const data = {
    ok,
    matched: matched.length,
    expected,
    message: describeResult(result, noun, subjects.length, nameOf),
    matches: matched.slice(-MAX_MATCHES).map(nameOf),
  };
  const misses = nearMisses.map(
    ({ subject, differences }) => [nameOf(subject), shownDifferences(differences)] as const,
  );
  return { data, misses };
}

export const verifyCalls = {
  verifyRequests: async call => {
    const { core, account, body } = call;
    checkExpectation(body.match, 'body.match');
    const journal = core.journalOf(account);
    const exchanges = withoutForcedRepeats(
      journal.list().filter(one => !one.byDashboard),
      core.library.disturbances,
    );
    checkCount(body.count);
    checkRequestNames(body.match, account.state, exchanges);
    const { bound, dropped } = journal;
    const criteria = requestCriteria(body.match);
    const { data, misses } = await assertionData(call, exchanges, criteria, 'request', one => one.id);
    const note =
      dropped > 0 ? `; the journal keeps ${bound} requests, and ${dropped} older ones were dropped` : '';
    const near_misses = misses.map(([request_id, differences]) => ({ request_id, differences }));
    return { ...data, message: data.message + note, near_misses };
  },
  verifyWebhooks: async call => {
    const { core, account, body } = call;
    const { state } = account;
    checkExpectation(body.match, 'body.match');
    checkCount(body.count);
    checkEventNames(body.match);
    const criteria = eventCriteria(state, body.match, core.library.disturbances);
    const nameOf = (event: WebhookEvent): string => eventId(state, event);
    const { data, misses } = await assertionData(call, state.events.slice(), criteria, 'event', nameOf);
    return { ...data, near_misses: misses.map(([event_id, differences]) => ({ event_id, differences })) };
  },
} satisfies Partial<Handlers>;

import { runInSlices } from '../../clock/slices.ts';
import type { AccountState, WebhookEvent } from '../../engine/account-state.ts';
import { isAcknowledged } from '../../engine/event-progress.ts';
import { orderOf } from '../../engine/state-lookup.ts';
import { RequestJournal } from '../../runtime/request-journal.ts';
import type { Scenario } from '../../scenario/scenario-schema.ts';
import { eventName } from '../../wire/event-data.ts';
import type { Exchange } from '../../wire/recorded-exchange.ts';
import { redactAt } from '../../wire/redaction.ts';
import { errorOf, headerOf } from '../../wire/request-data.ts';
import { eventId, eventPayload } from '../../wire/service-data.ts';
import { splitUrl } from '../read-request.ts';
import {
  anyMatches,
  type Criterion,
  type Difference,
  expectationProblem,
  fieldMatches,
  objectMatches,
  type VerifyResult,
  verify,
} from './assertion-matching.ts';
import { checkCount, checkEventNames, checkRequestNames } from './assertion-names.ts';
import type { BodyOf, Handlers } from './call-types.ts';
import { invalid } from './control-errors.ts';
import { unforcedAttempts, withoutForcedRepeats } from './forced-repeats.ts';
import { externalIdsInRequest, latest, requestReader } from './recorded-fields.ts';

type RequestMatch = BodyOf<'verifyRequests'>['match'];
type WebhookMatch = BodyOf<'verifyWebhooks'>['match'];

const MAX_MATCHES = 20;

/** A criterion on a header or parameter that does not show what it found if that is a secret. */
const withoutSecrets =
  (criterion: Criterion<Exchange>): Criterion<Exchange> =>
  exchange => {
    const difference = criterion(exchange);
    return difference && { ...difference, actual: redactAt(difference.field, difference.actual) };
  };

/** Differences of a near miss that are shown. */
const MAX_DIFFERENCES = 20;
/** Characters of a value that are shown. */
const MAX_SHOWN = 1_000;

/** The criteria of the fields that are given. */
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
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : value;
}

const shownDifferences = (differences: readonly Difference[]): Difference[] =>
  differences.slice(0, MAX_DIFFERENCES).map(({ field, expected, actual }) => ({
    field,
    expected: shownValue(expected),
    actual: shownValue(actual),
  }));

/** @throws ControlError if the expectation is larger than the limits allow */
function checkExpectation(match: object): void {
  const problem = expectationProblem(match, 'body.match');
  if (problem) throw invalid(problem.path, problem.message);
}

/** The result in a sentence, with the nearest miss if the assertion failed. */
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

/** The fields that the responses of both assertions share. */
const resultData = <Subject>(
  result: VerifyResult<Subject>,
  noun: string,
  total: number,
  nameOf: (subject: Subject) => string,
) => ({
  ok: result.ok,
  matched: result.matched.length,
  expected: result.expected,
  message: describeResult(result, noun, total, nameOf),
  matches: result.matched.slice(-MAX_MATCHES).map(nameOf),
});

/** Calls that assert what was requested or sent. */
export const verifyCalls: Pick<Handlers, 'verifyRequests' | 'verifyWebhooks'> = {
  verifyRequests: async ({ core, account, body, clock }) => {
    checkExpectation(body.match);
    const journal = core.journalOf(account);
    const exchanges = withoutForcedRepeats(
      journal.list().filter(one => !one.byDashboard),
      core.library.disturbances,
    );
    checkCount(body.count);
    checkRequestNames(body.match, account.state, exchanges);
    const { dropped } = journal;
    const result = await runInSlices(clock, verify(exchanges, requestCriteria(body.match), body.count));
    const data = resultData(result, 'request', exchanges.length, one => one.id);
    const note =
      dropped > 0
        ? `; the journal keeps ${RequestJournal.bound} requests, and ${dropped} older ones were dropped`
        : '';
    return {
      ...data,
      message: data.message + note,
      near_misses: result.nearMisses.map(({ subject, differences }) => ({
        request_id: subject.id,
        differences: shownDifferences(differences),
      })),
    };
  },
  verifyWebhooks: async ({ core, account: { state }, body, clock }) => {
    checkExpectation(body.match);
    checkCount(body.count);
    checkEventNames(body.match);
    const events = state.events.slice();
    const criteria = eventCriteria(state, body.match, core.library.disturbances);
    const result = await runInSlices(clock, verify(events, criteria, body.count));
    return {
      ...resultData(result, 'event', events.length, one => eventId(state, one)),
      near_misses: result.nearMisses.map(({ subject, differences }) => ({
        event_id: eventId(state, subject),
        differences: shownDifferences(differences),
      })),
    };
  },
};

import { AssertionError } from 'node:assert';
import { type Caller, ROOT } from './account-resources.ts';
import { toSnake } from './camel-case.ts';
import { checkConditions, checkOptions, invalidOption } from './check-options.ts';
import { OPTION_NAMES } from './option-names.ts';
import type { Count, RequestMatch, WebhookMatch } from './options.ts';
import type { PollResult } from './poll-until.ts';

/** The result of an assertion on requests or events, with the nearest misses. */
interface AssertionResult {
  readonly ok: boolean;
  readonly matched: number;
  /** The expected count, in words. */
  readonly expected: string;
  /** The ids of the latest matches. */
  readonly matches: readonly string[];
  readonly nearMisses: readonly NearMiss[];
}

interface NearMiss {
  readonly id: string;
  readonly differences: readonly Difference[];
}

interface Difference {
  readonly field: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** A count by the names of the control API. @throws SandboxError INVALID_OPTION */
function countBody(call: string, count: Count): object {
  checkOptions(call, count, OPTION_NAMES.count);
  const given = count as { times?: number; atLeast?: number; atMost?: number; never?: true };
  const { times, atLeast, atMost, never } = given;
  const names = Object.keys(given).filter(name => given[name as keyof typeof given] !== undefined);
  const isRange = names.every(name => name === 'atLeast' || name === 'atMost');
  if (names.length === 0 || (names.length > 1 && !isRange)) {
    const found = names.length === 0 ? 'none of them' : names.join(' and ');
    const problem = `the count is one of times, atLeast, atMost and never, or atLeast and atMost together, but has ${found}`;
    throw invalidOption(call, 'count', problem);
  }
  return toSnake({ exactly: times, atLeast, atMost, never });
}

/** The names of the library for parts of an assertion. */
const NAMES = {
  'body.match': 'match',
  'body.count.exactly': 'times',
  'body.count.at_least': 'atLeast',
  'body.count.at_most': 'atMost',
  'body.count.never': 'never',
};

/** @throws SandboxError INVALID_OPTION for an unknown or undefined condition, and for an invalid count */
function assertionBody(call: string, match: object, known: readonly string[], count: Count | undefined) {
  checkOptions(call, match, known);
  checkConditions(call, match);
  return {
    match: toSnake(match),
    ...(count === undefined ? {} : { count: countBody(call, count) }),
  };
}

async function verifyRequests(
  { control, path }: Caller,
  match: RequestMatch,
  count?: Count,
  call = 'expectRequest',
): Promise<AssertionResult> {
  const result = await control.call('post', `${ROOT}/requests/verify`, {
    path,
    body: assertionBody(call, match, OPTION_NAMES.requestMatch, count),
    names: NAMES,
  });
  const nearMisses = result.nearMisses.map(({ requestId, differences }) => ({ id: requestId, differences }));
  return { ...result, nearMisses };
}

async function verifyWebhooks(
  { control, path }: Caller,
  match: WebhookMatch,
  count?: Count,
): Promise<AssertionResult> {
  const result = await control.call('post', `${ROOT}/webhooks/verify`, {
    path,
    body: assertionBody('expectWebhook', match, OPTION_NAMES.webhookMatch, count),
    names: NAMES,
  });
  const nearMisses = result.nearMisses.map(({ eventId, differences }) => ({ id: eventId, differences }));
  return { ...result, nearMisses };
}

const differenceLine = ({ field, expected, actual }: Difference): string =>
  `      ${field}: expected ${JSON.stringify(expected)}, got ${actual === undefined ? 'nothing' : JSON.stringify(actual)}`;

/** Describes a result, with the nearest misses field by field. */
function explain(what: string, { expected, matched, nearMisses }: AssertionResult): string {
  const headline = `expected ${what}: ${expected}, found ${matched}`;
  if (nearMisses.length === 0) return headline;
  const misses = nearMisses.map(({ id, differences }) => [`    ${id}`, ...differences.map(differenceLine)]);
  return [headline, '  the nearest misses:', ...misses.flat()].join('\n');
}

const explainRequests = (match: RequestMatch, result: AssertionResult): string =>
  explain(`requests with ${JSON.stringify(match)}`, result);

/** Polls for the latest matching request. */
export async function pollForRequest(caller: Caller, match: RequestMatch): Promise<PollResult<string>> {
  const result = await verifyRequests(caller, match, undefined, 'waitForRequest');
  const latest = result.matches.at(-1);
  if (latest === undefined) return { kind: 'pending', status: explainRequests(match, result) };
  return { kind: 'found', found: latest };
}

/** @throws AssertionError unless as many matching requests were made as expected */
export async function expectRequest(caller: Caller, match: RequestMatch, count?: Count): Promise<void> {
  const result = await verifyRequests(caller, match, count);
  throwIfFailed(result, explainRequests(match, result));
}

/** @throws AssertionError unless as many matching events happened as expected */
export async function expectWebhook(caller: Caller, match: WebhookMatch, count?: Count): Promise<void> {
  const result = await verifyWebhooks(caller, match, count);
  throwIfFailed(result, explain(`webhook events with ${JSON.stringify(match)}`, result));
}

function throwIfFailed(result: AssertionResult, message: string): void {
  if (result.ok) return;
  const { matched: actual, expected } = result;
  throw new AssertionError({ message, actual, expected, operator: 'fail', stackStartFn: throwIfFailed });
}

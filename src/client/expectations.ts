import { AssertionError } from 'node:assert';
import { type Caller, ROOT } from './account-resources.ts';
import { toSnake } from './camel-case.ts';
import type { Count, RequestMatch, WebhookMatch } from './options.ts';

/** A verdict on requests or events, with the nearest misses. */
export interface Verdict {
  readonly ok: boolean;
  readonly matched: number;
  /** How many were expected, in words. */
  readonly expected: string;
  /** Ids of those that match, the latest ones. */
  readonly matches: readonly string[];
  readonly nearMisses: readonly NearMiss[];
}

export interface NearMiss {
  readonly id: string;
  readonly differences: readonly Difference[];
}

export interface Difference {
  readonly field: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

function countBody(count: Count): object {
  const given = count as { times?: number; atLeast?: number; atMost?: number; never?: true };
  const { times, atLeast, atMost, never } = given;
  return toSnake({ exactly: times, atLeast, atMost, never });
}

const assertion = (match: object, count: Count | undefined) => ({
  match: toSnake(match),
  ...(count === undefined ? {} : { count: countBody(count) }),
});

export async function judgeRequests(
  { control, path }: Caller,
  match: RequestMatch,
  count?: Count,
): Promise<Verdict> {
  const verdict = await control.call('post', `${ROOT}/requests/verify`, {
    path,
    body: assertion(match, count),
  });
  const nearMisses = verdict.nearMisses.map(({ requestId, differences }) => ({ id: requestId, differences }));
  return { ...verdict, nearMisses };
}

export async function judgeWebhooks(
  { control, path }: Caller,
  match: WebhookMatch,
  count?: Count,
): Promise<Verdict> {
  const verdict = await control.call('post', `${ROOT}/webhooks/verify`, {
    path,
    body: assertion(match, count),
  });
  const nearMisses = verdict.nearMisses.map(({ eventId, differences }) => ({ id: eventId, differences }));
  return { ...verdict, nearMisses };
}

const differenceLine = ({ field, expected, actual }: Difference): string =>
  `      ${field}: expected ${JSON.stringify(expected)}, got ${actual === undefined ? 'nothing' : JSON.stringify(actual)}`;

/** A verdict in words, the nearest misses field by field. */
function explain(what: string, { expected, matched, nearMisses }: Verdict): string {
  const headline = `expected ${what}: ${expected}, found ${matched}`;
  if (nearMisses.length === 0) return headline;
  const misses = nearMisses.map(({ id, differences }) => [`    ${id}`, ...differences.map(differenceLine)]);
  return [headline, '  the nearest misses:', ...misses.flat()].join('\n');
}

/** A verdict on requests in words. */
export const explainRequests = (match: RequestMatch, verdict: Verdict): string =>
  explain(`requests with ${JSON.stringify(match)}`, verdict);

/** A verdict on events in words. */
export const explainWebhooks = (match: WebhookMatch, verdict: Verdict): string =>
  explain(`webhook events with ${JSON.stringify(match)}`, verdict);

/** @throws AssertionError where the verdict is not as expected */
export function assertVerdict(verdict: Verdict, message: string): void {
  if (verdict.ok) return;
  const { matched: actual, expected } = verdict;
  throw new AssertionError({ message, actual, expected, operator: 'fail', stackStartFn: assertVerdict });
}

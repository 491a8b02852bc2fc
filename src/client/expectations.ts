import { AssertionError } from 'node:assert';
import { type Caller, ROOT } from './account-parts.ts';
import { toSnake } from './camel.ts';
import type { Count, RequestMatch, WebhookMatch } from './options.ts';

/** A verdict on requests or events, with the nearest misses. */
export interface Verdict {
  readonly ok: boolean;
  readonly matched: number;
  /** How many were expected, in words. */
  readonly expected: string;
  readonly message: string;
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
export function explainVerdict({ message, nearMisses }: Verdict): string {
  if (nearMisses.length === 0) return message;
  const misses = nearMisses.map(({ id, differences }) => [`    ${id}`, ...differences.map(differenceLine)]);
  return [message, '  the nearest misses:', ...misses.flat()].join('\n');
}

/** @throws AssertionError where the verdict is not as expected */
export function assertVerdict(verdict: Verdict, caller: (...args: never[]) => unknown): void {
  if (verdict.ok) return;
  throw new AssertionError({
    message: explainVerdict(verdict),
    actual: verdict.matched,
    expected: verdict.expected,
    operator: 'fail',
    stackStartFn: caller,
  });
}

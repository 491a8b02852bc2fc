import type { Knowledge } from '../knowledge.ts';
import { isFields, type ServiceCall } from '../recording.ts';
import {
  fromSightings,
  fromTrials,
  type LearnedRow,
  notObserved,
  type Sighting,
  type Trial,
} from '../verdicts.ts';
import type { Learner } from './learner.ts';

const numberOf = (call: ServiceCall, header: string): number | null => {
  const text = call.answerHeaders[header];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
};

const limitOf = (call: ServiceCall): number | null => numberOf(call, 'x-ratelimit-limit');
const remainingOf = (call: ServiceCall): number | null => numberOf(call, 'x-ratelimit-remaining');

/** False for a call that may have been made without a key: some tools leave credentials out of their files. */
const hasKey = ({ key, operation }: ServiceCall): boolean => key !== null || operation !== null;

/** Calls with an accepted key: only their headers are those of a key. */
const keyed = ({ recording, acceptedKeys }: Knowledge): readonly ServiceCall[] =>
  recording.calls
    .filter(call => call.status !== 401 && call.isBearer && acceptedKeys.has(call.key))
    .filter(hasKey);

function limit(knowledge: Knowledge): LearnedRow {
  const { assumed } = knowledge;
  const calls = keyed(knowledge).filter(call => limitOf(call) !== null);
  const byKey = new Map(calls.map(call => [call.key, limitOf(call)!]));
  const sightings = calls.map(
    (call): Sighting => ({ exchange: call.label, field: 'X-RateLimit-Limit', value: limitOf(call) }),
  );
  const byOperation = new Map(calls.map(call => [call.operation, limitOf(call)!]));
  const isOfOperation = calls.every(call => byOperation.get(call.operation) === limitOf(call));
  if (isOfOperation && new Set(byOperation.values()).size > 1 && byKey.size === 1) {
    const own = [...byOperation].map(([operation, value]) => `${operation ?? 'other paths'}: ${value}`);
    return notObserved(
      'rate_limit_per_minute',
      `the operations have limits of their own (${own.join(', ')})`,
    );
  }
  const limits = [...new Set(byKey.values())];
  if (limits.length <= 1) return fromSightings('rate_limit_per_minute', assumed, sightings);
  const list = [...byKey].map(([key, value]) => `${key}: ${value}`).join(', ');
  return notObserved('rate_limit_per_minute', `the keys have limits of their own (${list})`);
}

interface Pair {
  readonly before: ServiceCall;
  readonly call: ServiceCall;
  /** By how much X-RateLimit-Remaining fell. */
  readonly drop: number;
}

/** Successive calls of a key that did not overlap. Without times, they are taken to be in order. */
function pairsOf(calls: readonly ServiceCall[]): Pair[] {
  const last = new Map<string | null, ServiceCall>();
  const pairs: Pair[] = [];
  for (const call of calls) {
    const before = last.get(call.key);
    last.set(call.key, call);
    const [from, to] = [before && remainingOf(before), remainingOf(call)];
    if (!before || from == null || to === null) continue;
    if (before.endMs !== null && call.atMs !== null && before.endMs > call.atMs) continue;
    pairs.push({ before, call, drop: from - to });
  }
  return pairs;
}

/** True if more than this call is used up of its window, so that the window did not begin with it. */
function isInOpenWindow(call: ServiceCall, cost: number): boolean {
  const [allowed, remaining] = [limitOf(call), remainingOf(call)];
  return allowed !== null && remaining !== null && remaining < allowed - cost;
}

function cost(knowledge: Knowledge, pairs: readonly Pair[]): LearnedRow {
  const free = pairs
    .filter(({ call }) => call.status !== 429 && call.operation !== 'createOrdersBulk')
    // A drop of more than one can come from other clients of the key, any other from a new window.
    .filter(({ call, drop }) => (drop === 0 || drop === 1) && isInOpenWindow(call, 1))
    .map(
      ({ call, drop }): Trial => ({
        exchange: call.label,
        field: 'X-RateLimit-Remaining',
        observed: `fell by ${drop}`,
        assumed: 'falls by 1',
        holds: drop === 1,
      }),
    );
  const limited = keyed(knowledge)
    .filter(({ status }) => status === 429)
    .map((call): Trial => {
      const retryAfter = numberOf(call, 'retry-after');
      return {
        exchange: call.label,
        field: 'Retry-After, X-RateLimit-Remaining',
        observed: `${retryAfter ?? 'none'}, ${remainingOf(call) ?? 'none'}`,
        assumed: 'at least 1, 0',
        holds: retryAfter !== null && retryAfter >= 1 && remainingOf(call) === 0,
      };
    });
  return fromTrials('rate_limit_cost', [...free, ...limited]);
}

const itemsOf = ({ body }: ServiceCall): number =>
  isFields(body) && Array.isArray(body.orders) ? body.orders.length : 0;

/** A drop shows the cost only if no new window began in between: then more than the bulk request is used up. */
function bulkCost({ assumed }: Knowledge, pairs: readonly Pair[]): LearnedRow {
  const sightings = pairs.flatMap(({ call, drop }): Sighting[] => {
    const items = itemsOf(call);
    const isBulk = call.operation === 'createOrdersBulk' && [202, 207, 422].includes(call.status ?? 0);
    if (!isBulk || items < 2 || !isInOpenWindow(call, items)) return [];
    const value = drop === 1 ? 'request' : drop === items ? 'item' : null;
    if (value === null) return [];
    const observed = `fell by ${drop} for ${items} items`;
    return [{ exchange: call.label, field: 'X-RateLimit-Remaining', value, observed }];
  });
  // Other clients of the key can make it fall further, never less.
  const certain = sightings.filter(({ value }) => value === 'request');
  return fromSightings('bulk_rate_cost', assumed, certain.length > 0 ? certain : sightings);
}

/** The limits of keys. */
export const learnRateLimit: Learner = knowledge => {
  const pairs = pairsOf(keyed(knowledge));
  return [limit(knowledge), cost(knowledge, pairs), bulkCost(knowledge, pairs)];
};

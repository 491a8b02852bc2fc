import { formatDuration } from '../domain/duration.ts';
import type { OperationId } from '../domain/operations.ts';
import { globMatches, isGlob } from './glob.ts';
import type { Range, RequestMatch, WebhookMatch } from './scenario-types.ts';

/**
 * What is known when the scenarios are asked. A fact that is null satisfies no condition on it: a request whose body
 * does not parse has no address, so a rule that matches an address does not apply to it.
 */
export interface Facts {
  /** An item of a bulk request is asked about as `createOrder`, the request itself as `createOrdersBulk`. */
  readonly operation: OperationId | null;
  readonly externalId: string | null;
  readonly address: string | null;
  readonly packageId: number | null;
  readonly energyAmount: number | null;
  /** The name of the API key. */
  readonly key: string | null;
  /** Milliseconds since the order in question was accepted, on the account's clock. */
  readonly orderAgeMs: number | null;
  readonly orderId: number | null;
  /** The position in a bulk request, 1 for the first. */
  readonly item: number | null;
  /** True where the external_id belongs to an order already; only creating an order can be a repeat. */
  readonly repeat: boolean | null;
  /** `order.processing` and the others. */
  readonly event: string | null;
  /** 1 for the first. */
  readonly attempt: number | null;
}

/** The facts of which nothing is known. */
export const NO_FACTS: Facts = {
  operation: null,
  externalId: null,
  address: null,
  packageId: null,
  energyAmount: null,
  key: null,
  orderAgeMs: null,
  orderId: null,
  item: null,
  repeat: null,
  event: null,
  attempt: null,
};

/** All fields of all matches that can be looked up in the facts; counts and chance are the chooser's. */
type Match = Omit<RequestMatch & WebhookMatch, 'nth' | 'probability'>;
export type Test = (facts: Facts) => boolean;

interface Condition<Expected> {
  /** The field's name in a file. */
  readonly label: string;
  /** Made once a rule, so that a request pays for the comparison alone. */
  readonly compile: (expected: Expected) => Test;
  readonly expected: (expected: Expected) => string;
  readonly actual: (facts: Facts) => string;
}

/** True where a number lies in the range; nothing lies in none. */
export function inRange(range: Range, value: number | null): boolean {
  if (value === null) return false;
  if (range.min !== undefined && value < range.min) return false;
  if (range.max !== undefined && value > range.max) return false;
  return range.every === undefined || value % range.every === 0;
}

/** A range in words: `2`, `at least 2`, `1 to 3`, `a multiple of 2`. */
export function describeRange(range: Range, show: (value: number) => string = String): string {
  const { min, max, every } = range;
  const words: string[] = [];
  if (every !== undefined) words.push(`a multiple of ${every}`);
  if (min !== undefined && min === max) words.push(show(min));
  else if (min !== undefined && max !== undefined) words.push(`${show(min)} to ${show(max)}`);
  else if (min !== undefined) words.push(`at least ${show(min)}`);
  else if (max !== undefined) words.push(`at most ${show(max)}`);
  return words.join(', ') || 'any';
}

const showFact = (value: unknown): string => (value === null ? 'not known' : String(value));

type TextFact = 'externalId' | 'address' | 'key' | 'event';
type NumberFact = 'packageId' | 'energyAmount' | 'attempt' | 'orderAgeMs' | 'item';

const textCondition = (fact: TextFact, label: string): Condition<string> => ({
  label,
  compile: pattern =>
    isGlob(pattern)
      ? facts => facts[fact] !== null && globMatches(pattern, facts[fact])
      : facts => facts[fact] === pattern,
  expected: pattern => pattern,
  actual: facts => showFact(facts[fact]),
});

const rangeCondition = (
  fact: NumberFact,
  label: string,
  show: (value: number) => string = String,
): Condition<Range> => ({
  label,
  compile: range => facts => inRange(range, facts[fact]),
  expected: range => describeRange(range, show),
  actual: facts => (typeof facts[fact] === 'number' ? show(facts[fact]) : 'not known'),
});

/** A status request names a used external_id as well, and repeats nothing. */
const isRepeat = (facts: Facts): boolean => facts.repeat === true && facts.operation === 'createOrder';

/** The table of conditions: a new field of `match` is one entry here and one in the schema. */
export const CONDITIONS: { readonly [Field in keyof Match]-?: Condition<NonNullable<Match[Field]>> } = {
  operations: {
    label: 'operation',
    compile: operations => facts => facts.operation !== null && operations.includes(facts.operation),
    expected: operations => operations.join(' or '),
    actual: facts => showFact(facts.operation),
  },
  event: textCondition('event', 'event'),
  attempt: rangeCondition('attempt', 'attempt'),
  externalId: textCondition('externalId', 'external_id'),
  address: textCondition('address', 'address'),
  packageId: rangeCondition('packageId', 'package_id'),
  energyAmount: rangeCondition('energyAmount', 'energy_amount'),
  key: textCondition('key', 'key'),
  orderAgeMs: rangeCondition('orderAgeMs', 'order_age', formatDuration),
  item: rangeCondition('item', 'item'),
  repeat: {
    label: 'repeat',
    compile: repeat => facts => isRepeat(facts) === repeat,
    expected: repeat => (repeat ? 'a repeat of a used external_id' : 'no repeat'),
    actual: facts => (isRepeat(facts) ? 'a repeat' : 'no repeat'),
  },
};

interface Bound {
  readonly test: Test;
  /** `operation: expected createOrder, found getBalance`. */
  readonly complaint: (facts: Facts) => string;
}

const bind = <Expected>(condition: Condition<Expected>, expected: Expected): Bound => ({
  test: condition.compile(expected),
  complaint: facts =>
    `${condition.label}: expected ${condition.expected(expected)}, found ${condition.actual(facts)}`,
});

/** The tests of a match, in the table's order; an empty match has none. */
export function compileMatch(match: Match): readonly Bound[] {
  const bound: Bound[] = [];
  for (const field of Object.keys(CONDITIONS) as (keyof Match)[]) {
    const expected = match[field];
    if (expected !== undefined) bound.push(bind(CONDITIONS[field] as Condition<unknown>, expected));
  }
  return bound;
}

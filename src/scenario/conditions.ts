import { formatDuration } from '../domain/duration.ts';
import type { OperationId } from '../domain/operations.ts';
import { Glob, isGlob } from './glob.ts';

/*
 * The types of conditions, as they are stored and as files have them, the facts that they are compared with, and the
 * table of comparisons. A new condition is a field of both types, a fact and a table row here, an entry in
 * match-schema.ts, and in the engine's scenario-facts.ts the origin of its fact.
 */

/** Both bounds are inclusive. A missing bound is open. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
  /** Only multiples match: 2 matches 2, 4, 6 … */
  readonly every?: number;
}

/** Conditions on the subject of a request or order. All of them must hold. Strings are globs (`*`, `?`). */
export interface SubjectMatch {
  readonly externalId?: string;
  readonly address?: string;
  readonly packageId?: Range;
  readonly energyAmount?: Range;
  /** The name of the API key that was used. */
  readonly key?: string;
  /** The name of the account. */
  readonly account?: string;
  /** How many times all other conditions have held, this time included. */
  readonly nth?: Range;
  /** From 0 to 1; the draws are derived from the account's seed. */
  readonly probability?: number;
}

/** Conditions on a request. */
export interface RequestMatch extends SubjectMatch {
  readonly operations?: readonly OperationId[];
  /** Time since the order concerned was accepted, on the account's clock. Without an order, there is no match. */
  readonly orderAgeMs?: Range;
  /** The position of an order in its bulk request, starting at 1. A single order does not match. */
  readonly item?: Range;
  /** True: only a repeat of an external_id. False: no repeat; this is the default in a file's rule with `commit`. */
  readonly repeat?: boolean;
}

/** Conditions on a delivery attempt of a webhook event. */
export interface WebhookMatch extends SubjectMatch {
  /** A glob over event names such as `order.processing`. */
  readonly event?: string;
  /** The number of the attempt, starting at 1. */
  readonly attempt?: Range;
}

/** A number, or inclusive bounds, at least one of them. */
export type NumberRange = number | { readonly min?: number; readonly max?: number };

/** An ordinal from 1, a range of ordinals, or every nth: `every: 2` is every second one. */
export type CountRange = number | { readonly min?: number; readonly max?: number; readonly every?: number };

/** Conditions as a scenario file has them. All of them must hold. In strings, `*` and `?` are wildcards. */
export interface ScenarioMatch {
  readonly external_id?: string;
  readonly address?: string;
  readonly package_id?: NumberRange;
  readonly energy_amount?: NumberRange;
  /** The name of the API key. */
  readonly key?: string;
  /** The name of the account. */
  readonly account?: string;
  /** The nth time that all other conditions held. */
  readonly nth?: CountRange;
  /** 0 to 1, drawn from the account's seed. */
  readonly probability?: number;
}

/** Conditions on a request, as a scenario file has them. */
export interface ScenarioRequestMatch extends ScenarioMatch {
  readonly operation?: OperationId | readonly OperationId[];
  /** Time since the order concerned was accepted, such as `30s` or `5m`. */
  readonly order_age?: { readonly min?: string; readonly max?: string };
  /** The position of an order in its bulk request. */
  readonly item?: CountRange;
  /** true: only repeated uses of an external_id; false: only the first use. */
  readonly repeat?: boolean;
}

/** Conditions on a delivery attempt, as a scenario file has them. */
export interface ScenarioWebhookMatch extends ScenarioMatch {
  /** Such as `order.delegated`, or `order.*`. */
  readonly event?: string;
  readonly attempt?: CountRange;
}

/**
 * What is known when rules are evaluated. A fact that is null does not satisfy any condition: a request whose body
 * cannot be parsed has no address, so a rule that matches an address does not apply to it.
 */
export interface Facts {
  /** `createOrder` for an item of a bulk request, `createOrdersBulk` for the request itself. */
  readonly operation: OperationId | null;
  readonly externalId: string | null;
  readonly address: string | null;
  readonly packageId: number | null;
  readonly energyAmount: number | null;
  /** The name of the API key. */
  readonly key: string | null;
  /** The name of the account. */
  readonly account: string | null;
  /** Milliseconds since the order concerned was accepted, on the account's clock. */
  readonly orderAgeMs: number | null;
  readonly orderId: number | null;
  /** The position in a bulk request, starting at 1. */
  readonly item: number | null;
  /** True if the external_id already belongs to an order. Only a request that creates an order can be a repeat. */
  readonly repeat: boolean | null;
  /** `order.processing` and so on. */
  readonly event: string | null;
  /** The number of the attempt, starting at 1. */
  readonly attempt: number | null;
}

/** Facts of which none is known. */
export const NO_FACTS: Facts = {
  operation: null,
  externalId: null,
  address: null,
  packageId: null,
  energyAmount: null,
  key: null,
  account: null,
  orderAgeMs: null,
  orderId: null,
  item: null,
  repeat: null,
  event: null,
  attempt: null,
};

/** All fields of all matches that are compared with facts; `nth` and `probability` need counters. */
type Match = Omit<RequestMatch & WebhookMatch, 'nth' | 'probability'>;
export type Test = (facts: Facts) => boolean;

interface Condition<Expected> {
  /** The name of the field in scenario files. */
  readonly label: string;
  /** Called once per rule, so that a request only pays for the comparison. */
  readonly compile: (expected: Expected) => Test;
  readonly expected: (expected: Expected) => string;
  readonly actual: (facts: Facts) => string;
}

/** True if a number is in the range. Null is not in any range. */
export function inRange(range: Range, value: number | null): boolean {
  if (value === null) return false;
  if (range.min !== undefined && value < range.min) return false;
  if (range.max !== undefined && value > range.max) return false;
  return range.every === undefined || value % range.every === 0;
}

/** Describes a range: `2`, `at least 2`, `1 to 3`, `a multiple of 2`. */
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

const showFact = (value: unknown): string => (value === null ? 'unknown' : String(value));

/** A fact, shortened if it is too long to be valid. */
const showText = (text: string | null): string =>
  text !== null && text.length > MAX_FACT
    ? `${text.slice(0, MAX_FACT)}… (${text.length} characters; patterns are compared with at most ${MAX_FACT})`
    : showFact(text);

/** The names of the facts that are strings and of those that are numbers. */
type FactsOf<Value> = { [Name in keyof Facts]: Facts[Name] extends Value | null ? Name : never }[keyof Facts];
type TextFact = Exclude<FactsOf<string>, 'operation'>;
type NumberFact = FactsOf<number>;

/**
 * A longer text satisfies no condition with wildcards. It is not valid as any of the facts, and without this limit a
 * request with a very long external_id would be compared with all patterns of an account.
 */
export const MAX_FACT = 128;

function globTest(fact: TextFact, pattern: string): Test {
  const glob = new Glob(pattern);
  return facts => {
    const text = facts[fact];
    return text !== null && text.length <= MAX_FACT && glob.matches(text);
  };
}

const textCondition = (fact: TextFact, label: string): Condition<string> => ({
  label,
  compile: pattern => (isGlob(pattern) ? globTest(fact, pattern) : facts => facts[fact] === pattern),
  expected: pattern => pattern,
  actual: facts => showText(facts[fact]),
});

const rangeCondition = (
  fact: NumberFact,
  label: string,
  show: (value: number) => string = String,
): Condition<Range> => ({
  label,
  compile: range => facts => inRange(range, facts[fact]),
  expected: range => describeRange(range, show),
  actual: facts => (typeof facts[fact] === 'number' ? show(facts[fact]) : 'unknown'),
});

/** A status request also names an existing external_id, but is not a repeat. */
const isRepeat = (facts: Facts): boolean => facts.repeat === true && facts.operation === 'createOrder';

/** How each field of `match` is tested. The compiler requires an entry for every field of the match types. */
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
  account: textCondition('account', 'account'),
  orderAgeMs: rangeCondition('orderAgeMs', 'order_age', formatDuration),
  item: rangeCondition('item', 'item'),
  repeat: {
    label: 'repeat',
    compile: repeat => facts => isRepeat(facts) === repeat,
    expected: repeat => (repeat ? 'a repeat of an external_id' : 'no repeat'),
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

/** The tests of a match, in the order of the table. An empty match has none. */
export function compileMatch(match: Match): readonly Bound[] {
  const bound: Bound[] = [];
  for (const field of Object.keys(CONDITIONS) as (keyof Match)[]) {
    const expected = match[field];
    if (expected !== undefined) bound.push(bind(CONDITIONS[field] as Condition<unknown>, expected));
  }
  return bound;
}

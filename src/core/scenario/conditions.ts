import type { OperationId } from '../domain/operations.ts';
import { formatDuration, parseDuration } from '../domain/time.ts';
import { globMatches, isGlob } from './glob.ts';
import type { ValueKind, ValueOf } from './value-schemas.ts';

/*
 * The conditions of rules, and the facts that they are compared with. A new condition is a row of CONDITIONS: the schema of
 * scenario files, the types, the editor's completion and the docs are derived from it. A new fact also needs a row of
 * NO_FACTS, and its value where the engine asks for a rule: request/decision.ts, place-order.ts, webhook-deliveries.ts.
 */

/** The lists of rules in a scenario. Each is evaluated at its own point. */
export const POINTS = ['requests', 'orders', 'webhooks'] as const;
export type Point = (typeof POINTS)[number];

/**
 * The facts for the evaluation of rules. A fact that is null does not satisfy any condition: a request whose body
 * cannot be parsed has no address, so a rule that matches an address does not apply to it.
 */
export const NO_FACTS = {
  /** `createOrder` for an item of a bulk request, `createOrdersBulk` for the request itself. */
  operation: null as OperationId | null,
  externalId: null as string | null,
  address: null as string | null,
  packageId: null as number | null,
  energyAmount: null as number | null,
  key: null as string | null,
  account: null as string | null,
  /** Milliseconds since the order concerned was accepted, on the account's clock. */
  orderAgeMs: null as number | null,
  /** Milliseconds since the account was created or reset, on its clock. */
  clockMs: null as number | null,
  orderId: null as number | null,
  /** The position in a bulk request, starting at 1. */
  item: null as number | null,
  /** True if the external_id already belongs to an order. Only a request that creates an order can be a repeat. */
  repeat: null as boolean | null,
  event: null as string | null,
  /** The number of the attempt, starting at 1. */
  attempt: null as number | null,
};

export interface Facts extends Readonly<typeof NO_FACTS> {}

type FactsOf<Value> = { [Name in keyof Facts]: Facts[Name] extends Value | null ? Name : never }[keyof Facts];
type TextFact = Exclude<FactsOf<string>, 'operation'>;
type NumberFact = FactsOf<number>;

export interface Comparison {
  readonly matches: (facts: Facts) => boolean;
  /** Why it does not match: `expected createOrder, found getBalance`. */
  readonly explain: (facts: Facts) => string;
}

/** A number, or inclusive bounds. A missing bound is open; `every: 2` matches 2, 4, 6 … */
export type Range = ValueOf<'count'>;
type Bounds = Exclude<Range, number>;

export const boundsOf = (range: Range): Bounds =>
  typeof range === 'number' ? { min: range, max: range } : range;

/** True if a number is in the range. Null is not in any range. */
export function inRange(range: Range, value: number | null): boolean {
  if (value === null) return false;
  if (typeof range === 'number') return value === range;
  if (range.min !== undefined && value < range.min) return false;
  if (range.max !== undefined && value > range.max) return false;
  return range.every === undefined || value % range.every === 0;
}

/** Describes a range: `2`, `at least 2`, `1 to 3`, `a multiple of 2`. */
export function describeRange(range: Range, show: (value: number) => string = String): string {
  const { min, max, every } = boundsOf(range);
  const words: string[] = [];
  if (every !== undefined) words.push(`a multiple of ${every}`);
  if (min !== undefined && min === max) words.push(show(min));
  else if (min !== undefined && max !== undefined) words.push(`${show(min)} to ${show(max)}`);
  else if (min !== undefined) words.push(`at least ${show(min)}`);
  else if (max !== undefined) words.push(`at most ${show(max)}`);
  return words.join(', ') || 'any';
}

const showFact = (value: unknown): string => (value === null ? 'unknown' : String(value));

/**
 * The maximum length of a text that can match a pattern with wildcards. No valid fact is longer, and without this limit, a
 * request with a very long external_id would be compared with all patterns of an account.
 */
export const MAX_FACT = 128;

const showText = (text: string | null): string =>
  text !== null && text.length > MAX_FACT
    ? `${text.slice(0, MAX_FACT)}… (${text.length} characters; patterns are compared with at most ${MAX_FACT})`
    : showFact(text);

const matchesGlob =
  (fact: TextFact, pattern: string): Comparison['matches'] =>
  facts => {
    const text = facts[fact];
    return text !== null && text.length <= MAX_FACT && globMatches(pattern, text);
  };

const text =
  (fact: TextFact) =>
  (pattern: string): Comparison => ({
    matches: isGlob(pattern) ? matchesGlob(fact, pattern) : facts => facts[fact] === pattern,
    explain: facts => `expected ${pattern}, found ${showText(facts[fact])}`,
  });

const range =
  (fact: NumberFact, show: (value: number) => string = String) =>
  (expected: Range): Comparison => ({
    matches: facts => inRange(expected, facts[fact]),
    explain: facts => {
      const value = facts[fact];
      return `expected ${describeRange(expected, show)}, found ${value === null ? 'unknown' : show(value)}`;
    },
  });

function operation(expected: ValueOf<'operation'>): Comparison {
  const operations = [expected].flat();
  return {
    matches: facts => facts.operation !== null && operations.includes(facts.operation),
    explain: facts => `expected ${operations.join(' or ')}, found ${showFact(facts.operation)}`,
  };
}

function age({ min, max }: ValueOf<'age'>): Comparison {
  const bounds = {
    ...(min !== undefined && { min: parseDuration(min)! }),
    ...(max !== undefined && { max: parseDuration(max)! }),
  };
  return range('orderAgeMs', formatDuration)(bounds);
}

function clock({ from = '0s', to }: ValueOf<'clock'>): Comparison {
  const fromMs = parseDuration(from)!;
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : parseDuration(to)!;
  const span = to === undefined ? `from ${from} on` : `${from} to ${to}`;
  return {
    matches: ({ clockMs }) => clockMs !== null && clockMs >= fromMs && clockMs < toMs,
    explain: ({ clockMs }) =>
      `expected ${span}, found ${clockMs === null ? 'unknown' : formatDuration(clockMs)}`,
  };
}

/** A status request also names an existing external_id, but is not a repeat. */
const isRepeat = (facts: Facts): boolean => facts.repeat === true && facts.operation === 'createOrder';

const repeat = (expected: boolean): Comparison => ({
  matches: facts => isRepeat(facts) === expected,
  explain: facts =>
    `expected ${expected ? 'a repeat of an external_id' : 'no repeat'}, found ${isRepeat(facts) ? 'a repeat' : 'no repeat'}`,
});

type Condition<Kind extends ValueKind> = {
  readonly on: readonly Point[];
  readonly value: Kind;
  /** Its description in the schema for editors and in the docs. */
  readonly about: string;
  /** Called once per rule, so that a request only pays for the comparison. Null: its rule's counts decide. */
  readonly compare: ((expected: ValueOf<Kind>) => Comparison) | null;
};
type AnyCondition = { [Kind in ValueKind]: Condition<Kind> }[ValueKind];

/** All conditions, in the order in which files, docs and explanations have them. */
export const CONDITIONS = {
  operation: {
    on: ['requests'],
    value: 'operation',
    about: 'An operation or a list of them. createOrder also matches the items of a bulk request.',
    compare: operation,
  },
  event: {
    on: ['webhooks'],
    value: 'event',
    about: 'The event, or a glob, such as order.delegated or order.*.',
    compare: text('event'),
  },
  attempt: {
    on: ['webhooks'],
    value: 'count',
    about: 'The number of the attempt, starting at 1: a number, or {min, max, every}.',
    compare: range('attempt'),
  },
  external_id: {
    on: POINTS,
    value: 'text',
    about: 'The external_id, or a glob.',
    compare: text('externalId'),
  },
  address: {
    on: POINTS,
    value: 'address',
    about: 'The recipient address, or a glob.',
    compare: text('address'),
  },
  package_id: {
    on: POINTS,
    value: 'number',
    about: 'The package id, or {min, max}.',
    compare: range('packageId'),
  },
  energy_amount: {
    on: POINTS,
    value: 'number',
    about:
      'The amount of Energy, or {min, max}: the custom amount that is requested; in webhook rules, the amount ordered.',
    compare: range('energyAmount'),
  },
  key: {
    on: POINTS,
    value: 'text',
    about: 'The name of the API key, or a glob.',
    compare: text('key'),
  },
  account: {
    on: POINTS,
    value: 'text',
    about: 'The name of the account, or a glob, for a scenario that applies to several accounts.',
    compare: text('account'),
  },
  nth: {
    on: POINTS,
    value: 'count',
    about:
      'How many times all other conditions have held, this time included: a number, or {min, max, every}.',
    compare: null,
  },
  probability: {
    on: POINTS,
    value: 'share',
    about:
      "The probability that the rule applies, from 0 to 1. Draws are derived from the account's seed: the same seed gives the same results.",
    compare: null,
  },
  order_age: {
    on: ['requests'],
    value: 'age',
    about:
      '{min, max}: the time since the order concerned was accepted. Requests without an order do not match.',
    compare: age,
  },
  clock: {
    on: POINTS,
    value: 'clock',
    about:
      '{from, to}: the time since the account was created or reset, on its clock: {from: 2m, to: 12m} is an outage of ten minutes. It matches from `from` on, and no longer at `to`.',
    compare: clock,
  },
  item: {
    on: ['requests'],
    value: 'count',
    about: 'The position of an order in its bulk request, starting at 1. Single orders do not match.',
    compare: range('item'),
  },
  repeat: {
    on: ['requests'],
    value: 'flag',
    about:
      'True: only a repeat of an external_id. False: only its first use. Default: both; with commit, only the first use.',
    compare: repeat,
  },
} as const satisfies Readonly<Record<string, AnyCondition>>;

type ConditionName = keyof typeof CONDITIONS;

/** Conditions with their values. All of them must hold; an empty match always holds. */
export type Match = { readonly [Name in ConditionName]?: ValueOf<(typeof CONDITIONS)[Name]['value']> };

/** The comparisons of a match, in the order of the table. An explanation begins with the name of its condition. */
export function compileMatch(match: Match): readonly Comparison[] {
  return (Object.keys(CONDITIONS) as ConditionName[]).flatMap(name => {
    const expected = match[name];
    const compare = CONDITIONS[name].compare as ((value: unknown) => Comparison) | null;
    if (expected === undefined || compare === null) return [];
    const { matches, explain } = compare(expected);
    return [{ matches, explain: (facts: Facts) => `${name}: ${explain(facts)}` }];
  });
}

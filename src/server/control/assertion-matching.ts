import type { components } from '../../contract/control-v1.generated.ts';
import { isObject } from '../../core/domain/json.ts';
import { globMatches, isGlob, MAX_PATTERN } from '../../core/scenario/glob.ts';
import type { BodyOf } from './control-call.ts';
import { invalid } from './control-error.ts';

export type Difference = Readonly<components['schemas']['Difference']>;

/** Tests one field of a subject; returns null if it matches. */
export type Criterion<Subject> = (subject: Subject) => Difference | null;

/** The expected number of matches; at least one by default. */
export type Count = NonNullable<BodyOf<'verifyRequests'>['count']>;

export interface VerifyResult<Subject> {
  readonly ok: boolean;
  readonly matched: readonly Subject[];
  /** The expected count in words, such as `exactly 1`. */
  readonly expected: string;
  /** Subjects that nearly match: fewest differences first, then latest first. */
  readonly nearMisses: readonly { readonly subject: Subject; readonly differences: readonly Difference[] }[];
}

const MAX_NEAR_MISSES = 5;
/** The maximum number of values in the expectation of an assertion, nested ones included. */
export const MAX_EXPECTED_VALUES = 1_000;

type Matcher = (actual: unknown) => boolean;

/** Compares a value with an expected one: strings as globs, objects by the expected fields only, arrays in full. */
function matcherOf(expected: unknown): Matcher {
  if (typeof expected === 'string') return textMatcher(expected);
  if (Array.isArray(expected)) {
    const matchers = expected.map(matcherOf);
    return actual =>
      Array.isArray(actual) &&
      actual.length === matchers.length &&
      matchers.every((matches, index) => matches(actual[index]));
  }
  if (isObject(expected)) {
    const matchers = Object.entries(expected).map(([name, one]) => [name, matcherOf(one)] as const);
    return actual => isObject(actual) && matchers.every(([name, matches]) => matches(ownValue(actual, name)));
  }
  return actual => expected === actual;
}

/** A number matches its decimal text, so that parameters of a query can be compared with numbers. */
function textMatcher(expected: string): Matcher {
  if (!isGlob(expected)) return actual => expected === actual || isNumberText(expected, actual);
  return actual => typeof actual === 'string' && globMatches(expected, actual);
}

const isNumberText = (expected: string, actual: unknown): boolean =>
  typeof actual === 'number' && expected === String(actual);

/** @throws ControlError if an expectation has too many values, or too long a pattern */
export function checkExpectation(expected: object, path: string): void {
  let values = 0;
  const visit = (value: unknown, at: string): void => {
    values += 1;
    if (values > MAX_EXPECTED_VALUES) {
      throw invalid(path, `${path} has more than ${MAX_EXPECTED_VALUES} values; check fewer at a time`);
    }
    if (typeof value === 'string' && value.length > MAX_PATTERN && isGlob(value)) {
      const message = `${at} is a pattern of ${value.length} characters; at most ${MAX_PATTERN} are allowed`;
      throw invalid(at, message);
    }
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    for (const name in value) {
      visit((value as Record<string, unknown>)[name], isList ? `${at}[${name}]` : `${at}.${name}`);
    }
  };
  visit(expected, path);
}

const ownValue = (object: unknown, name: string): unknown =>
  isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;

/** A criterion that at least one of several values must match. */
export function anyMatches<Subject>(
  field: string,
  expected: unknown,
  actualsOf: (subject: Subject) => readonly unknown[],
): Criterion<Subject> {
  const matches = matcherOf(expected);
  return subject => {
    const actuals = actualsOf(subject);
    if (actuals.some(matches)) return null;
    return { field, expected, actual: actuals.length > 1 ? actuals : (actuals[0] ?? null) };
  };
}

export const fieldMatches = <Subject>(
  field: string,
  expected: unknown,
  actualOf: (subject: Subject) => unknown,
): Criterion<Subject> => anyMatches(field, expected, subject => [actualOf(subject)]);

/** One criterion for each expected field of an object, nested ones included, so that a difference names its field. */
export function objectMatches<Subject>(
  field: string,
  expected: Readonly<Record<string, unknown>>,
  actualOf: (subject: Subject) => unknown,
): Criterion<Subject>[] {
  return Object.entries(expected).flatMap(([name, one]) => {
    const path = `${field}.${name}`;
    const read = (subject: Subject): unknown => ownValue(actualOf(subject), name);
    return isObject(one) ? objectMatches(path, one, read) : [fieldMatches(path, one, read)];
  });
}

function boundsOf({ exactly, at_least, at_most, never }: Count): [min: number, max: number, words: string] {
  if (never) return [0, 0, 'none'];
  if (exactly !== undefined) return [exactly, exactly, `exactly ${exactly}`];
  const min = at_least ?? (at_most === undefined ? 1 : 0);
  const max = at_most ?? Number.POSITIVE_INFINITY;
  const words = [
    ...(at_least !== undefined || at_most === undefined ? [`at least ${min}`] : []),
    ...(at_most === undefined ? [] : [`at most ${at_most}`]),
  ];
  return [min, max, words.join(' and ')];
}

type Miss<Subject> = VerifyResult<Subject>['nearMisses'][number];

/** Adds a miss that is later than all others, and drops the farthest one if there are too many. */
function addMiss<Subject>(misses: Miss<Subject>[], miss: Miss<Subject>): void {
  const at = misses.findIndex(one => one.differences.length >= miss.differences.length);
  misses.splice(at < 0 ? misses.length : at, 0, miss);
  if (misses.length > MAX_NEAR_MISSES) misses.pop();
}

/** Compares subjects, oldest first, with the criteria and the expected count: one subject per step. */
export function* verify<Subject>(
  subjects: Iterable<Subject>,
  criteria: readonly Criterion<Subject>[],
  count: Count = {},
): Generator<undefined, VerifyResult<Subject>> {
  const matched: Subject[] = [];
  const nearMisses: Miss<Subject>[] = [];
  for (const subject of subjects) {
    const differences = criteria.map(criterion => criterion(subject)).filter(one => one !== null);
    if (differences.length === 0) matched.push(subject);
    else addMiss(nearMisses, { subject, differences });
    yield;
  }
  const [min, max, expected] = boundsOf(count);
  return { ok: matched.length >= min && matched.length <= max, matched, expected, nearMisses };
}

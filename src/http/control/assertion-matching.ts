import { globMatches } from '../../scenario/glob.ts';

/** A field whose value differs from the expected one. */
export interface Difference {
  readonly field: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Tests one field of a subject; returns null if it matches. */
export type Criterion<Subject> = (subject: Subject) => Difference | null;

/** How many matches are expected; at least one by default. */
export interface Count {
  readonly exactly?: number;
  readonly at_least?: number;
  readonly at_most?: number;
  readonly never?: true;
}

/** The result of an assertion. */
export interface VerifyResult<Subject> {
  readonly ok: boolean;
  readonly matched: readonly Subject[];
  /** The expected count in words, such as `exactly 1`. */
  readonly expected: string;
  /** Subjects that nearly match: fewest differences first, then latest first. */
  readonly nearMisses: readonly { readonly subject: Subject; readonly differences: readonly Difference[] }[];
}

const MAX_NEAR_MISSES = 5;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Compares a value with an expected one: strings as globs, objects by the expected fields only, arrays in full. */
export function matchesExpected(expected: unknown, actual: unknown): boolean {
  if (typeof expected === 'string') {
    return (
      (typeof actual === 'string' && globMatches(expected, actual)) ||
      (typeof actual === 'number' && expected === String(actual))
    );
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((one, index) => matchesExpected(one, actual[index]));
  }
  if (isObject(expected)) {
    return (
      isObject(actual) &&
      Object.entries(expected).every(([name, one]) => matchesExpected(one, ownValue(actual, name)))
    );
  }
  return expected === actual;
}

const ownValue = (object: unknown, name: string): unknown =>
  isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;

/** A criterion on one field. */
export const fieldMatches =
  <Subject>(field: string, expected: unknown, actualOf: (subject: Subject) => unknown): Criterion<Subject> =>
  subject => {
    const actual = actualOf(subject);
    return matchesExpected(expected, actual) ? null : { field, expected, actual: actual ?? null };
  };

/** A criterion that at least one of several values must match. */
export const anyMatches =
  <Subject>(
    field: string,
    expected: unknown,
    actualsOf: (subject: Subject) => readonly unknown[],
  ): Criterion<Subject> =>
  subject => {
    const actuals = actualsOf(subject);
    if (actuals.some(actual => matchesExpected(expected, actual))) return null;
    return { field, expected, actual: actuals.length > 1 ? actuals : (actuals[0] ?? null) };
  };

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

/** The bounds of a count, and the count in words. */
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

/** Compares subjects, oldest first, with the criteria and the expected count. */
export function verify<Subject>(
  subjects: readonly Subject[],
  criteria: readonly Criterion<Subject>[],
  count: Count = {},
): VerifyResult<Subject> {
  const evaluated = subjects.map(subject => ({
    subject,
    differences: criteria.map(criterion => criterion(subject)).filter(one => one !== null),
  }));
  const matched = evaluated.filter(one => one.differences.length === 0).map(one => one.subject);
  const [min, max, expected] = boundsOf(count);
  const nearMisses = evaluated
    .filter(one => one.differences.length > 0)
    .reverse()
    .sort((a, b) => a.differences.length - b.differences.length)
    .slice(0, MAX_NEAR_MISSES);
  return { ok: matched.length >= min && matched.length <= max, matched, expected, nearMisses };
}

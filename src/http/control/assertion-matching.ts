import { globMatches } from '../../scenario/glob.ts';

/** A field in which something differs from what was asked for. */
export interface Difference {
  readonly field: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** One thing that is asked of a subject; null where it holds. */
export type Criterion<Subject> = (subject: Subject) => Difference | null;

/** How many are expected; at least one where nothing is said. */
export interface Count {
  readonly exactly?: number;
  readonly at_least?: number;
  readonly at_most?: number;
  readonly never?: true;
}

/** What came of an assertion. */
export interface Verdict<Subject> {
  readonly ok: boolean;
  readonly matched: readonly Subject[];
  /** Such as `exactly 1`. */
  readonly expected: string;
  /** Those that match nearly, the fewest differences first, then the latest. */
  readonly nearMisses: readonly { readonly subject: Subject; readonly differences: readonly Difference[] }[];
}

const MAX_NEAR_MISSES = 5;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True where a value is what is asked for: texts by glob, objects by the fields that are named, lists whole. */
export function fits(expected: unknown, actual: unknown): boolean {
  if (typeof expected === 'string') {
    return (
      (typeof actual === 'string' && globMatches(expected, actual)) ||
      (typeof actual === 'number' && expected === String(actual))
    );
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((one, index) => fits(one, actual[index]));
  }
  if (isObject(expected)) {
    return isObject(actual) && Object.entries(expected).every(([name, one]) => fits(one, own(actual, name)));
  }
  return expected === actual;
}

const own = (object: unknown, name: string): unknown =>
  isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;

/** Asks one field of a subject. */
export const fieldIs =
  <Subject>(field: string, expected: unknown, actualOf: (subject: Subject) => unknown): Criterion<Subject> =>
  subject => {
    const actual = actualOf(subject);
    return fits(expected, actual) ? null : { field, expected, actual: actual ?? null };
  };

/** Asks whether one of several values of a subject fits. */
export const oneIs =
  <Subject>(
    field: string,
    expected: unknown,
    actualsOf: (subject: Subject) => readonly unknown[],
  ): Criterion<Subject> =>
  subject => {
    const actuals = actualsOf(subject);
    if (actuals.some(actual => fits(expected, actual))) return null;
    return { field, expected, actual: actuals.length > 1 ? actuals : (actuals[0] ?? null) };
  };

/** Asks each named field of an object by itself, nested ones too, so that a difference names the field. */
export function partIs<Subject>(
  field: string,
  expected: Readonly<Record<string, unknown>>,
  actualOf: (subject: Subject) => unknown,
): Criterion<Subject>[] {
  return Object.entries(expected).flatMap(([name, one]) => {
    const path = `${field}.${name}`;
    const read = (subject: Subject): unknown => own(actualOf(subject), name);
    return isObject(one) ? partIs(path, one, read) : [fieldIs(path, one, read)];
  });
}

/** The bounds of a count, and its words. */
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

/** Holds subjects, oldest first, to what is expected of them. */
export function verify<Subject>(
  subjects: readonly Subject[],
  criteria: readonly Criterion<Subject>[],
  count: Count = {},
): Verdict<Subject> {
  const asked = subjects.map(subject => ({
    subject,
    differences: criteria.map(criterion => criterion(subject)).filter(one => one !== null),
  }));
  const matched = asked.filter(one => one.differences.length === 0).map(one => one.subject);
  const [min, max, expected] = boundsOf(count);
  const nearMisses = asked
    .filter(one => one.differences.length > 0)
    .reverse()
    .sort((a, b) => a.differences.length - b.differences.length)
    .slice(0, MAX_NEAR_MISSES);
  return { ok: matched.length >= min && matched.length <= max, matched, expected, nearMisses };
}

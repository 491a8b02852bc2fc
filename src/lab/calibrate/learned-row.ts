import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '../../core/domain/assumptions.ts';
import { grouped } from '../../core/text/wording.ts';

/**
 * confirmed: what was observed is what is assumed. narrowed: the assumed value fits what was observed, and so do others.
 * contradicted: something else was observed. not-observed: the traffic says nothing about it.
 */
export const VERDICTS = ['contradicted', 'narrowed', 'confirmed', 'not-observed'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** One place in the recording that supports a verdict. */
export interface Evidence {
  /** The exchange, such as `#12`. */
  readonly exchange: string;
  /** Such as `body.data.price_trx` or `X-RateLimit-Limit`. */
  readonly field: string;
  readonly observed: string;
  readonly assumed: string;
}

/** What was observed about a setting. */
export interface LearnedRow {
  /** The name of the setting. */
  readonly row: keyof Settings;
  readonly verdict: Verdict;
  /** The observation, in one line. */
  readonly observed: string;
  /** The number of exchanges that support it. */
  readonly count: number;
  /** The first few of them; for a contradiction, those that contradict. */
  readonly evidence: readonly Evidence[];
  /** The value that fits all observations; absent if nothing was observed. */
  readonly value?: unknown;
  /** If exchanges show only bounds of the setting: the values that fit. */
  readonly bounds?: Bounds;
}

const MAX_EVIDENCE = 5;

export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

export interface Occurrence {
  readonly exchange: string;
  readonly field: string;
  readonly value: unknown;
  /** The exact observation, if the value is only implied. */
  readonly observed?: string;
}

export const notObserved = (row: keyof Settings, observed = ''): LearnedRow => ({
  row,
  verdict: 'not-observed',
  observed,
  count: 0,
  evidence: [],
});

interface Judgment extends Omit<LearnedRow, 'row' | 'verdict'> {
  readonly fits: boolean;
  /** True if no other value fits. */
  readonly isOnly: boolean;
}

export const judgedRow = (
  row: keyof Settings,
  { fits, isOnly, evidence, ...rest }: Judgment,
): LearnedRow => ({
  row,
  verdict: !fits ? 'contradicted' : isOnly ? 'confirmed' : 'narrowed',
  evidence: evidence.slice(0, MAX_EVIDENCE),
  ...rest,
});

/**
 * The first occurrence of a value that another one had replaced. A value that comes and goes depends on something else.
 */
function returned(occurrences: readonly Occurrence[]): Occurrence | undefined {
  const replaced: unknown[] = [];
  return occurrences.find(({ value }, index) => {
    const before = occurrences[index - 1];
    if (!before || isDeepStrictEqual(before.value, value)) return false;
    replaced.push(before.value);
    return replaced.some(one => isDeepStrictEqual(one, value));
  });
}

/**
 * Judges a setting that single exchanges reveal. If the value changed during the recording, the latest one counts. If it
 * changed back, none does.
 */
export function fromOccurrences(
  row: keyof Settings,
  assumed: Settings,
  occurrences: readonly Occurrence[],
): LearnedRow {
  const last = occurrences.at(-1);
  if (!last) return notObserved(row);
  const again = returned(occurrences);
  if (again) {
    const other = occurrences[occurrences.indexOf(again) - 1]!;
    const values = `${shown(other.value)} at ${other.exchange}, ${shown(again.value)} before and after`;
    return notObserved(row, `no single value: ${values}`);
  }
  const fits = isDeepStrictEqual(last.value, assumed[row]);
  const other = occurrences.findLast(({ value }) => !isDeepStrictEqual(value, last.value));
  const shownOnes = fits
    ? occurrences
    : occurrences.filter(({ value }) => !isDeepStrictEqual(value, assumed[row]));
  return judgedRow(row, {
    fits,
    isOnly: true,
    observed: shown(last.value) + (other ? `; ${shown(other.value)} at ${other.exchange}` : ''),
    count: occurrences.length,
    evidence: shownOnes.map(({ exchange, field, value, observed = shown(value) }) => ({
      exchange,
      field,
      observed,
      assumed: shown(assumed[row]),
    })),
    value: last.value,
  });
}

export interface FittingValues {
  readonly exchange: string;
  readonly field: string;
  readonly observed: string;
  readonly values: readonly unknown[];
}

/**
 * Judges a setting with a few allowed values. One exchange may fit several of them, all exchanges together fewer.
 * @param values the allowed values; the first is the default
 */
export function fromFittingValues(
  row: keyof Settings,
  assumed: Settings,
  values: readonly unknown[],
  shownBy: readonly FittingValues[],
): LearnedRow {
  if (shownBy.length === 0) return notObserved(row);
  const common = values.filter(value => shownBy.every(one => one.values.includes(value)));
  if (common.length < 2)
    return fromOccurrences(
      row,
      assumed,
      shownBy.map(one => ({ ...one, value: common.length === 1 ? common[0] : one.values[0] })),
    );
  const fits = common.includes(assumed[row]);
  return judgedRow(row, {
    fits,
    isOnly: false,
    observed: common.map(shown).join(' or '),
    count: shownBy.length,
    evidence: shownBy.map(({ values: _, ...one }) => ({ ...one, assumed: shown(assumed[row]) })),
    value: fits ? assumed[row] : common.at(-1),
  });
}

/** An open or closed range of integers that fits what was observed. */
interface Bounds {
  /** The smallest value that fits; null if nothing bounds it. */
  readonly min: number | null;
  /** The largest value that fits; null if nothing bounds it. */
  readonly max: number | null;
}

function boundsText({ min, max }: Bounds): string {
  if (min !== null && min === max) return grouped(min);
  if (min !== null && max !== null) return `between ${grouped(min)} and ${grouped(max)}`;
  if (min !== null) return `at least ${grouped(min)}`;
  return max === null ? 'not bounded' : `at most ${grouped(max)}`;
}

/**
 * Judges a setting if exchanges show only bounds of it. Its value is the assumed one if that fits.
 * @param preferred bounds within the others: if the assumed value does not fit, the nearest value in them is taken
 */
export function fromBounds(
  row: keyof Settings,
  assumed: Settings,
  bounds: Bounds,
  evidence: readonly Omit<Evidence, 'assumed'>[],
  preferred: Bounds = bounds,
): LearnedRow {
  const { min, max } = bounds;
  if (min === null && max === null) return notObserved(row);
  if (min !== null && max !== null && min > max)
    return notObserved(
      row,
      `the exchanges contradict each other: ${boundsText({ min, max: null })}, ${boundsText({ min: null, max })}`,
    );
  const expected = assumed[row] as number;
  const nearest = (range: Bounds): number =>
    Math.min(Math.max(expected, range.min ?? expected), range.max ?? Number.POSITIVE_INFINITY);
  const fits = nearest(bounds) === expected;
  return judgedRow(row, {
    fits,
    isOnly: min === max,
    observed: boundsText(bounds),
    count: evidence.length,
    evidence: evidence.map(one => ({ ...one, assumed: shown(expected) })),
    bounds,
    value: fits ? expected : nearest(preferred),
  });
}

/** A sample in milliseconds. */
export interface Summary {
  readonly count: number;
  readonly median: number;
  readonly p5: number;
  readonly p95: number;
}

/** The value below which a share of a sorted sample lies, by the nearest rank. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!;

/** Summarizes a sample that is not empty. */
export function summarize(sample: readonly number[]): Summary {
  const sorted = sample.toSorted((left, right) => left - right);
  return {
    count: sorted.length,
    median: quantile(sorted, 0.5),
    p5: quantile(sorted, 0.05),
    p95: quantile(sorted, 0.95),
  };
}

/** A duration for people: `3s`, `1h 2m 5s`. Above ten seconds, milliseconds are left out. */
export function durationText(ms: number): string {
  if (ms < 10_000) return `${Math.round(ms) / 1_000}s`;
  const seconds = Math.round(ms / 1_000);
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'm'],
    [seconds % 60, 's'],
  ] as const;
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value}${unit}`)
    .join(' ');
}

export const summaryText = ({ count, median, p5, p95 }: Summary): string =>
  `median ${durationText(median)} (p5 ${durationText(p5)}, p95 ${durationText(p95)}, n ${count})`;

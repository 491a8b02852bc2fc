/** A sample in milliseconds. */
export interface Summary {
  readonly count: number;
  readonly median: number;
  /** The 5th and the 95th percentile. */
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

/** A summary in words: `median 3s, 5 % below 2.9s, 95 % below 3.4s, 12 times`. */
export const summaryText = ({ count, median, p5, p95 }: Summary): string =>
  `median ${durationText(median)} (p5 ${durationText(p5)}, p95 ${durationText(p95)}, n ${count})`;

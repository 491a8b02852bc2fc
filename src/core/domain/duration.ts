type Unit = 'ms' | 's' | 'm' | 'h' | 'd';

const UNIT_MS: Readonly<Record<Unit, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The format of durations in scenario files, flags and the control API. */
export const DURATION_PATTERN = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/**
 * Parses durations such as `250ms`, `3s`, `5m`, `1.5h` or `2d`.
 * @returns whole milliseconds, or null if the string is not a duration or exceeds 2^53 milliseconds
 */
export function parseDuration(text: string): number | null {
  const match = DURATION_PATTERN.exec(text);
  if (!match) return null;
  const ms = Math.round(Number(match[1]) * UNIT_MS[match[2] as Unit]);
  return Number.isSafeInteger(ms) ? ms : null;
}

/** The milliseconds of a duration that was validated before; 0 for none. @throws Error if the string is no duration */
export function durationMs(text: string | undefined): number {
  if (text === undefined) return 0;
  const ms = parseDuration(text);
  if (ms === null) throw new Error(`${text} is not a duration`);
  return ms;
}

/** Formats milliseconds in the largest unit that divides them: 90000 → `90s`, 3600000 → `1h`. */
export function formatDuration(ms: number): string {
  for (const unit of ['d', 'h', 'm', 's'] as const) {
    const size = UNIT_MS[unit];
    if (ms >= size && ms % size === 0) return `${ms / size}${unit}`;
  }
  return `${ms}ms`;
}

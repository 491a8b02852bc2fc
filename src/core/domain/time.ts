import { didYouMean } from '../text/nearest-word.ts';
import { remembering } from './collections.ts';

/** The last millisecond whose year has four digits. No clock shows a later instant. */
export const LATEST_INSTANT_MS: number = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const ISO_8601 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d\d):(\d\d))$/;

export interface Problem {
  readonly problem: string;
}

/**
 * Reads an instant in ISO 8601, with `Z` or an offset, as milliseconds since 1970. Fractions of a millisecond are dropped.
 * A date or time that does not exist, such as 30 February, is a problem, and so is an instant before 1970 or after 9999
 * (UTC).
 */
export function readInstant(text: string): { readonly atMs: number } | Problem {
  const match = ISO_8601.exec(text);
  if (!match) {
    return { problem: `expected an instant such as 2026-01-01T12:00:00Z, got ${JSON.stringify(text)}` };
  }
  const [, toMinute = '', second = '00', fraction = '', sign, offsetHours = 0, offsetMinutes = 0] = match;
  const localMs = Date.parse(`${toMinute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  // The parser takes 30 February for 2 March, and 24:00 for the next day.
  const exists = !Number.isNaN(localMs) && isoTime(localMs).startsWith(toMinute);
  if (!exists || Number(offsetHours) > 23 || Number(offsetMinutes) > 59) {
    return { problem: `${JSON.stringify(text)} is a date or time that does not exist` };
  }
  const offsetMs = (sign === '-' ? -1 : 1) * (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  const atMs = localMs - offsetMs;
  if (atMs >= 0 && atMs <= LATEST_INSTANT_MS) return { atMs };
  return { problem: `${JSON.stringify(text)} is not in the years 1970 to 9999 (UTC)` };
}

type Unit = 'ms' | 's' | 'm' | 'h' | 'd';

const UNIT_MS: Readonly<Record<Unit, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export const DURATION_PATTERN: RegExp = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

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

/** Reads a duration that a user has written. @returns whole milliseconds, or what is wrong with the text */
export function readDuration(text: string): { readonly ms: number } | Problem {
  const ms = parseDuration(text);
  if (ms !== null) return { ms };
  return { problem: `expected a duration such as 250ms, 3s, 61m or 2h, got ${JSON.stringify(text)}` };
}

/**
 * The milliseconds of a duration that was validated before, or 0 if none is given. @throws Error if it is not a duration
 */
export function durationMs(text: string | undefined): number {
  if (text === undefined) return 0;
  const ms = parseDuration(text);
  if (ms === null) throw new Error(`${text} is not a duration`);
  return ms;
}

/** The milliseconds of a duration, or of the longest one between bounds. */
export const longestMs = (delay: string | { readonly max: string } | undefined): number =>
  durationMs(typeof delay === 'object' ? delay.max : delay);

/** Formats milliseconds in the largest unit that divides them: 90000 → `90s`, 3600000 → `1h`. */
export function formatDuration(ms: number): string {
  for (const unit of ['d', 'h', 'm', 's'] as const) {
    const size = UNIT_MS[unit];
    if (ms >= size && ms % size === 0) return `${ms / size}${unit}`;
  }
  return `${ms}ms`;
}

/**
 * The maximum number of time zones in the caches. `Intl` accepts each zone in any mix of cases, and each spelling is
 * cached separately.
 */
export const MAX_CACHED_ZONES = 50;

/** One formatter per time zone, because creating one costs a thousand times as much as using it. */
const formatterFor = remembering(
  MAX_CACHED_ZONES,
  (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);

/** The latest time with a year of four digits. In zones east of UTC, it lasts until the end of time. */
const LATEST_OBJECT_TIME = '9999-12-31 23:59:59';

function formatIn(atMs: number, timeZone: string): string {
  if (timeZone === 'UTC') {
    const iso = new Date(atMs).toISOString();
    return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
  }
  const text = formatterFor(timeZone).format(atMs).replace(',', '');
  return text.length > LATEST_OBJECT_TIME.length ? LATEST_OBJECT_TIME : text;
}

const MAX_CACHED_SECONDS = 10_000;

/** Formatted times by time zone and second, because clients that poll get the same few instants repeatedly. */
const timesIn = remembering(MAX_CACHED_ZONES, (timeZone: string) =>
  remembering(MAX_CACHED_SECONDS, (second: number) => formatIn(second * 1_000, timeZone)),
);

/** `YYYY-MM-DD HH:MM:SS` in a time zone (specification: Order status, time format). */
export const objectTime = (atMs: number, timeZone: string): string =>
  timesIn(timeZone)(Math.floor(atMs / 1_000));

/** ISO 8601 in UTC (specification: Events, created_at). */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString();

/**
 * An account's clock. It shows `virtualMs` at the host's monotonic time `hostMs`. From there, a `real` or `scaled` clock
 * runs at its speed until the end of the year 9999, and a `manual` clock stands still. A jump of the host's wall clock has
 * no effect.
 */
export interface ClockState {
  readonly mode: 'real' | 'scaled' | 'manual';
  /** Virtual milliseconds per real millisecond: 1 for real, 0 for manual. */
  readonly speed: number;
  readonly hostMs: number;
  readonly virtualMs: number;
}

/** The reading of a clock at a monotonic time of the host, in whole milliseconds since 1970. */
export const clockReads = (clock: ClockState, hostMs: number): number =>
  clock.speed === 0
    ? clock.virtualMs
    : Math.min(
        LATEST_INSTANT_MS,
        clock.virtualMs + Math.max(0, Math.floor((hostMs - clock.hostMs) * clock.speed)),
      );

/** The host milliseconds until a clock shows an instant; Infinity if it never does. */
export const hostMsUntil = (clock: ClockState, virtualMs: number, hostMs: number): number =>
  clock.speed === 0 || virtualMs > LATEST_INSTANT_MS
    ? Number.POSITIVE_INFINITY
    : Math.max(0, clock.hostMs + (virtualMs - clock.virtualMs) / clock.speed - hostMs);

/** The mode and speed of a clock, written as `real`, `60x` or `manual`. */
export type ClockMode = { readonly mode: ClockState['mode']; readonly speed: number };

/** At this speed, a day passes in under ten seconds. */
export const MAX_CLOCK_SPEED = 10_000;

/**
 * Parses `real`, `manual` or `<n>x`.
 * @returns null for anything else, or if the speed is not above 0 and at most MAX_CLOCK_SPEED
 */
export function parseClockMode(text: string): ClockMode | null {
  if (text === 'real') return { mode: 'real', speed: 1 };
  if (text === 'manual') return { mode: 'manual', speed: 0 };
  const match = /^(\d+(?:\.\d+)?)x$/.exec(text);
  if (!match) return null;
  const speed = Number(match[1]);
  if (speed === 1) return { mode: 'real', speed: 1 };
  return speed > 0 && speed <= MAX_CLOCK_SPEED ? { mode: 'scaled', speed } : null;
}

export function readClockMode(text: string): ClockMode | Problem {
  const mode = parseClockMode(text);
  if (mode) return mode;
  const near = didYouMean(text, ['real', 'manual']);
  return {
    problem: `expected real, manual or a speed such as 60x (at most ${MAX_CLOCK_SPEED}x), got ${JSON.stringify(text)}${near}`,
  };
}

export const formatClockMode = (clock: ClockMode): string =>
  clock.mode === 'scaled' ? `${clock.speed}x` : clock.mode;

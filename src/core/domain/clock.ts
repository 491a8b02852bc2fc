import { LATEST_INSTANT_MS } from './instant.ts';

/**
 * An account's clock. At the host's monotonic time `hostMs` it shows `virtualMs`. From there, `real` and `scaled`
 * clocks run at their speed until the end of the year 9999, and a `manual` clock is stopped. A jump of the host's wall clock has no effect.
 */
export interface ClockState {
  readonly mode: 'real' | 'scaled' | 'manual';
  /** Virtual milliseconds per real millisecond: 1 for real, 0 for manual. */
  readonly speed: number;
  readonly hostMs: number;
  readonly virtualMs: number;
}

/** What a clock shows at a monotonic time of the host, in whole milliseconds since 1970. */
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

/** The inverse of parseClockMode. */
export const formatClockMode = (clock: ClockMode): string =>
  clock.mode === 'scaled' ? `${clock.speed}x` : clock.mode;

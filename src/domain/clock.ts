/**
 * An account's clock. `real` and `scaled` move on from the anchor at their speed; `manual` stands at `virtualMs`.
 * `hostMs` is a monotonic reading of the host, so that a jump of the host's wall clock moves nothing.
 */
export interface ClockState {
  readonly mode: 'real' | 'scaled' | 'manual';
  /** Virtual milliseconds in a real one; 1 for real, 0 for manual. */
  readonly speed: number;
  readonly hostMs: number;
  readonly virtualMs: number;
}

/** What a clock shows at a reading of the host, in whole milliseconds since 1970. */
export const clockReads = (clock: ClockState, hostMs: number): number =>
  clock.speed === 0
    ? clock.virtualMs
    : clock.virtualMs + Math.max(0, Math.floor((hostMs - clock.hostMs) * clock.speed));

/** Host milliseconds until a clock shows an instant; Infinity for a standing clock. */
export const hostMsUntil = (clock: ClockState, virtualMs: number, hostMs: number): number =>
  clock.speed === 0
    ? Number.POSITIVE_INFINITY
    : Math.max(0, clock.hostMs + (virtualMs - clock.virtualMs) / clock.speed - hostMs);

/** How a person writes a clock: `real`, `60x`, `manual`. */
export type ClockMode = { readonly mode: ClockState['mode']; readonly speed: number };

/** The fastest clock: a day in under ten seconds. */
export const MAX_CLOCK_SPEED = 10_000;

/**
 * Reads `real`, `manual` or `<n>x`.
 * @returns null where the text is none of them, or the speed is not above 0 and at most MAX_CLOCK_SPEED.
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

/** The text that parseClockMode reads. */
export const formatClockMode = (clock: ClockMode): string =>
  clock.mode === 'scaled' ? `${clock.speed}x` : clock.mode;

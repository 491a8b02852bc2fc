export { counted, trxText } from '../../text/units.ts';

const TIME_OF_DAY = { hour12: false, hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** The host's local time of day, `12:00:03`. */
export const localTime = (atMs: number): string => new Date(atMs).toLocaleTimeString('en-GB', TIME_OF_DAY);

/** An ISO instant as `2026-01-01 12:00:03` in UTC, followed by milliseconds such as `.250` unless they are 0. */
export function instantText(iso: string): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return iso;
  const text = new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
  return text.endsWith('.000') ? text.slice(0, -4) : text;
}

/** A duration in at most two units: `3s`, `1m 12s`, `2h`, `250ms`. */
export function spanText(ms: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1_000],
  ] as const;
  const first = units.findIndex(([, size]) => ms >= size);
  if (first < 0) return `${Math.round(ms)}ms`;
  const [unit, size] = units[first]!;
  const next = units[first + 1];
  const rest = next ? Math.floor((ms % size) / next[1]) : 0;
  return `${Math.floor(ms / size)}${unit}${next && rest > 0 ? ` ${rest}${next[0]}` : ''}`;
}

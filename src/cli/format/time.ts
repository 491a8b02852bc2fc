const TIME_OF_DAY = { hour12: false, hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

/** The host's time of day, as a log line begins with. */
export const clockTime = (atMs: number): string => new Date(atMs).toLocaleTimeString('en-GB', TIME_OF_DAY);

/** `2026-01-01 12:00:03` in UTC, with `.250` behind it where it is no whole second; for an ISO instant. */
export function instantText(iso: string): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return iso;
  const text = new Date(ms).toISOString().replace('T', ' ').replace('Z', '');
  return text.endsWith('.000') ? text.slice(0, -4) : text;
}

/** How long something took: `3s`, `1m 12s`, `2h`, `250ms`; two units at most. */
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

/** An amount with its unit: `3.9 TRX`. */
export const trxText = (trx: number): string =>
  `${trx.toLocaleString('en-US', { maximumFractionDigits: 6 })} TRX`;

/** `1 order`, `2 orders`. */
export const counted = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;

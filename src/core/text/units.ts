/** An amount with its unit: `3.9 TRX`. */
export const trxText = (trx: number): string =>
  `${trx.toLocaleString('en-US', { maximumFractionDigits: 6 })} TRX`;

/** `1 order`, `2 orders`. */
export const counted = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;

/** An amount of TRX with two to six decimals. */
export const trx = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** A change of the balance, always with its sign. */
export const signedTrx = (amount: number): string => `${amount < 0 ? '−' : '+'}${trx(Math.abs(amount))}`;

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];

/** A duration in its two largest units: `1 h 5 min`. */
export function span(ms: number): string {
  if (Math.abs(ms) < 1_000) return `${Math.round(ms)} ms`;
  const at = UNITS.findIndex(([, size]) => ms >= size);
  const [unit, size] = UNITS[at]!;
  const whole = Math.floor(ms / size);
  const next = UNITS[at + 1];
  const rest = next ? Math.floor((ms - whole * size) / next[1]) : 0;
  return rest > 0 ? `${whole} ${unit} ${rest} ${next![0]}` : `${whole} ${unit}`;
}

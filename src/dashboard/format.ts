import type { components } from '../contract/control-v1.generated.ts';

const INTEGER = new Intl.NumberFormat('en-US');

/** An amount of TRX with two to six decimals. */
export const trx = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** A change of the balance, always with its sign. */
export const signedTrx = (amount: number): string => `${amount < 0 ? '−' : '+'}${trx(Math.abs(amount))}`;

/** A whole number with thousands separators. */
export const count = (amount: number): string => INTEGER.format(amount);

/** `12:00:05` in UTC. */
export const timeOfDay = (instant: string | number): string => new Date(instant).toISOString().slice(11, 19);

/** `2026-01-01 12:00:05` in UTC. */
export const dayAndTime = (instant: string | number): string =>
  new Date(instant).toISOString().slice(0, 19).replace('T', ' ');

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

/** A size in bytes, in its largest unit: `12 KiB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const kib = bytes / 1_024;
  return kib < 1_024 ? `${Math.round(kib)} KiB` : `${(kib / 1_024).toFixed(1)} MiB`;
}

/** A long text, shorten to its beginning and end. */
export const shorten = (text: string, head = 8, tail = 6): string =>
  text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;

/** A count with its noun in the singular or plural. */
export const plural = (amount: number, one: string, many = `${one}s`): string =>
  `${count(amount)} ${amount === 1 ? one : many}`;

/** The name of a delivery within its event: `attempt 2`, `attempt 1, copy 2`, `resend`. */
export function deliveryName(
  delivery: Pick<components['schemas']['Delivery'], 'kind' | 'attempt' | 'copy'>,
): string {
  const { kind, attempt, copy } = delivery;
  if (kind === 'resend') return copy > 1 ? `resend ${copy}` : 'resend';
  return kind === 'copy' ? `attempt ${attempt}, copy ${copy}` : `attempt ${attempt}`;
}

/** The text with its first letter in upper case. */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A string in single quotes, escaped for a shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

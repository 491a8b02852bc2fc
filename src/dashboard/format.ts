import type { components } from '../contract/control-v1.generated.ts';

const ENERGY = new Intl.NumberFormat('en-US');

/** TRX as people write it: at least two decimals, never more than six. */
export const trx = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** A change of the balance, its sign always shown. */
export const signedTrx = (amount: number): string => `${amount < 0 ? '−' : '+'}${trx(Math.abs(amount))}`;

/** A whole number with separators. */
export const count = (amount: number): string => ENERGY.format(amount);

const pad = (value: number): string => String(value).padStart(2, '0');

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

/** A span of time in its two largest units: `1 h 5 min`. */
export function span(ms: number): string {
  if (Math.abs(ms) < 1_000) return `${Math.round(ms)} ms`;
  const at = UNITS.findIndex(([, size]) => ms >= size);
  const [unit, size] = UNITS[at]!;
  const whole = Math.floor(ms / size);
  const next = UNITS[at + 1];
  const rest = next ? Math.floor((ms - whole * size) / next[1]) : 0;
  return rest > 0 ? `${whole} ${unit} ${rest} ${next![0]}` : `${whole} ${unit}`;
}

/** A clock's face: `00:12:07` for what is left. */
export const face = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
};

/** The beginning and end of a long text. */
export const shortened = (text: string, head = 8, tail = 6): string =>
  text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;

/** One of something, or several. */
export const plural = (amount: number, one: string, many = `${one}s`): string =>
  `${count(amount)} ${amount === 1 ? one : many}`;

/** Which sending of its event a delivery was: `attempt 2`, `attempt 1, copy 2`, `resend`. */
export function deliveryName(
  delivery: Pick<components['schemas']['Delivery'], 'kind' | 'attempt' | 'copy'>,
): string {
  const { kind, attempt, copy } = delivery;
  if (kind === 'resend') return copy > 1 ? `resend ${copy}` : 'resend';
  return kind === 'copy' ? `attempt ${attempt}, copy ${copy}` : `attempt ${attempt}`;
}

/** With its first letter in upper case. */
export const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A text for a shell, between single quotes. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

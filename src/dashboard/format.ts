import type { components } from '../contract/control-v1.generated.ts';

export { signedTrx, span, trx } from '../text/units.ts';

const INTEGER = new Intl.NumberFormat('en-US');

/** A whole number with thousands separators. */
export const count = (amount: number): string => INTEGER.format(amount);

/** `12:00:05` in UTC. */
export const timeOfDay = (instant: string | number): string => new Date(instant).toISOString().slice(11, 19);

/** `2026-01-01 12:00:05` in UTC. */
export const dayAndTime = (instant: string | number): string =>
  new Date(instant).toISOString().slice(0, 19).replace('T', ' ');

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

/** A word of a shell command, quoted if it has to be. */
export const shellWord = (text: string): string => (/^[\w./:@%+=,-]+$/.test(text) ? text : shellQuoted(text));

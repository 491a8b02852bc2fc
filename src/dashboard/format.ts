import { signedTrx, span, trx } from '../core/text/wording.ts';

export { shellWord } from '../core/text/escape.ts';
export { counted, deliveryName, grouped } from '../core/text/wording.ts';
export { signedTrx, span, trx };

/** `12:00:05` in UTC. */
export const timeOfDay = (instant: string | number): string => new Date(instant).toISOString().slice(11, 19);

/** `2026-01-01 12:00:05` in UTC. */
export const dayAndTime = (instant: string | number): string =>
  new Date(instant).toISOString().slice(0, 19).replace('T', ' ');

/** The time that a response took: `12 ms`. */
export const latency = (ms: number): string => (ms < 1 ? '<1 ms' : span(ms));

/** A share from 0 to 1 as CSS has it. */
export const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** A long text, shortened to its beginning and end. */
export const shorten = (text: string, head = 8, tail = 6): string =>
  text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;

/** The text with its first letter in upper case. */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The causes of transitions that are not scenario rules, as the pages name them. */
const CAUSES: Readonly<Record<string, string>> = {
  api: 'API request',
  dashboard: 'dashboard',
  'by hand': 'manual transition',
};

/** The displayed name of a cause; null for the location of a rule. */
export const causeName = (cause: string): string | null => CAUSES[cause] ?? null;

/** The decimals of an amount of TRX, of at most six. */
const decimalsOf = (amount: number): number =>
  amount
    .toFixed(6)
    .replace(/0{1,4}$/, '')
    .split('.')[1]!.length;

/**
 * Writes the amounts of a column with as many decimals as the longest of them, so that they are aligned on the point.
 * @param text an amount with two to six decimals
 */
export function amountsIn(column: readonly (number | null)[], text = trx): (amount: number) => string {
  // A list can have more rows than a call can have arguments.
  const decimals = column.reduce<number>((most, one) => Math.max(most, decimalsOf(one ?? 0)), 0);
  return amount => text(amount) + '0'.repeat(Math.max(0, decimals - decimalsOf(amount)));
}

/** A change of a balance; none has no sign. */
export const changeOfTrx = (amount: number): string => (amount === 0 ? trx(amount) : signedTrx(amount));

import { addressBase58, isRecipient } from '../../core/domain/address.ts';
import { isObject } from '../../core/domain/json.ts';
import { jsonExcerpt } from '../../core/text/lines.ts';
import { parseError } from './node-error.ts';

/* Reads the fields of a node's request. Unknown fields are ignored, as by the node. */

export type Fields = Readonly<Record<string, unknown>>;

const LONGEST_QUOTE = 100;

/**
 * A reader of fields of one kind, which throws a NodeError for a value of another.
 * @param read the value; null if it has another form, undefined if the field is missing or null
 */
const reader =
  <Value>(problem: string, expected: string, read: (value: unknown) => Value | null) =>
  (fields: Fields, name: string): Value => {
    const value = read(fields[name] ?? undefined);
    if (value !== null) return value;
    throw parseError(
      `${problem}: ${name} is ${jsonExcerpt(fields[name], LONGEST_QUOTE)}; expected ${expected}`,
    );
  };

/** An address in Base58Check form. Both forms are clear, and clients of the node mix them whatever `visible` says. */
export const addressIn = reader('INVALID hex or base58 String', 'an address', value =>
  isRecipient(value) ? addressBase58(value) : null,
);

/** An integer that a sandbox can hold, 0 if it is missing; as text, too, because it can be a long of the node. */
export const integerIn = reader("Couldn't parse integer", 'an integer up to 2^53-1', (value = 0) => {
  const number = typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : null;
});

/** Bytes in hexadecimal, without 0x and in lower case; empty if they are missing. */
export const hexIn = reader('INVALID hex String', 'pairs of hexadecimal digits', (value = '') => {
  const hex = typeof value === 'string' ? value.replace(/^0x/i, '').toLowerCase() : null;
  return hex !== null && /^([0-9a-f]{2})*$/.test(hex) ? hex : null;
});

export const objectIn = reader('Expected an object', 'an object', value => (isObject(value) ? value : null));

export const textIn = reader('Expected string', 'a text', (value = '') =>
  typeof value === 'string' ? value : null,
);

export const flagIn = (fields: Fields, name: string): boolean =>
  fields[name] === true || fields[name] === 'true';

import { addressBase58, isHexTronAddress, isTronAddress } from '../../core/domain/address.ts';
import { isObject } from '../../core/domain/json.ts';
import { parseError } from './node-error.ts';

/* Reads the fields of a node's request. Unknown fields are ignored, as by the node. */

export type Fields = Readonly<Record<string, unknown>>;

const found = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
};

/**
 * An address in Base58Check form, which the request writes as base58 if it is `visible`, and as 42 hexadecimal digits
 * otherwise. @throws NodeError
 */
export function addressIn(fields: Fields, name: string, visible: boolean): string {
  const value = fields[name];
  if (typeof value === 'string') {
    if (visible ? isTronAddress(value) : isHexTronAddress(value)) return addressBase58(value);
    // Both forms are clear, and clients of the node mix them.
    if (isTronAddress(value) || isHexTronAddress(value)) return addressBase58(value);
  }
  throw parseError(
    `INVALID ${visible ? 'base58 String' : 'hex String'}: ${name} is ${found(value)}; expected an address`,
  );
}

/** An integer, 0 if it is missing. @throws NodeError for anything that a long of the node, or a sandbox, cannot hold */
export function integerIn(fields: Fields, name: string): number {
  const value = fields[name];
  if (value === undefined || value === null) return 0;
  const number = typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? Number(value) : value;
  if (Number.isSafeInteger(number)) return number as number;
  throw parseError(`Couldn't parse integer: ${name} is ${found(value)}; expected an integer up to 2^53-1`);
}

/** Bytes in hexadecimal, without 0x and in lower case; empty if they are missing. @throws NodeError */
export function hexIn(fields: Fields, name: string): string {
  const value = fields[name] ?? '';
  const hex = typeof value === 'string' ? value.replace(/^0x/i, '').toLowerCase() : null;
  if (hex !== null && /^([0-9a-f]{2})*$/.test(hex)) return hex;
  throw parseError(`INVALID hex String: ${name} is ${found(value)}`);
}

export function objectIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  if (isObject(value)) return value;
  throw parseError(`Expected an object: ${name} is ${found(value)}`);
}

export function textIn(fields: Fields, name: string): string {
  const value = fields[name] ?? '';
  if (typeof value === 'string') return value;
  throw parseError(`Expected string: ${name} is ${found(value)}`);
}

export const flagIn = (fields: Fields, name: string): boolean =>
  fields[name] === true || fields[name] === 'true';

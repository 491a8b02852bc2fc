import { hash } from 'node:crypto';
import { remembering } from './collections.ts';

/** The digits of Base58 in ascending order. 0, O, I and l are missing because they look alike. */
export const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DIGIT = new Int8Array(128).fill(-1);
for (let index = 0; index < BASE58_ALPHABET.length; index++) DIGIT[BASE58_ALPHABET.charCodeAt(index)] = index;

const TEXT_LENGTH = 34;
const BYTE_LENGTH = 25;
const PAYLOAD_LENGTH = 21;
const MAINNET_PREFIX = 0x41;

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** Decodes 34 Base58 characters to 25 bytes; null for an invalid character or a value that is too large. */
function decodeBase58(text: string): Uint8Array | null {
  const bytes = new Uint8Array(BYTE_LENGTH);
  for (let position = 0; position < text.length; position++) {
    let carry = DIGIT[text.charCodeAt(position)] ?? -1;
    if (carry < 0) return null;
    for (let index = BYTE_LENGTH - 1; index >= 0; index--) {
      carry += bytes[index]! * 58;
      bytes[index] = carry & 0xff;
      carry >>= 8;
    }
    if (carry !== 0) return null;
  }
  return bytes;
}

const checksum = (payload: Uint8Array): Buffer => sha256(sha256(payload)).subarray(0, 4);

function hasValidChecksum(text: string): boolean {
  const bytes = decodeBase58(text);
  if (!bytes || bytes[0] !== MAINNET_PREFIX) return false;
  return checksum(bytes.subarray(0, PAYLOAD_LENGTH)).equals(bytes.subarray(PAYLOAD_LENGTH));
}

const MAX_CACHED = 10_000;

/** A cache, because clients use the same recipients repeatedly, and a checksum costs as much as the rest of an order. */
const knownValid = new Set<string>();

/**
 * True for a TRON mainnet address in Base58Check form: 34 characters, prefix byte 0x41, valid checksum.
 * (specification: Errors, INVALID_TRON_ADDRESS)
 */
export function isTronAddress(text: string): boolean {
  if (text.length !== TEXT_LENGTH || text[0] !== 'T') return false;
  if (knownValid.has(text)) return true;
  if (!hasValidChecksum(text)) return false;
  if (knownValid.size >= MAX_CACHED) knownValid.clear();
  knownValid.add(text);
  return true;
}

export const isHexTronAddress = (text: string): boolean => /^41[0-9a-fA-F]{40}$/.test(text);

export const isRecipient = (value: unknown): value is string =>
  typeof value === 'string' && (isTronAddress(value) || isHexTronAddress(value));

/** Encodes 20 bytes as a TRON address, for test data and demos. */
export function tronAddressOf(hash20: Uint8Array): string {
  const payload = Buffer.concat([Buffer.of(MAINNET_PREFIX), hash20]);
  const bytes = Buffer.concat([payload, checksum(payload)]);
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (value > 0n) {
    text = BASE58_ALPHABET[Number(value % 58n)] + text;
    value /= 58n;
  }
  return text;
}

const hexOf = remembering(MAX_CACHED, (address: string) =>
  Buffer.from(decodeBase58(address)!.subarray(0, PAYLOAD_LENGTH)).toString('hex'),
);

/** The 42 hexadecimal digits of an address, which is written in either form. */
export const addressHex = (address: string): string =>
  isHexTronAddress(address) ? address.toLowerCase() : hexOf(address);

const base58Of = remembering(MAX_CACHED, (hex: string) => tronAddressOf(Buffer.from(hex.slice(2), 'hex')));

/** The Base58Check form of an address, which is written in either form. */
export const addressBase58 = (address: string): string =>
  isHexTronAddress(address) ? base58Of(address.toLowerCase()) : address;

/** The last six characters hold the checksum and cannot be chosen. */
export const LONGEST_LIKE = 28;
const HASH_LENGTH = 20;
const CHECKSUM_BITS = 32n;
const BASE = 58n;
const FIRST_HASH = BigInt(MAINNET_PREFIX) << 160n;
const LAST_HASH = FIRST_HASH + (1n << 160n) - 1n;

/** For each letter or digit that Base58 lacks because it looks like another: the character to use instead. */
const LOOKALIKES: Readonly<Record<string, string>> = { '0': 'o', O: 'o', I: 'i', l: 'L' };

function refuseOtherCharacters(text: string): void {
  for (const [index, character] of [...text].entries()) {
    if (BASE58_ALPHABET.includes(character)) continue;
    const instead = LOOKALIKES[character];
    const fix = instead === undefined ? 'use letters and digits' : `use ${instead}`;
    throw new RangeError(
      `like: character ${index + 1} of ${JSON.stringify(text)}, ${JSON.stringify(character)}, is not in the Base58 alphabet; ${fix}`,
    );
  }
}

/** The range of payloads (prefix byte and hash) whose addresses begin with a text, whatever their checksum. */
function payloadsThatBegin(text: string): { readonly first: bigint; readonly last: bigint } {
  let value = 0n;
  for (const character of text) value = value * BASE + BigInt(BASE58_ALPHABET.indexOf(character));
  const width = BASE ** BigInt(TEXT_LENGTH - text.length);
  const first = ((value * width - 1n) >> CHECKSUM_BITS) + 1n;
  const last = (((value + 1n) * width) >> CHECKSUM_BITS) - 1n;
  return { first: first < FIRST_HASH ? FIRST_HASH : first, last: last > LAST_HASH ? LAST_HASH : last };
}

const SECOND_CHARACTERS = '9ABCDEFGHJKLMNPQRSTUVWXYZ';

function refuseUnreachable(text: string, like: string): never {
  const second = text[1]!;
  const upper = second.toUpperCase();
  const problem = `like: no address begins with ${JSON.stringify(text)}`;
  if (SECOND_CHARACTERS.includes(second)) {
    throw new RangeError(
      `${problem}: the first address is ${tronAddressOf(Buffer.alloc(HASH_LENGTH))} and the last is ${tronAddressOf(Buffer.alloc(HASH_LENGTH, 0xff))}; begin with a letter from A to Y`,
    );
  }
  const fix = SECOND_CHARACTERS.includes(upper)
    ? `; use ${JSON.stringify(like.replace(second, upper))}`
    : '; begin with one';
  throw new RangeError(`${problem}: the second character of an address is 9 or a capital letter${fix}`);
}

const bigintOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/**
 * A valid TRON mainnet address that a person can recognize, because it begins with `like`, to which a missing T is added:
 * `Review` and `TReview` give the same address. The other characters are a function of `like` and `seed`.
 * @param like at most 28 characters of the Base58 alphabet, the T included; may be empty. The first character after the T
 * must be 9 or a capital letter, as in every address.
 * @param seed another seed gives another address with the same beginning
 * @throws RangeError that names the character and what to use instead
 */
export function readableAddress(like: string, seed = ''): string {
  const text = like.startsWith('T') ? like : `T${like}`;
  refuseOtherCharacters(text);
  if (text.length > LONGEST_LIKE) {
    throw new RangeError(
      `like: expected at most ${LONGEST_LIKE} characters, including the T, got ${text.length}; the other ${TEXT_LENGTH - LONGEST_LIKE} hold the checksum`,
    );
  }
  const { first, last } = payloadsThatBegin(text);
  if (first > last) refuseUnreachable(text, like);
  const choice = bigintOf(hash('sha256', JSON.stringify([text, seed]), 'buffer'));
  const payload = first + (choice % (last - first + 1n));
  const hash20 = (payload - FIRST_HASH).toString(16).padStart(HASH_LENGTH * 2, '0');
  return tronAddressOf(Buffer.from(hash20, 'hex'));
}

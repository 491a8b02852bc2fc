import { hash } from 'node:crypto';

/** The digits of Base58 in ascending order. 0, O, I and l are missing because they look like others. */
export const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DIGIT = new Int8Array(128).fill(-1);
for (let index = 0; index < BASE58_ALPHABET.length; index++) DIGIT[BASE58_ALPHABET.charCodeAt(index)] = index;

const TEXT_LENGTH = 34;
const BYTE_LENGTH = 25;
const PAYLOAD_LENGTH = 21;
/** The first byte of every mainnet address. */
export const MAINNET_PREFIX = 0x41;

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

/** The last four bytes of a Base58Check encoding. */
const checksum = (payload: Uint8Array): Buffer => sha256(sha256(payload)).subarray(0, 4);

function hasValidChecksum(text: string): boolean {
  const bytes = decodeBase58(text);
  if (!bytes || bytes[0] !== MAINNET_PREFIX) return false;
  return checksum(bytes.subarray(0, PAYLOAD_LENGTH)).equals(bytes.subarray(PAYLOAD_LENGTH));
}

const MAX_CACHED = 10_000;

/** A cache: clients use the same recipients repeatedly, and a checksum costs as much as the rest of an order. */
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

/** True for an address in hexadecimal form: 42 digits that start with 41. */
export const isHexTronAddress = (text: string): boolean => /^41[0-9a-fA-F]{40}$/.test(text);

/** True for a recipient's address: a TRON address in either form. */
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

import { hash } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DIGIT = new Int8Array(128).fill(-1);
for (let index = 0; index < ALPHABET.length; index++) DIGIT[ALPHABET.charCodeAt(index)] = index;

const TEXT_LENGTH = 34;
const BYTE_LENGTH = 25;
const PAYLOAD_LENGTH = 21;
const MAINNET_PREFIX = 0x41;

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** 34 Base58 characters to 25 bytes; null where a character is foreign or the number too large. */
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

/** The four bytes that close a Base58Check text. */
const checksum = (payload: Uint8Array): Buffer => sha256(sha256(payload)).subarray(0, 4);

function isRight(text: string): boolean {
  const bytes = decodeBase58(text);
  if (!bytes || bytes[0] !== MAINNET_PREFIX) return false;
  return checksum(bytes.subarray(0, PAYLOAD_LENGTH)).equals(bytes.subarray(PAYLOAD_LENGTH));
}

const MAX_KNOWN = 10_000;

/** Clients rent for the same recipients again and again, and a checksum costs as much as the rest of an order. */
const knownRight = new Set<string>();

/**
 * True for a TRON main-net address in Base58Check form: 34 characters, prefix byte 0x41, right checksum.
 * (specification: Errors, INVALID_TRON_ADDRESS)
 */
export function isTronAddress(text: string): boolean {
  if (text.length !== TEXT_LENGTH || text[0] !== 'T') return false;
  if (knownRight.has(text)) return true;
  if (!isRight(text)) return false;
  if (knownRight.size >= MAX_KNOWN) knownRight.clear();
  knownRight.add(text);
  return true;
}

/** True for the 42-digit hexadecimal form that begins with 41. */
export const isHexTronAddress = (text: string): boolean => /^41[0-9a-fA-F]{40}$/.test(text);

/** Writes 20 bytes as a TRON address; for test data and demonstrations. */
export function tronAddressOf(hash20: Uint8Array): string {
  const payload = Buffer.concat([Buffer.of(MAINNET_PREFIX), hash20]);
  const bytes = Buffer.concat([payload, checksum(payload)]);
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (value > 0n) {
    text = ALPHABET[Number(value % 58n)] + text;
    value /= 58n;
  }
  return text;
}

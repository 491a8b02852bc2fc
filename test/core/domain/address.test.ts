import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BASE58_ALPHABET,
  isHexTronAddress,
  isTronAddress,
  readableAddress,
  tronAddressOf,
} from '../../../src/core/domain/address.ts';

const SCENARIOS = join(import.meta.dirname, '../../../scenarios');
const magicAddresses = readdirSync(SCENARIOS)
  .filter(name => name.endsWith('.yaml'))
  .flatMap(name => [...readFileSync(join(SCENARIOS, name), 'utf8').matchAll(/^magic_address: (\S+)/gm)])
  .map(match => match[1]!);

/** Well-known addresses: the USDT contract on TRON, and the address of all zeros. */
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ZERO = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

describe('a TRON address', () => {
  test.each([USDT, ZERO, ...magicAddresses])('is %s', address => {
    expect(isTronAddress(address)).toBe(true);
  });

  test('is what tronAddressOf returns for known bytes', () => {
    expect(tronAddressOf(Buffer.alloc(20))).toBe(ZERO);
    expect(tronAddressOf(Buffer.from('a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'hex'))).toBe(USDT);
  });

  test('is what tronAddressOf returns for any 20 bytes', () => {
    const hash20 = fc.uint8Array({ minLength: 20, maxLength: 20 });
    fc.assert(fc.property(hash20, bytes => isTronAddress(tronAddressOf(bytes))));
  });

  test.each([
    ['an empty string', ''],
    ['the letter T', 'T'],
    ['one without its last character', USDT.slice(0, -1)],
    ['one with an additional character', `${USDT}t`],
    ['one with a leading space', ` ${USDT.slice(1)}`],
    ['one in lowercase', USDT.toLowerCase()],
    ['one with a 0, which Base58 lacks', USDT.replace('R', '0')],
    ['one with an O, which Base58 lacks', USDT.replace('R', 'O')],
    ['one with an I, which Base58 lacks', USDT.replace('R', 'I')],
    ['one with an l, which Base58 lacks', USDT.replace('R', 'l')],
    ['34 times the largest digit', 'T'.padEnd(34, 'z')],
    ['a Bitcoin address', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['an Ethereum address', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['the hexadecimal form', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['letters of another script', 'Т'.repeat(34)],
    ['a surrogate pair', 'T😀'.padEnd(34, '1')],
  ])('is not %s', (_name, text) => {
    expect(isTronAddress(text)).toBe(false);
  });

  test('is invalid as soon as one of its characters is changed', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    const change = fc
      .tuple(fc.nat(33), fc.constantFrom(...alphabet))
      .filter(([at, char]) => USDT[at] !== char);
    fc.assert(
      fc.property(change, ([at, char]) => !isTronAddress(USDT.slice(0, at) + char + USDT.slice(at + 1))),
    );
  });
});

test.each([
  ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', true],
  ['41A614F803B6FD780986A42C78EC9C7F77E6DED13C', true],
  ['0x41a614f803b6fd780986a42c78ec9c7f77e6ded13c', false],
  ['42a614f803b6fd780986a42c78ec9c7f77e6ded13c', false],
  ['41a614f803b6fd780986a42c78ec9c7f77e6ded1', false],
  ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c\n', false],
])('%j is the hexadecimal form: %s', (text, isOne) => {
  expect(isHexTronAddress(text)).toBe(isOne);
});

describe('a readable address', () => {
  test.each([
    ['', 'T'],
    ['T', 'T'],
    ['Review', 'TReview'],
    ['TReview', 'TReview'],
    ['TX', 'TX'],
    ['9', 'T9'],
    ['Z', 'TZ'],
    ['TCustomer1SentThisAtNoon', 'TCustomer1SentThisAtNoon'],
    [`A${'x'.repeat(26)}`, `TA${'x'.repeat(26)}`],
  ])('like %j is valid and begins with %s', (like, beginning) => {
    const address = readableAddress(like);
    expect(isTronAddress(address)).toBe(true);
    expect(address.startsWith(beginning)).toBe(true);
  });

  test('is valid for every text of Base58 characters that an address can begin with', () => {
    const second = fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXY');
    const rest = fc.string({ unit: fc.constantFrom(...BASE58_ALPHABET), maxLength: 26 });
    fc.assert(
      fc.property(second, rest, fc.string(), (first, others, seed) => {
        const address = readableAddress(`T${first}${others}`, seed);
        expect(isTronAddress(address)).toBe(true);
        expect(address.startsWith(`T${first}${others}`)).toBe(true);
      }),
    );
  });

  test('is the same for the same text and seed, and another for another seed', () => {
    expect(readableAddress('Buyer')).toBe(readableAddress('TBuyer'));
    expect(readableAddress('Buyer', '1')).toBe(readableAddress('Buyer', '1'));
    expect(new Set(['', '1', '2'].map(seed => readableAddress('Buyer', seed))).size).toBe(3);
  });

  test('is not the magic address of a scenario that begins alike', () => {
    expect(readableAddress('TReview')).not.toBe('TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK');
  });

  test.each([
    ['A0', 'like: character 3 of "TA0", "0", is not in the Base58 alphabet; use o'],
    ['AO', 'like: character 3 of "TAO", "O", is not in the Base58 alphabet; use o'],
    ['AI', 'like: character 3 of "TAI", "I", is not in the Base58 alphabet; use i'],
    ['Al', 'like: character 3 of "TAl", "l", is not in the Base58 alphabet; use L'],
    ['A-b', 'like: character 3 of "TA-b", "-", is not in the Base58 alphabet; use letters and digits'],
    ['A€', 'like: character 3 of "TA€", "€", is not in the Base58 alphabet; use letters and digits'],
    [
      'buyer',
      'like: no address begins with "Tbuyer": the second character of an address is 9 or a capital letter; use "Buyer"',
    ],
    [
      '1',
      'like: no address begins with "T1": the second character of an address is 9 or a capital letter; begin with one',
    ],
    [
      `A${'x'.repeat(27)}`,
      'like: expected at most 28 characters, including the T, got 29; the other 6 hold the checksum',
    ],
  ])('is refused for %j', (like, message) => {
    expect(() => readableAddress(like)).toThrow(new RangeError(message));
  });
});

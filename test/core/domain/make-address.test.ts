import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BASE58_ALPHABET, isTronAddress, readableAddress } from '../../../src/core/domain/address.ts';

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

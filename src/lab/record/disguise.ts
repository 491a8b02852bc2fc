import { createHmac, randomBytes } from 'node:crypto';
import { isHexTronAddress, isTronAddress, tronAddressOf } from '../../core/domain/address.ts';

/** After so many replacements that are in use already, a longer one is taken. */
const MAX_ATTEMPTS = 20;

const ADDRESS_BYTES = 20;
/** 34 characters of Base58 that begin as an address does. */
const LIKE_AN_ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const HEX_DIGITS = /^[0-9a-f]+$|^[0-9A-F]+$/;

const A = 'a'.charCodeAt(0);
const UPPER_A = 'A'.charCodeAt(0);

/** The character that takes the place of another one of the same kind. Punctuation stays. */
function replaceCharacter(character: string, random: number, letters: number): string {
  if (character >= '0' && character <= '9') return String(random % 10);
  if (character >= 'a' && character <= 'z') return String.fromCharCode(A + (random % letters));
  if (character >= 'A' && character <= 'Z') return String.fromCharCode(UPPER_A + (random % letters));
  // Other letters are few, and one stays as telling as it was.
  return character > '\u007f' ? '\u00e9' : character;
}

/** The same text with the last character changed, so that a checksum does not fit. */
const withWrongChecksum = (address: string): string =>
  address.slice(0, -1) + (address.endsWith('2') ? '3' : '2');

/**
 * Replaces values by others of the same form: equal values by equal ones, different values by different ones. A valid
 * address becomes another valid one, an invalid one stays invalid, and lengths and punctuation stay, so that the service
 * would treat the replacement as it treated the value. The replacements depend on a random key that is not stored.
 */
export class Disguise {
  readonly #key = randomBytes(32);
  readonly #replacements = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** What a value was replaced by; undefined if it never was. */
  known(value: string): string | undefined {
    return this.#replacements.get(value);
  }

  get isEmpty(): boolean {
    return this.#replacements.size === 0;
  }

  /** The replacement of a string. */
  ofText(value: string): string {
    // Punctuation alone says nothing, and there is nothing else of its form.
    if (!/[A-Za-z0-9\u0080-\uffff]/.test(value)) return value;
    const known = this.#replacements.get(value);
    if (known !== undefined) return known;
    const replacement = this.#unused(value);
    this.#replacements.set(value, replacement);
    this.#taken.add(replacement);
    return replacement;
  }

  /** The replacement of a number, as it is written in JSON: another one with as many digits. */
  ofNumber(literal: string): string {
    const [, sign, digits, rest] = /^(-?)(\d*)(.*)$/.exec(literal)!;
    if (digits === '' || digits === '0') return literal;
    const replaced = this.ofText(digits!);
    return `${sign}${replaced.replace(/^0/, '1')}${rest!.replace(/^\.\d+/, fraction => `.${'0'.repeat(fraction.length - 1)}`)}`;
  }

  #unused(value: string): string {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const replacement = this.#derive(value, attempt);
      if (replacement !== value && !this.#taken.has(replacement)) return replacement;
    }
    const suffix = this.#bytes(value, MAX_ATTEMPTS).toString('hex', 0, 4);
    return `${this.#derive(value, MAX_ATTEMPTS)}-${suffix}`;
  }

  #bytes(value: string, attempt: number): Buffer {
    return createHmac('sha256', this.#key).update(`${attempt}\0${value}`).digest();
  }

  #derive(value: string, attempt: number): string {
    const bytes = this.#bytes(value, attempt);
    if (isTronAddress(value)) return tronAddressOf(bytes.subarray(0, ADDRESS_BYTES));
    if (LIKE_AN_ADDRESS.test(value))
      return withWrongChecksum(tronAddressOf(bytes.subarray(0, ADDRESS_BYTES)));
    if (isHexTronAddress(value)) return `41${bytes.toString('hex', 0, ADDRESS_BYTES)}`;
    const letters = HEX_DIGITS.test(value) ? 6 : 26;
    let random = bytes;
    return [...value]
      .map((character, index) => {
        const at = index % random.length;
        if (index > 0 && at === 0) random = this.#bytes(random.toString('hex'), attempt);
        return replaceCharacter(character, random[at]!, letters);
      })
      .join('');
  }
}

/** The maximum number of characters in a pattern, in conditions of scenarios, assertions and filters. */
export const MAX_PATTERN = 200;

export const isGlob = (text: string): boolean => text.includes('*') || text.includes('?');

const STAR = 0x2a;
const ANY = 0x3f;
const WORD_BITS = 32;

/** A set of positions in a pattern, 32 to a number. */
type Positions = Int32Array;

const add = (set: Positions, position: number): void => {
  set[position >>> 5]! |= 1 << (position & 31);
};

const has = (set: Positions, position: number): boolean =>
  ((set[position >>> 5]! >>> (position & 31)) & 1) === 1;

/**
 * A glob, prepared for matching whole strings: `*` matches any run of characters, `?` any single one. It tracks all
 * positions in the pattern to which the text read so far can lead, so matching takes time proportional to the length of
 * the text, times the length of the pattern in units of 32 characters. Nothing is read twice.
 */
export class Glob {
  /** The number of characters that are not `*`; each of them matches exactly one character. */
  readonly #length: number;
  /** The positions at which any number of characters can be skipped. */
  readonly #skips: Positions;
  /** The positions from which any character advances. */
  readonly #anywhere: Positions;
  /** For each character, the positions from which it advances. */
  readonly #leads = new Map<number, Positions>();

  constructor(pattern: string) {
    const words = Math.ceil((pattern.length + 1) / WORD_BITS);
    this.#skips = new Int32Array(words);
    this.#anywhere = new Int32Array(words);
    let length = 0;
    for (let index = 0; index < pattern.length; index++) {
      const code = pattern.charCodeAt(index);
      if (code === STAR) add(this.#skips, length);
      else if (code === ANY) add(this.#anywhere, length++);
      else this.#addLead(code, length++, words);
    }
    for (const positions of this.#leads.values()) {
      for (let word = 0; word < words; word++) positions[word]! |= this.#anywhere[word]!;
    }
    this.#length = length;
  }

  matches(text: string): boolean {
    if (text.length < this.#length) return false;
    let now: Positions = new Int32Array(this.#skips.length);
    let next: Positions = new Int32Array(this.#skips.length);
    add(now, 0);
    for (let index = 0; index < text.length; index++) {
      if (!this.#step(now, next, text.charCodeAt(index))) return false;
      [now, next] = [next, now];
    }
    return has(now, this.#length);
  }

  #addLead(code: number, position: number, words: number): void {
    let positions = this.#leads.get(code);
    if (!positions) {
      positions = new Int32Array(words);
      this.#leads.set(code, positions);
    }
    add(positions, position);
  }

  /** Writes the positions after one more character. @returns false if there are none */
  #step(now: Positions, next: Positions, code: number): boolean {
    const leads = this.#leads.get(code) ?? this.#anywhere;
    let carry = 0;
    let any = 0;
    for (let word = 0; word < now.length; word++) {
      const led = now[word]! & leads[word]!;
      const positions = (led << 1) | carry | (now[word]! & this.#skips[word]!);
      carry = led >>> (WORD_BITS - 1);
      next[word] = positions;
      any |= positions;
    }
    return any !== 0;
  }
}

export const globMatches = (pattern: string, text: string): boolean => new Glob(pattern).matches(text);

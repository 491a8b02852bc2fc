/** Pseudo-random numbers: the same seed gives the same draws on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1). The generator is mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 to below a bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** A relative position in a list of unknown length, from 0 to below 1. */
  place(): number {
    return Math.round(this.next() * 10_000) / 10_001;
  }

  /** An entry of a table of weights. */
  weighted<T>(table: readonly (readonly [weight: number, value: T])[]): T {
    let left = this.next() * table.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of table) {
      left -= weight;
      if (left < 0) return value;
    }
    return table.at(-1)![1];
  }
}

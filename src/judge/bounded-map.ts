/**
 * A map of the latest entries: at least half of the limit, and never more than it. It drops the older of two generations
 * as a whole, because removing the oldest entry of a large Map takes time in proportion to the entries removed before it.
 */
export class BoundedMap<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  readonly #generation: number;

  constructor(limit: number) {
    this.#generation = Math.max(1, Math.floor(limit / 2));
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? (this.#old.size > 0 ? this.#old.get(key) : undefined);
  }

  set(key: Key, value: Value): void {
    if (this.#old.size > 0) this.#old.delete(key);
    this.#young.set(key, value);
    if (this.#young.size < this.#generation) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(key: Key): void {
    if (!this.#young.delete(key) && this.#old.size > 0) this.#old.delete(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }

  *values(): IterableIterator<Value> {
    yield* this.#old.values();
    yield* this.#young.values();
  }
}

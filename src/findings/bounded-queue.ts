/** A queue that keeps its latest entries, at most as many as the limit. */
export class BoundedQueue<Value> {
  #entries: Value[] = [];
  /** Those before it are gone, and are removed together once they are as many as the limit. */
  #head = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.length - this.#head;
  }

  /** The oldest entry. */
  get first(): Value | undefined {
    return this.#entries[this.#head];
  }

  /** Adds an entry, and drops the oldest one if there are too many. */
  push(value: Value): void {
    this.#entries.push(value);
    if (this.size > this.#limit) this.shift();
  }

  /** Removes the oldest entry. */
  shift(): void {
    if (this.size > 0) this.#head += 1;
    if (this.#head < this.#limit) return;
    this.#entries = this.#entries.slice(this.#head);
    this.#head = 0;
  }
}

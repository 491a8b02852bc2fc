/**
 * Values by the ids of the latest orders of an account: at least half of the limit, and never more than it. Ids are
 * consecutive numbers, so an array finds an order without the cost of a Map, which every order would pay several times.
 */
export class LatestOrders<Value> {
  #firstId = 0;
  #values: (Value | undefined)[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(id: number): Value | undefined {
    return id < this.#firstId ? undefined : this.#values[id - this.#firstId];
  }

  /** @param id forgets all others if it is not among or shortly after them, which a restored snapshot can cause */
  set(id: number, value: Value): void {
    const index = id - this.#firstId;
    if (index < 0 || index > this.#values.length + this.#limit / 2) {
      this.#firstId = id;
      this.#values = [value];
      return;
    }
    while (this.#values.length < index) this.#values.push(undefined);
    this.#values[index] = value;
    if (this.#values.length < this.#limit) return;
    this.#firstId += this.#limit >> 1;
    this.#values = this.#values.slice(this.#limit >> 1);
  }

  /** The oldest first. */
  *values(): IterableIterator<Value> {
    for (const value of this.#values) if (value !== undefined) yield value;
  }
}

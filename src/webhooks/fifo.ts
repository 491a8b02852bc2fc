/** The smallest number of taken items at which a list is shortened. */
const MIN_TAKEN = 32;

/** A list from which the oldest item is taken first, in constant time however long it is. */
export class Fifo<Item> {
  #items: Item[] = [];
  /** The index of the oldest item. */
  #first = 0;

  get size(): number {
    return this.#items.length - this.#first;
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  /** Removes the oldest item and returns it; undefined if there is none. */
  take(): Item | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#first]!;
    this.#first += 1;
    if (this.#first >= MIN_TAKEN && this.#first >= this.#items.length / 2) this.#forgetTaken();
    return item;
  }

  /** Removes all items and returns them, oldest first. */
  takeAll(): Item[] {
    this.#forgetTaken();
    return this.#items.splice(0);
  }

  #forgetTaken(): void {
    this.#items = this.#items.slice(this.#first);
    this.#first = 0;
  }
}

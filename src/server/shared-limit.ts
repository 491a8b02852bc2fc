/**
 * Who uses a part of a limited resource: an account, or the operator. Null stands for all clients that have not shown a
 * valid key or token.
 */
export type Owner = object | null;

/** The part of a resource that clients without a valid key keep when it is used up. */
const SHARE_WITHOUT_KEY = 0.2;

/** The part of one owner: how much each of its items uses, oldest first. */
interface Part<Item> {
  readonly items: Map<Item, number>;
  used: number;
}

/**
 * A resource that all clients of a server share, such as its connections or its memory for request bodies. When it is
 * used up, the owner of the largest part gives back its oldest item, so that nobody can keep the others out.
 */
export class SharedLimit<Item> {
  readonly #max: number;
  readonly #giveBack: (item: Item) => void;
  readonly #parts = new Map<Owner, Part<Item>>();
  #used = 0;

  constructor(max: number, giveBack: (item: Item) => void) {
    this.#max = max;
    this.#giveBack = giveBack;
  }

  /** Adds to what an item uses. The item itself may have to be given back. */
  add(owner: Owner, item: Item, amount: number): void {
    let part = this.#parts.get(owner);
    if (!part) {
      part = { items: new Map(), used: 0 };
      this.#parts.set(owner, part);
    }
    part.items.set(item, (part.items.get(item) ?? 0) + amount);
    part.used += amount;
    this.#used += amount;
    while (this.#used > this.#max) this.#takeBack();
  }

  /** Frees what an item uses, if it uses anything. */
  remove(owner: Owner, item: Item): void {
    const part = this.#parts.get(owner);
    const amount = part?.items.get(item);
    if (!part || amount === undefined) return;
    part.items.delete(item);
    part.used -= amount;
    this.#used -= amount;
    if (part.items.size === 0) this.#parts.delete(owner);
  }

  #takeBack(): void {
    const [owner, { items }] = this.#largest();
    const [oldest] = items.keys() as Iterable<Item>;
    this.remove(owner, oldest!);
    this.#giveBack(oldest!);
  }

  #largest(): readonly [Owner, Part<Item>] {
    const withoutKey = this.#parts.get(null);
    if (withoutKey && withoutKey.used > this.#max * SHARE_WITHOUT_KEY) return [null, withoutKey];
    let largest: readonly [Owner, Part<Item>] | null = null;
    for (const entry of this.#parts) if (!largest || entry[1].used > largest[1].used) largest = entry;
    return largest!;
  }
}

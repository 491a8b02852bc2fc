import { getOrMake } from '../core/domain/collections.ts';
/**
 * Who uses a part of a limited resource: an account, or the operator. Null stands for all clients that have not shown a
 * valid key or token.
 */
export type Owner = object | null;

/** The share of a resource that is left to clients without a valid key when the resource is used up. */
const SHARE_WITHOUT_KEY = 0.2;

/** The part of one owner: how much each of its items uses, oldest first. */
interface Part<Item> {
  readonly owner: Owner;
  readonly items: Map<Item, number>;
  used: number;
}

/**
 * A resource that all clients of a server share, such as its connections or its memory for requests. When it is used up,
 * the owner of the largest part gives back its oldest item, so that nobody can keep the others out.
 */
export class SharedLimit<Item> {
  readonly #max: number;
  readonly #giveBack: (item: Item) => void;
  readonly #parts = new Map<Owner, Part<Item>>();
  readonly #partOf = new Map<Item, Part<Item>>();
  #used = 0;

  constructor(max: number, giveBack: (item: Item) => void) {
    this.#max = max;
    this.#giveBack = giveBack;
  }

  /**
   * Adds to what an item uses. An item that uses something already keeps its owner. The item may be given back as a
   * result.
   */
  add(owner: Owner, item: Item, amount: number): void {
    const part = this.#partOf.get(item) ?? this.#startItem(owner, item);
    part.items.set(item, part.items.get(item)! + amount);
    part.used += amount;
    this.#used += amount;
    while (this.#used > this.#max) {
      const [oldest] = this.#largest().items.keys() as Iterable<Item>;
      this.free(oldest!);
      this.#giveBack(oldest!);
    }
  }

  /** Frees some of what an item uses, by default all. Nothing happens if it uses nothing. */
  free(item: Item, amount = Number.POSITIVE_INFINITY): void {
    const part = this.#partOf.get(item);
    if (!part) return;
    const used = part.items.get(item)!;
    const freed = Math.min(amount, used);
    part.used -= freed;
    this.#used -= freed;
    if (freed < used) {
      part.items.set(item, used - freed);
      return;
    }
    part.items.delete(item);
    this.#partOf.delete(item);
    if (part.items.size === 0) this.#parts.delete(part.owner);
  }

  #startItem(owner: Owner, item: Item): Part<Item> {
    const part = getOrMake(this.#parts, owner, () => ({ owner, items: new Map<Item, number>(), used: 0 }));
    this.#partOf.set(item, part);
    part.items.set(item, 0);
    return part;
  }

  #largest(): Part<Item> {
    const withoutKey = this.#parts.get(null);
    if (withoutKey && withoutKey.used > this.#max * SHARE_WITHOUT_KEY) return withoutKey;
    let largest: Part<Item> | null = null;
    for (const part of this.#parts.values()) if (!largest || part.used > largest.used) largest = part;
    return largest!;
  }
}

import type { Exchange } from '../core/facts.ts';

/** Few, because every one of them survives several garbage collections, which cost more than the request itself. */
export const MAX_EXCHANGES = 500;
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** How much longer than its bound a list may grow, so that trimming it, which copies it, costs little per item. */
const SLACK = 1.25;

/** A list of the latest items, limited in number and size. It counts the older ones, which it drops. */
export class LatestItems<Item> {
  readonly bound: number;
  readonly #mostBytes: number;
  readonly #sizeOf: (item: Item) => number;
  #items: Item[] = [];
  #bytes = 0;
  /** Since the list was created or cleared. */
  recorded = 0;

  constructor(mostItems: number, mostBytes = Number.POSITIVE_INFINITY, sizeOf = (_item: Item): number => 0) {
    this.bound = mostItems;
    this.#mostBytes = mostBytes;
    this.#sizeOf = sizeOf;
  }

  record(item: Item): void {
    this.recorded += 1;
    this.#bytes += this.#sizeOf(item);
    this.#items.push(item);
    if (this.#items.length > SLACK * this.bound || this.#bytes > this.#mostBytes) this.#trim();
  }

  /** The number of items, some of which may be about to be dropped. */
  get size(): number {
    return this.#items.length;
  }

  /** The sum of the sizes of its items. */
  get bytes(): number {
    return this.#bytes;
  }

  list(): readonly Item[] {
    this.#trim();
    return this.#items;
  }

  get dropped(): number {
    return this.recorded - this.list().length;
  }

  clear(): number {
    const { length } = this.list();
    this.#items = [];
    this.#bytes = 0;
    this.recorded = 0;
    return length;
  }

  /** It runs rarely, so its cost per item is small. */
  #trim(): void {
    let excess = Math.max(0, this.#items.length - this.bound);
    for (let index = 0; index < excess; index++) this.#bytes -= this.#sizeOf(this.#items[index]!);
    while (this.#bytes > this.#mostBytes && excess < this.#items.length - 1) {
      this.#bytes -= this.#sizeOf(this.#items[excess]!);
      excess += 1;
    }
    if (excess > 0) this.#items = this.#items.slice(excess);
  }
}

export class RequestJournal extends LatestItems<Exchange> {
  constructor() {
    super(MAX_EXCHANGES, MAX_BODY_BYTES, sizeOf);
  }
}

/** The size of the parts of an exchange whose size a client determines, and of the response. */
function sizeOf({ body, answer, url, rawHeaders, remarks }: Exchange): number {
  let size = (body?.length ?? 0) + answer.length + url.length;
  for (const text of rawHeaders) size += text.length;
  for (const { message } of remarks) size += message.length;
  return size;
}

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** What a customer has bought. All amounts are in sun. */
export interface Purchase {
  readonly id: string;
  readonly customer: string;
  readonly packageId: number;
  readonly address: string;
  externalId: string;
  orderId: number | null;
  /** True if the service said that it had the order already. */
  isRepeat?: boolean;
  /** `unknown` until the service has answered, `refused` if there is no order, otherwise the order's status. */
  status: string;
  refunded: boolean;
  refusal: string | null;
  /** What the customer paid, and what was paid back. */
  paidSun: number;
  creditedSun: number;
  /** True once the customer's transfer may be sent, because the Energy is there. */
  released: boolean;
  txid: string | null;
  /** How many events of the order were entered in the books. */
  booked: number;
}

interface Stored {
  purchases: Record<string, Purchase>;
  balances: Record<string, number>;
  events: string[];
}

/** The shop's data: in a file, which each change replaces, or in memory for tests. */
export class Store {
  readonly #file: string | undefined;
  readonly #data: Stored;

  constructor(file?: string) {
    this.#file = file;
    const isThere = file !== undefined && existsSync(file);
    this.#data = isThere
      ? JSON.parse(readFileSync(file, 'utf8'))
      : { purchases: {}, balances: {}, events: [] };
  }

  purchases(): Purchase[] {
    return Object.values(this.#data.purchases);
  }

  get(id: string): Purchase | undefined {
    return this.#data.purchases[id];
  }

  /** The purchase of an order, by either id. */
  find(externalId: string | null, orderId: number): Purchase | undefined {
    return this.purchases().find(one => one.externalId === externalId || one.orderId === orderId);
  }

  put(purchase: Purchase): Purchase {
    this.#data.purchases[purchase.id] = purchase;
    this.#save();
    return purchase;
  }

  balance(customer: string): number {
    return this.#data.balances[customer] ?? 0;
  }

  add(customer: string, sun: number): void {
    this.#data.balances[customer] = this.balance(customer) + sun;
    this.#save();
  }

  hasEvent(id: string): boolean {
    return this.#data.events.includes(id);
  }

  addEvent(id: string): void {
    this.#data.events.push(id);
    this.#save();
  }

  #save(): void {
    if (this.#file === undefined) return;
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#data));
    renameSync(`${this.#file}.new`, this.#file);
  }
}

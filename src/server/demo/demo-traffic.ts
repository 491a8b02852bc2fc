import type { Faker } from '@faker-js/faker';
import { tronAddressOf } from '../../core/domain/address.ts';

export interface DemoCall {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
}

interface Customer {
  readonly slug: string;
  readonly packageId: number;
  readonly recipients: readonly string[];
}

const CUSTOMERS = 6;
const RECIPIENTS = 8;
const ADDRESS_BYTES = 20;
const FIRST_INVOICE = 10_000;
const RECENT = 40;

/** The scenarios that some orders follow, selected by magic address. */
export const DEMO_SCENARIOS = [
  'failed-with-refund',
  'failed-without-refund',
  'review-then-delivered',
  'address-not-active',
  'slow-delivery',
  'webhook-duplicated',
  'refund-late',
] as const;

const read = (path: string): DemoCall => ({ method: 'GET', path: `/api/v1/${path}` });
const place = (item: object): DemoCall => ({ method: 'POST', path: '/api/v1/order/', body: item });

/**
 * Generates the API requests of a few customers: mostly single orders, sometimes bulk orders, status queries, repeated
 * orders, invalid orders and orders with a magic address. The same seed produces the same traffic.
 */
export class DemoTraffic {
  readonly #faker: Faker;
  readonly #magic: readonly string[];
  readonly #customers: readonly Customer[];
  readonly #recent: string[] = [];
  #invoices: number;

  /**
   * @param magic the magic addresses to use
   * @param ordersBefore the number of existing orders; the external ids continue after theirs
   */
  constructor(faker: Faker, magic: readonly string[], ordersBefore: number) {
    this.#invoices = FIRST_INVOICE + 2 * ordersBefore;
    this.#faker = faker;
    this.#magic = magic;
    this.#customers = Array.from({ length: CUSTOMERS }, () => this.#customer());
  }

  next(): readonly DemoCall[] {
    const { helpers, number } = this.#faker;
    const customer = helpers.arrayElement(this.#customers);
    const nextCalls = helpers.weightedArrayElement<() => readonly DemoCall[]>([
      { weight: 56, value: () => this.#order(customer) },
      { weight: 14, value: () => [place(this.#item(customer, helpers.arrayElement(this.#magic)))] },
      { weight: 7, value: () => [place(this.#customAmount(customer))] },
      { weight: 6, value: () => [this.#bulkOrder(customer, number.int({ min: 3, max: 6 }))] },
      { weight: 10, value: () => [this.#statusQuery()] },
      { weight: 5, value: () => [read('balance/')] },
      // A client that did not receive the response repeats its order.
      { weight: 4, value: () => Array(2).fill(place(this.#item(customer))) },
      { weight: 5, value: () => [place(this.#invalidItem(customer))] },
    ]);
    return nextCalls();
  }

  #customer(): Customer {
    const { helpers, company } = this.#faker;
    const name = company.name().split(/[ ,-]/)[0]!.toLowerCase();
    return {
      slug: helpers.slugify(name).replace(/[^a-z0-9-]/g, ''),
      packageId: helpers.arrayElement([1, 1, 1, 1, 1, 1, 2, 2, 2, 3]),
      recipients: Array.from({ length: RECIPIENTS }, () => this.#address()),
    };
  }

  #address(): string {
    const bytes = Array.from({ length: ADDRESS_BYTES }, () => this.#faker.number.int({ max: 255 }));
    return tronAddressOf(Uint8Array.from(bytes));
  }

  #externalId({ slug }: Customer): string {
    this.#invoices += 1;
    const id = `${slug}:inv-${this.#invoices}`;
    this.#recent.push(id);
    if (this.#recent.length > RECENT) this.#recent.shift();
    return id;
  }

  #item(customer: Customer, address = this.#faker.helpers.arrayElement(customer.recipients)) {
    return {
      external_id: this.#externalId(customer),
      package_id: customer.packageId,
      duration_minutes: this.#faker.helpers.arrayElement([5, 5, 10, 15]),
      address,
    };
  }

  #order(customer: Customer): readonly DemoCall[] {
    const item = this.#item(customer);
    if (this.#faker.datatype.boolean()) return [place(item)];
    const { package_id, duration_minutes } = item;
    return [read(`quote/?package_id=${package_id}&duration_minutes=${duration_minutes}`), place(item)];
  }

  #customAmount(customer: Customer): object {
    const { external_id, address } = this.#item(customer);
    return { external_id, address, energy_amount: this.#faker.number.int({ min: 40, max: 220 }) * 1_000 };
  }

  #bulkOrder(customer: Customer, length: number): DemoCall {
    const orders = Array.from({ length }, () => this.#item(customer));
    return { method: 'POST', path: '/api/v1/orders/bulk/', body: { orders } };
  }

  #statusQuery(): DemoCall {
    const id = this.#faker.datatype.boolean(0.6) ? this.#recent.at(-1) : this.#recent[0];
    return read(id === undefined ? 'balance/' : `status/?external_id=${encodeURIComponent(id)}`);
  }

  #invalidItem(customer: Customer): object {
    const item = this.#item(customer);
    const wrong = this.#faker.helpers.arrayElement<object>([
      { address: `${item.address.slice(0, -1)}1` },
      { duration_minutes: 30 },
      { energy_amount: 65_000 },
      { external_id: `${item.external_id}/2` },
    ]);
    return { ...item, ...wrong };
  }
}

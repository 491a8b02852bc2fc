import type { Faker } from '@faker-js/faker';
import { tronAddressOf } from '../../core/domain/address.ts';

/** One API request of a customer. */
export interface DemoCall {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
}

/** A customer of the demo: the prefix of its external ids, the package that it rents, and its recipients. */
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

  /** The next group of requests, in order. */
  next(): readonly DemoCall[] {
    const customer = this.#faker.helpers.arrayElement(this.#customers);
    const nextCalls = this.#faker.helpers.weightedArrayElement([
      { weight: 56, value: () => this.#order(customer) },
      { weight: 14, value: () => this.#magicOrder(customer) },
      { weight: 7, value: () => this.#customAmount(customer) },
      { weight: 6, value: () => this.#bulkOrder(customer) },
      { weight: 10, value: () => this.#statusQuery() },
      { weight: 5, value: () => [{ method: 'GET', path: '/api/v1/balance/' } as const] },
      { weight: 4, value: () => this.#repeatedOrder(customer) },
      { weight: 5, value: () => this.#invalidOrder(customer) },
    ]);
    return nextCalls();
  }

  #customer(): Customer {
    const faker = this.#faker;
    return {
      slug: faker.helpers
        .slugify(faker.company.name().split(/[ ,-]/)[0]!.toLowerCase())
        .replace(/[^a-z0-9-]/g, ''),
      packageId: faker.helpers.weightedArrayElement([
        { weight: 6, value: 1 },
        { weight: 3, value: 2 },
        { weight: 1, value: 3 },
      ]),
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

  /** Half of the orders are preceded by a quote. */
  #order(customer: Customer): readonly DemoCall[] {
    const item = this.#item(customer);
    const order: DemoCall = { method: 'POST', path: '/api/v1/order/', body: item };
    if (this.#faker.datatype.boolean()) return [order];
    const { package_id, duration_minutes } = item;
    const query = `package_id=${package_id}&duration_minutes=${duration_minutes}`;
    return [{ method: 'GET', path: `/api/v1/quote/?${query}` }, order];
  }

  #magicOrder(customer: Customer): readonly DemoCall[] {
    const item = this.#item(customer, this.#faker.helpers.arrayElement(this.#magic));
    return [{ method: 'POST', path: '/api/v1/order/', body: item }];
  }

  #customAmount(customer: Customer): readonly DemoCall[] {
    const { package_id: _package, duration_minutes: _duration, ...item } = this.#item(customer);
    const energy_amount = this.#faker.number.int({ min: 40, max: 220 }) * 1_000;
    return [{ method: 'POST', path: '/api/v1/order/', body: { ...item, energy_amount } }];
  }

  #bulkOrder(customer: Customer): readonly DemoCall[] {
    const orders = Array.from({ length: this.#faker.number.int({ min: 3, max: 6 }) }, () =>
      this.#item(customer),
    );
    return [{ method: 'POST', path: '/api/v1/orders/bulk/', body: { orders } }];
  }

  #statusQuery(): readonly DemoCall[] {
    const id = this.#faker.helpers.maybe(() => this.#recent.at(-1), { probability: 0.6 }) ?? this.#recent[0];
    if (id === undefined) return [{ method: 'GET', path: '/api/v1/balance/' }];
    return [{ method: 'GET', path: `/api/v1/status/?external_id=${encodeURIComponent(id)}` }];
  }

  /** A client that did not receive the response repeats its order. */
  #repeatedOrder(customer: Customer): readonly DemoCall[] {
    const order: DemoCall = { method: 'POST', path: '/api/v1/order/', body: this.#item(customer) };
    return [order, order];
  }

  #invalidOrder(customer: Customer): readonly DemoCall[] {
    const item = this.#item(customer);
    const wrong = this.#faker.helpers.arrayElement<Record<string, unknown>>([
      { address: `${item.address.slice(0, -1)}1` },
      { duration_minutes: 30 },
      { energy_amount: 65_000 },
      { external_id: `${item.external_id}/2` },
    ]);
    return [{ method: 'POST', path: '/api/v1/order/', body: { ...item, ...wrong } }];
  }
}

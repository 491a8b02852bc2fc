import type { Faker } from '@faker-js/faker';
import { tronAddressOf } from '../domain/address.ts';

/** One call that a customer's program makes. */
export interface DemoCall {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly body?: unknown;
}

/** A customer of the shop: how its ids look, what it rents, and for whom. */
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

/** Fates that befall a few orders, by the scenarios that script them. */
export const FATES = [
  'failed-with-refund',
  'failed-without-refund',
  'review-then-delivered',
  'address-not-active',
  'slow-delivery',
  'webhook-duplicated',
  'refund-late',
] as const;

/**
 * What the customers of a small shop ask for, one visit after the other: mostly plain orders, now and then a payout
 * run, a question, a mistake or bad luck. The same seed gives the same traffic.
 */
export class DemoTraffic {
  readonly #faker: Faker;
  readonly #magic: readonly string[];
  readonly #customers: readonly Customer[];
  readonly #recent: string[] = [];
  #invoices: number;

  /**
   * @param magic addresses whose orders meet a fate
   * @param ordersBefore how many there are already: external ids go on behind them
   */
  constructor(faker: Faker, magic: readonly string[], ordersBefore: number) {
    this.#invoices = FIRST_INVOICE + 2 * ordersBefore;
    this.#faker = faker;
    this.#magic = magic;
    this.#customers = Array.from({ length: CUSTOMERS }, () => this.#customer());
  }

  /** The calls of the next visit, in order. */
  next(): readonly DemoCall[] {
    const customer = this.#faker.helpers.arrayElement(this.#customers);
    const visit = this.#faker.helpers.weightedArrayElement([
      { weight: 56, value: () => this.#order(customer) },
      { weight: 14, value: () => this.#unlucky(customer) },
      { weight: 7, value: () => this.#customAmount(customer) },
      { weight: 6, value: () => this.#payoutRun(customer) },
      { weight: 10, value: () => this.#lookUp() },
      { weight: 5, value: () => [{ method: 'GET', path: '/api/v1/balance/' } as const] },
      { weight: 4, value: () => this.#repeat(customer) },
      { weight: 5, value: () => this.#mistake(customer) },
    ]);
    return visit();
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

  /** Half of the customers ask for the price first. */
  #order(customer: Customer): readonly DemoCall[] {
    const item = this.#item(customer);
    const order: DemoCall = { method: 'POST', path: '/api/v1/order/', body: item };
    if (this.#faker.datatype.boolean()) return [order];
    const { package_id, duration_minutes } = item;
    const query = `package_id=${package_id}&duration_minutes=${duration_minutes}`;
    return [{ method: 'GET', path: `/api/v1/quote/?${query}` }, order];
  }

  #unlucky(customer: Customer): readonly DemoCall[] {
    const item = this.#item(customer, this.#faker.helpers.arrayElement(this.#magic));
    return [{ method: 'POST', path: '/api/v1/order/', body: item }];
  }

  #customAmount(customer: Customer): readonly DemoCall[] {
    const { package_id: _package, duration_minutes: _duration, ...item } = this.#item(customer);
    const energy_amount = this.#faker.number.int({ min: 40, max: 220 }) * 1_000;
    return [{ method: 'POST', path: '/api/v1/order/', body: { ...item, energy_amount } }];
  }

  #payoutRun(customer: Customer): readonly DemoCall[] {
    const orders = Array.from({ length: this.#faker.number.int({ min: 3, max: 6 }) }, () =>
      this.#item(customer),
    );
    return [{ method: 'POST', path: '/api/v1/orders/bulk/', body: { orders } }];
  }

  #lookUp(): readonly DemoCall[] {
    const id = this.#faker.helpers.maybe(() => this.#recent.at(-1), { probability: 0.6 }) ?? this.#recent[0];
    if (id === undefined) return [{ method: 'GET', path: '/api/v1/balance/' }];
    return [{ method: 'GET', path: `/api/v1/status/?external_id=${encodeURIComponent(id)}` }];
  }

  /** A client that lost the answer sends its order again. */
  #repeat(customer: Customer): readonly DemoCall[] {
    const order: DemoCall = { method: 'POST', path: '/api/v1/order/', body: this.#item(customer) };
    return [order, order];
  }

  #mistake(customer: Customer): readonly DemoCall[] {
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

import type { Faker } from '@faker-js/faker';
import { tronAddressOf } from '../../core/domain/address.ts';
import type { Purchase } from './demo-shop.ts';

const CUSTOMERS = 6;
const ADDRESS_BYTES = 20;
const FIRST_INVOICE = 10_001;

/** The purchases of the customers of a shop. The same seed produces the same purchases. */
export class DemoTraffic {
  readonly #faker: Faker;
  readonly #customers: readonly { readonly slug: string; readonly address: string }[];
  #invoice: number;

  /** @param ordersBefore the number of existing orders; the external ids continue after theirs */
  constructor(faker: Faker, ordersBefore: number) {
    this.#faker = faker;
    this.#invoice = FIRST_INVOICE + 2 * ordersBefore;
    this.#customers = Array.from({ length: CUSTOMERS }, () => {
      const bytes = Array.from({ length: ADDRESS_BYTES }, () => faker.number.int({ max: 255 }));
      const name = faker.company.name().split(/[ ,-]/)[0]!.toLowerCase();
      const slug = faker.helpers.slugify(name).replace(/[^a-z0-9-]/g, '');
      return { slug, address: tronAddressOf(Uint8Array.from(bytes)) };
    });
  }

  next(): Purchase {
    const { helpers } = this.#faker;
    const { slug, address } = helpers.arrayElement(this.#customers);
    const scenario = helpers.weightedArrayElement<string | null>([
      { weight: 7, value: null },
      { weight: 2, value: 'response-lost' },
      { weight: 1, value: 'review-then-delivered' },
    ]);
    const minutes = helpers.arrayElement([5, 10, 15]);
    return { id: `${slug}:inv-${this.#invoice++}`, address, minutes, ...(scenario && { scenario }) };
  }
}

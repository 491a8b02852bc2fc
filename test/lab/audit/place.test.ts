import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { audit } from '../../../src/lab/audit/audit.ts';
import { temporaryFolder } from '../../cli/support.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { CorrectReceiver, type Payload, type Received, type Reply, SECRET } from './receivers.ts';

/** Knows only the orders that its own command has placed: the command announces each. */
class Shop extends CorrectReceiver {
  readonly #announced = new Set<string>();

  override async receive(received: Received): Promise<Reply> {
    const announced = received.headers['x-announce'];
    if (announced === undefined) return super.receive(received);
    this.#announced.add(String(announced));
    return 204;
  }

  override async handle(payload: Payload, received: Received): Promise<Reply> {
    return this.#announced.has(payload.data.external_id) ? super.handle(payload, received) : 404;
  }
}

const PLACE_ORDER = `
const { ENERGY_SANDBOX_URL, ENERGY_SANDBOX_API_KEY, ENERGY_SANDBOX_EXTERNAL_ID } = process.env;
await fetch(process.argv[2], { method: 'POST', headers: { 'x-announce': ENERGY_SANDBOX_EXTERNAL_ID } });
const { status } = await fetch(ENERGY_SANDBOX_URL + '/api/v1/order/', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + ENERGY_SANDBOX_API_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({
    external_id: ENERGY_SANDBOX_EXTERNAL_ID,
    energy_amount: 65000,
    address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1',
  }),
});
process.exitCode = status === 202 ? 0 : 1;
`;

test('a command makes the system of the receiver place the orders', async () => {
  await using folder = await temporaryFolder();
  const script = join(folder.path, 'place-order.mjs');
  await writeFile(script, PLACE_ORDER);
  await using receiver = await new Shop().start();
  const { cases } = await audit(receiver.url, {
    secret: SECRET,
    place: `"${process.execPath}" "${script}" ${receiver.url}`,
    api_key: 'ersk_fixed_in_the_configuration',
    only: ['late', 'unknown-order'],
  });
  // It refuses the events of the order that the audit has placed itself.
  expect(cases).toMatchObject([
    { id: 'unknown-order', verdict: 'failed' },
    { id: 'late', verdict: 'passed' },
  ]);
  expect(receiver.orders.size).toBeGreaterThan(0);
});

/** Buys what its command asks for, and repeats an order whose outcome is unknown. */
class BuyingShop extends CorrectReceiver {
  /** @returns the external_id of a purchase */
  idOf(purchase: string): string | undefined {
    return purchase;
  }

  takesForRefused(_status: number): boolean {
    return false;
  }

  /** Whether it pays back an order whose response was lost, and gives it up. */
  get takesLostForRefused(): boolean {
    return false;
  }

  override async receive(received: Received): Promise<Reply> {
    const { 'x-purchase': purchase, 'x-sandbox': url, authorization = '' } = received.headers;
    if (purchase === undefined) return super.receive(received);
    return this.#buy(`${url}/api/v1`, authorization, this.idOf(String(purchase)));
  }

  async #buy(url: string, authorization: string, id: string | undefined): Promise<Reply> {
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ external_id: id, package_id: 1, address: RECIPIENT });
    for (let attempt = 1; attempt <= 3; attempt++) {
      const response = await fetch(`${url}/order/`, { method: 'POST', headers, body }).catch(() => null);
      if (response?.ok) return 201;
      const isGivenUp = !response && this.takesLostForRefused;
      if (isGivenUp || (response && this.takesForRefused(response.status))) {
        const quote = await fetch(`${url}/quote/?package_id=1`, { headers });
        const { price_trx } = ((await quote.json()) as { data: { price_trx: number } }).data;
        this.storedOrder(id!).credited = this.amountOf(price_trx);
      }
      if (isGivenUp) return 503;
    }
    return 503;
  }

  get placeCommand(): string {
    const headers =
      "{ 'x-purchase': e.ENERGY_SANDBOX_EXTERNAL_ID, 'x-sandbox': e.ENERGY_SANDBOX_URL, authorization: 'Bearer ' + e.ENERGY_SANDBOX_API_KEY }";
    // Node loads fetch only when it is used, which takes half as long as its start.
    const call = `require('http').request('${this.url}', { method: 'POST', headers: ${headers} }, r => process.exit(r.statusCode < 300 ? 0 : 1)).end()`;
    return `"${process.execPath}" -e "const e = process.env; ${call}"`;
  }
}

class TakesDeniedForRefused extends BuyingShop {
  override takesForRefused(status: number): boolean {
    return status === 401 || status === 403;
  }
}

class TakesLostForRefused extends BuyingShop {
  override get takesLostForRefused(): boolean {
    return true;
  }
}

class NumbersItsOrders extends BuyingShop {
  #number = 0;

  override idOf(): string {
    return `shop-${++this.#number}`;
  }
}

class NumbersFromOneAgain extends BuyingShop {
  #number = 0;

  override idOf(): string {
    return `shop-${++this.#number}`;
  }

  override restart(): void {
    this.#number = 0;
  }
}

class NamesOrdersAfterTheCustomer extends BuyingShop {
  override idOf(): string {
    return 'ann';
  }
}

class PlacesTwoOrders extends NumbersItsOrders {
  override async receive(received: Received): Promise<Reply> {
    if (received.headers['x-purchase'] !== undefined) await super.receive(received);
    return super.receive(received);
  }
}

class NamesNoOrders extends BuyingShop {
  override idOf(): undefined {
    return undefined;
  }
}

const auditOf = (shop: BuyingShop, only: readonly string[]) =>
  audit(shop.url, {
    secret: SECRET,
    probe: shop.probe,
    place: shop.placeCommand,
    restart: shop.restartCommand,
    only,
  });

test.each([
  ['keeps a purchase open', new BuyingShop(), 'passed'],
  ['takes it for refused', new TakesDeniedForRefused(), 'failed'],
])('a shop that %s while its key is refused is judged by what it stores', async (_, shop, verdict) => {
  await using started = await shop.start();
  const { cases } = await auditOf(shop, ['key-refused']);
  expect(cases).toMatchObject([{ id: 'key-refused', verdict }]);
  expect(cases[0]!.message.includes('credited: ')).toBe(verdict === 'failed');
  expect(started.orders.size).toBeGreaterThan(0);
});

test.each([
  ['repeats', new BuyingShop(), 'passed', 'passed'],
  ['pays back', new TakesLostForRefused(), 'failed', 'not-judged'],
])(
  'a shop that %s an order whose response is lost is judged by that alone',
  async (_, shop, lost, refused) => {
    await using started = await shop.start();
    const { cases } = await auditOf(shop, ['response-lost', 'key-refused']);
    expect(cases).toMatchObject([
      { id: 'response-lost', verdict: lost },
      { id: 'key-refused', verdict: refused },
    ]);
    expect(cases[1]!.message.includes('so none was refused')).toBe(refused === 'not-judged');
    expect(started.orders.size).toBeGreaterThan(0);
  },
);

test.each([
  ['goes on', new NumbersItsOrders(), 'passed'],
  ['begins again', new NumbersFromOneAgain(), 'failed'],
])(
  'a shop whose own numbering of orders %s after a restart is audited with its own ids',
  async (_, shop, verdict) => {
    await using started = await shop.start();
    const { cases } = await auditOf(shop, ['restarted', 'failed-with-refund']);
    expect(cases).toMatchObject([
      { id: 'failed-with-refund', verdict: 'passed' },
      { id: 'restarted', verdict },
    ]);
    expect(cases[1]!.message.includes('it sent the external_id "shop-1"')).toBe(verdict === 'failed');
    expect(started.orders.has('shop-1')).toBe(true);
  },
);

test.each([
  [
    'under the same external_id',
    new NamesOrdersAfterTheCustomer(),
    'placed no new order: it sent the external_id "ann" of an earlier order again, and the service returned that order',
  ],
  [
    'twice',
    new PlacesTwoOrders(),
    'placed 2 orders, with the external_ids shop-1 and shop-2; let it place one',
  ],
  ['without an external_id', new NamesNoOrders(), 'placed an order without an external_id'],
])('a shop that places every order %s cannot be audited, and is told why', async (_, shop, why) => {
  await using started = await shop.start();
  await expect(auditOf(started, ['genuine'])).rejects.toThrow(why);
});

import { readableAddress } from '../../../src/core/domain/address.ts';
import type { RealService, Sent } from './real-service.ts';

/* What a client that explores the service asks. The tests derive from it what can be revealed. */

export const PACKAGE_IDS = [1, 2, 3, 4, 5, 6, 7] as const;
export const DURATIONS = [5, 10, 15, 30, 60] as const;
/** Amounts of custom Energy. */
export const AMOUNTS = [
  1, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 40_000, 50_000, 64_000, 100_000, 100_500, 120_050,
  150_100, 200_000, 500_000, 1_000_000, 1_000_001, 2_000_000, 5_000_000, 10_000_000, 50_000_000,
] as const;
export const BODY_SIZES = [900, 2_000, 5_000, 20_000, 50_000, 100_000, 200_000] as const;
export const RECIPIENTS = Array.from({ length: 12 }, (_, index) => readableAddress('TShop', String(index)));
export const HEX_ADDRESS = `41${'ab'.repeat(20)}`;

const padded = (body: object, bytes: number): Buffer => {
  const text = JSON.stringify(body);
  return Buffer.from(text + ' '.repeat(Math.max(0, bytes - Buffer.byteLength(text))));
};

/** A way to use the API, with the order ids that it creates. */
export class Shopper {
  readonly #service: RealService;
  #count = 0;
  readonly orders: number[] = [];

  constructor(service: RealService) {
    this.#service = service;
  }

  async get(path: string, sent: Partial<Sent> = {}) {
    return this.#service.call({ path, ...sent });
  }

  async post(path: string, body: unknown, sent: Partial<Sent> = {}) {
    return this.#service.call({ path, body, ...sent });
  }

  nextId(): string {
    this.#count += 1;
    return `invoice-${this.#count}`;
  }

  recipient(): string {
    return RECIPIENTS[this.#count % RECIPIENTS.length]!;
  }

  async order(fields: object, sent: Partial<Sent> = {}): Promise<number | null> {
    const body = { external_id: this.nextId(), address: this.recipient(), ...fields };
    const { json } = await this.post('/api/v1/order/', body, sent);
    const id = json.data?.order_id;
    if (typeof id !== 'number') return null;
    this.orders.push(id);
    return id;
  }

  /** Places an order in a bulk request of its own, for the first of a few recipients that is activated. */
  async orderInBulk(fields: object): Promise<void> {
    for (const address of [RECIPIENTS[1], ...RECIPIENTS.slice(4, 8)]) {
      const orders = [{ external_id: this.nextId(), address, ...fields }];
      const { status, json } = await this.post('/api/v1/orders/bulk/', { orders });
      if (status !== 202) continue;
      const [result] = json.data!.results as [{ order: { id: number } }];
      this.orders.push(result.order.id);
      return;
    }
  }
}

export async function askPrices(shopper: Shopper): Promise<void> {
  for (const id of PACKAGE_IDS) {
    await shopper.get(`/api/v1/quote/?package_id=${id}`);
    for (const minutes of DURATIONS)
      await shopper.get(`/api/v1/quote/?package_id=${id}&duration_minutes=${minutes}`);
  }
  for (const amount of AMOUNTS) await shopper.get(`/api/v1/quote/?energy_amount=${amount}`);
  await shopper.get('/api/v1/quote/?energy_amount=100000&duration_minutes=15');
  await shopper.get('/api/v1/quote/?package_id=1&package_id=2');
}

export async function askEstimates(shopper: Shopper): Promise<void> {
  for (const address of RECIPIENTS) {
    await shopper.post('/api/v1/estimate/', { recipient_address: address });
    await shopper.post('/api/v1/estimate/', { recipient_address: address, has_usdt: false });
  }
  await shopper.post('/api/v1/estimate/', { recipient_address: HEX_ADDRESS });
  await shopper.post('/api/v1/estimate/', { recipient_address: 'TNotAnAddress' });
  await shopper.post('/api/v1/estimate/', { recipient_address: RECIPIENTS[0], has_usdt: 'yes' });
}

/** Mistakes of all kinds. */
export async function makeMistakes(shopper: Shopper): Promise<void> {
  const good = () => ({ external_id: shopper.nextId(), address: RECIPIENTS[0], package_id: 1 });
  await shopper.get('/api/v1/nothing/');
  await shopper.get('/api/v1/balance');
  await shopper.get('/api/v1/balance/', { method: 'DELETE' });
  await shopper.get('/api/v1/balance/', { key: null });
  await shopper.get('/api/v1/balance/', { key: 'unknown-key' });
  await shopper.get('/api/v1/balance/', { key: null, headers: { authorization: 'Basic abc' } });
  await shopper.get('/api/v1/balance/', { key: null, method: 'PUT' });
  await shopper.get('/api/v1/balance/', { headers: { origin: 'https://shop.example' } });
  await shopper.post('/api/v1/estimate/', undefined, { raw: Buffer.from('{"recipient') });
  await shopper.post('/api/v1/estimate/', [], {});
  await shopper.post('/api/v1/estimate/', undefined, {
    raw: Buffer.from(`${'['.repeat(80)}${']'.repeat(80)}`),
  });
  await shopper.post(
    '/api/v1/estimate/',
    { recipient_address: RECIPIENTS[0] },
    { headers: { 'content-type': 'text/plain' } },
  );
  await shopper.post('/api/v1/estimate/', { recipient_address: RECIPIENTS[0], colour: 'red' });
  await shopper.get('/api/v1/quote/');
  await shopper.get('/api/v1/quote/?package_id=1&energy_amount=64000');
  await shopper.get('/api/v1/quote/?package_id=0');
  await shopper.get('/api/v1/quote/?package_id=999');
  await shopper.get('/api/v1/status/');
  await shopper.get('/api/v1/status/?id=abc');
  await shopper.get('/api/v1/status/?id=999999999');
  await shopper.get('/api/v1/status/?external_id=never-used');
  await shopper.get('/api/v1/status/?external_id=bad%20id');
  await shopper.post('/api/v1/order/', { ...good(), external_id: 'bad id' });
  await shopper.post('/api/v1/order/', { ...good(), external_id: 'bad id', address: 'TNotAnAddress' });
  await shopper.post('/api/v1/order/', { ...good(), package_id: '1' });
  await shopper.post('/api/v1/order/', { ...good(), address: undefined });
  await shopper.post('/api/v1/order/', { ...good(), package_id: 999, address: 'TNotAnAddress' });
  await shopper.post('/api/v1/order/', { ...good(), address: HEX_ADDRESS, package_id: 999 });
  await shopper.post('/api/v1/order/', { ...good(), external_id: 'sandbox:no-such-scenario:1' });
  await shopper.post('/api/v1/orders/bulk/', { orders: [] });
  await shopper.post('/api/v1/orders/bulk/', { orders: 'none' });
}

export async function tryBodySizes(shopper: Shopper): Promise<void> {
  const estimate = { recipient_address: RECIPIENTS[0] };
  for (const bytes of BODY_SIZES) {
    await shopper.post('/api/v1/estimate/', undefined, { raw: padded(estimate, bytes) });
    const orders = [{ external_id: 'bad id', address: RECIPIENTS[0], package_id: 1 }];
    await shopper.post('/api/v1/orders/bulk/', undefined, { raw: padded({ orders }, bytes) });
  }
}

const ALONE = [
  { package_id: 2 },
  { energy_amount: 64_000 },
  { energy_amount: 64_000, duration_minutes: 15 },
  { energy_amount: 100_000, duration_minutes: 5 },
];

/** Orders of all kinds, repeats and bulk requests. */
export async function placeOrders(shopper: Shopper): Promise<void> {
  await shopper.get('/api/v1/balance/');
  for (const id of PACKAGE_IDS) await shopper.order({ package_id: id });
  for (const address of RECIPIENTS.slice(0, 4)) {
    const body = { external_id: shopper.nextId(), address, package_id: 1 };
    await shopper.post('/api/v1/order/', body);
    await shopper.post('/api/v1/order/', body);
    await shopper.post('/api/v1/order/', { ...body, address: RECIPIENTS[7] });
  }
  for (const amount of [40_000, 64_000, 100_000, 1_000_000]) await shopper.order({ energy_amount: amount });
  await shopper.get('/api/v1/balance/');
  const item = (fields: object) => ({ external_id: shopper.nextId(), address: RECIPIENTS[1], ...fields });
  // Alone, because a bulk request of which every item fails may not say why each did.
  for (const fields of ALONE) await shopper.orderInBulk(fields);
  const mixed = [
    item({ package_id: 1, duration_minutes: 60 }),
    item({ package_id: 2 }),
    item({ energy_amount: 64_000 }),
    item({ energy_amount: 64_000, duration_minutes: 15 }),
    item({ energy_amount: 100_000, duration_minutes: 5 }),
    item({ package_id: 999 }),
    item({ package_id: 1, address: 'TNotAnAddress' }),
  ];
  const { json } = await shopper.post('/api/v1/orders/bulk/', { orders: mixed });
  await shopper.post('/api/v1/orders/bulk/', { orders: mixed });
  await shopper.post('/api/v1/orders/bulk/', {
    orders: [item({ package_id: 999 }), item({ package_id: 0 })],
  });
  const results = (json.data?.results ?? []) as { order?: { id: number } }[];
  for (const { order } of results) if (order) shopper.orders.push(order.id);
  for (const id of shopper.orders) await shopper.get(`/api/v1/status/?id=${id}`);
  await shopper.get('/api/v1/balance/');
}

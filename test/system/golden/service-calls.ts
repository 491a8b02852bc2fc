import type { OperationId } from '../../../src/core/domain/operations.ts';
import { ADDRESS, advance, ORDER, PLACED, type Scene, type Step } from './stage.ts';

const ITEM = ORDER;

/** What cannot be ordered, and the account in which that is so. */
interface Refused {
  readonly title: string;
  readonly fields: object;
  readonly account?: object;
}

const REFUSED_PRODUCTS: readonly Refused[] = [
  { title: 'neither a package nor an amount', fields: {} },
  { title: 'a package that is not an integer', fields: { package_id: 'one' } },
  { title: 'both a package and an amount', fields: { package_id: 1, energy_amount: 100_000 } },
  { title: 'an unknown package', fields: { package_id: 999 } },
  {
    title: 'an amount while custom amounts are disabled',
    fields: { energy_amount: 100_000 },
    account: { assumptions: { custom_energy_enabled: false } },
  },
  { title: 'too small an amount', fields: { energy_amount: 1_000 } },
  { title: 'an amount between two steps', fields: { energy_amount: 65_001 } },
  { title: 'a duration that the package does not have', fields: { package_id: 1, duration_minutes: 7 } },
  { title: 'a duration that amounts do not have', fields: { energy_amount: 100_000, duration_minutes: 15 } },
];

const asQuery = (fields: object): string =>
  `?${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)] as [string, string]))}`;

/** What can be wrong with an order: its product, its address, its id, or its account. */
const REFUSED_ORDERS: readonly Refused[] = [
  ...REFUSED_PRODUCTS.map(one => ({ ...one, fields: { package_id: undefined, ...one.fields } })),
  {
    title: 'a package without a price for its duration',
    fields: { duration_minutes: 60 },
    account: { scenarios: ['price-gone'] },
  },
  { title: 'an invalid address', fields: { address: 'nowhere' } },
  {
    title: 'an address that is not activated',
    fields: {},
    account: { assumptions: { deny_unknown: true } },
  },
  { title: 'an invalid external_id', fields: { external_id: 'a b' } },
  {
    title: 'an unknown scenario in the external_id',
    fields: { external_id: 'sandbox:no-such:1' },
    account: { strict: true },
  },
  { title: 'too low a balance', fields: {}, account: { balance_trx: 2.5 } },
];

/** The scenes of each operation. Those that all operations share are added by `commonScenes`. */
const OWN_SCENES: Readonly<Record<OperationId, readonly Scene[]>> = {
  getQuote: [
    { title: 'packages', steps: [{ query: '?package_id=1' }, { query: '?package_id=2&duration_minutes=5' }] },
    { title: 'an amount', steps: [{ query: '?energy_amount=100000' }] },
    { title: 'a discount', account: { discount_percent: 12.5 }, steps: [{ query: '?package_id=1' }] },
    ...REFUSED_PRODUCTS.map(({ title, fields, account = {} }) => ({
      title,
      account,
      steps: [{ query: asQuery(fields) }],
    })),
    {
      title: 'a package that lost its price with the first order',
      account: { scenarios: ['price-gone'] },
      steps: [{ query: '?package_id=1' }, { call: 'createOrder', body: ORDER }, { query: '?package_id=1' }],
    },
    { title: 'a head that is too large', steps: [{ query: `?package_id=1&note=${'x'.repeat(17_000)}` }] },
  ],
  createEstimate: [
    {
      title: 'an address, without and with the hint',
      steps: [
        { body: { recipient_address: ADDRESS } },
        { body: { recipient_address: ADDRESS, has_usdt: true } },
        { body: { recipient_address: ADDRESS, has_usdt: false } },
      ],
    },
    {
      title: 'no package covers it',
      account: { assumptions: { packages: [] } },
      steps: [{ body: { recipient_address: ADDRESS } }],
    },
    { title: 'an invalid address', steps: [{ body: { recipient_address: 'nowhere' } }] },
    { title: 'a hint of the wrong type', steps: [{ body: { recipient_address: ADDRESS, has_usdt: 'yes' } }] },
  ],
  createOrder: [
    {
      title: 'an order, repeated while it is in progress and after its end, also for another purchase',
      steps: [
        { body: ORDER },
        { body: ORDER },
        advance({ by: '2h' }),
        { body: { ...ORDER, package_id: 2 } },
        { call: 'getBalance' },
      ],
    },
    {
      title: 'an amount, without an external_id',
      steps: [{ body: { energy_amount: 100_000, address: ADDRESS } }],
    },
    {
      title: 'unknown fields are ignored',
      steps: [{ body: { ...ORDER, colour: 'red' }, query: '?colour=red' }],
    },
    {
      title: 'a scenario picked by the external_id, by the address, and by an unknown name',
      steps: [
        { body: { ...ORDER, external_id: 'sandbox:review:1' } },
        { body: { ...ORDER, external_id: 'b', address: 'TNotActivatedxxxxxxxxxxxxxxy3pp14u' } },
        { body: { ...ORDER, external_id: 'sandbox:no-such:1' } },
        { body: { ...ORDER, external_id: 'c' }, headers: { 'x-sandbox-scenario': 'no-such' } },
      ],
    },
    {
      title: 'idempotency_mismatch: reject',
      account: { assumptions: { idempotency_mismatch: 'reject' } },
      steps: [{ body: ORDER }, { body: { ...ORDER, package_id: 2 } }],
    },
    ...REFUSED_ORDERS.map(({ title, fields, account = {} }) => ({
      title,
      account,
      steps: [{ body: { ...ORDER, ...fields } }],
    })),
  ],
  getOrderStatus: [
    {
      title: 'an order from its beginning to its end',
      steps: [
        PLACED,
        { query: '?id=48211' },
        ...['3s', '9s', '1h', '9s'].flatMap(by => [advance({ by }), { query: '?external_id=invoice-1' }]),
      ],
    },
    {
      title: 'an order that fails and is refunded',
      account: { scenarios: ['failed-with-refund'] },
      steps: [
        PLACED,
        advance({ by: '12s' }),
        { query: '?id=48211' },
        advance({ by: '5s' }),
        { query: '?id=48211' },
      ],
    },
    {
      title: 'an order in review',
      account: { scenarios: ['review'] },
      steps: [PLACED, advance({ by: '1m' }), { query: '?id=48211' }],
    },
    {
      title: 'times in Tokyo',
      account: { time_zone: 'Asia/Tokyo' },
      steps: [PLACED, { query: '?id=48211' }],
    },
    { title: 'neither id nor external_id', steps: [{}, { query: '?id=' }, { query: '?id=abc' }] },
    { title: 'an unknown order', steps: [{ query: '?id=1' }, { query: '?external_id=unknown' }] },
    { title: 'an invalid external_id', steps: [{ query: '?external_id=a%20b' }] },
  ],
  getBalance: [
    { title: 'before and after an order', steps: [{}, PLACED, {}] },
    { title: 'exact to one millionth', account: { balance_trx: 0.000001 }, steps: [{}] },
  ],
  createOrdersBulk: [
    {
      title: 'every item is accepted, and again when it is repeated',
      steps: [
        { body: { orders: [ITEM, { ...ITEM, external_id: 'invoice-2', package_id: 2 }] } },
        { body: { orders: [ITEM] } },
      ],
    },
    {
      title: 'some items fail',
      steps: [
        {
          body: {
            orders: [ITEM, { ...ITEM, external_id: 'invoice-2', address: 'nowhere' }, { package_id: 1 }, 7],
          },
        },
      ],
    },
    {
      title: 'half of the items fail by a scenario',
      account: { scenarios: ['bulk-partial'] },
      steps: [{ body: { orders: [1, 2, 3, 4, 5, 6].map(n => ({ ...ITEM, external_id: `item-${n}` })) } }],
    },
    ...REFUSED_ORDERS.map(({ title, fields, account = {} }) => ({
      title: `every item fails: ${title}`,
      account,
      steps: [{ body: { orders: [{ ...ITEM, ...fields }] } }],
    })),
    {
      title: 'bulk_refusal_body: error_only',
      account: { assumptions: { bulk_refusal_body: 'error_only' } },
      steps: [{ body: { orders: [{ ...ITEM, package_id: 999 }] } }],
    },
    {
      title: 'the service is down: for whole requests, then for items',
      account: { scenarios: ['service-unavailable'] },
      steps: Array.from({ length: 5 }, () => ({ body: { orders: [ITEM] } })),
    },
    {
      title: 'no items, and too many',
      steps: [{ body: { orders: [] } }, { body: { orders: Array(51).fill(ITEM) } }],
    },
    {
      title: 'bulk_rate_cost: item',
      account: { rate_limit_per_minute: 3, assumptions: { bulk_rate_cost: 'item' } },
      steps: [{ body: { orders: [ITEM, ITEM] } }, { body: { orders: [ITEM, ITEM] } }],
    },
  ],
};

/** A valid request of each operation. */
const VALID: Readonly<Record<OperationId, Step>> = {
  getQuote: { query: '?package_id=1' },
  createEstimate: { body: { recipient_address: ADDRESS } },
  createOrder: { body: ORDER },
  getOrderStatus: { query: '?external_id=invoice-1' },
  getBalance: {},
  createOrdersBulk: { body: { orders: [ITEM] } },
};

/** Refusals that do not depend on what an operation does. */
function commonScenes(operation: OperationId): readonly Scene[] {
  const valid = VALID[operation];
  const refused = (title: string, account: object): Scene => ({ title, account, steps: [valid] });
  const withBody: readonly Scene[] = [
    { title: 'a body that is not JSON', steps: [{ body: '{"a":' }, { body: '[]' }, { body: '' }] },
    { title: 'a body that is too large', steps: [{ body: `{"note":"${'x'.repeat(300_000)}"}` }] },
    {
      title: 'another content type, refused',
      account: { strict: true },
      steps: [{ ...valid, headers: { 'content-type': 'text/plain' } }],
    },
  ];
  return [
    {
      title: 'no key, an unknown key, and another scheme',
      steps: [
        { ...valid, key: null },
        { ...valid, key: 'unknown' },
        { ...valid, key: null, headers: { authorization: 'Basic dTpw' } },
      ],
    },
    refused('an expired key', { expires_at: '2025-12-31T23:59:59Z' }),
    refused('a key without scopes', { scopes: [] }),
    refused('a key of another address', { ip_allow: ['203.0.113.7'] }),
    {
      title: 'the limit of requests, until the next minute',
      account: { rate_limit_per_minute: 1 },
      steps: [valid, valid, advance({ by: '1m' }), valid],
    },
    {
      title: 'other methods',
      steps: [
        { ...valid, body: undefined, method: 'PUT' },
        { ...valid, body: undefined, method: 'OPTIONS' },
      ],
    },
    { title: 'the service is down', account: { scenarios: ['service-unavailable'] }, steps: [valid] },
    {
      title: 'an unknown field, refused',
      account: { strict: true },
      steps: [{ ...valid, query: `${valid.query ?? '?'}&colour=red` }],
    },
    ...(valid.body === undefined ? [] : withBody),
  ];
}

/** The scenes of an operation of the service API, each in an account of its own. */
export const serviceScenes = (operation: OperationId): readonly Scene[] =>
  [...OWN_SCENES[operation], ...commonScenes(operation)].map(scene => ({ account: {}, ...scene }));

/** Requests that no operation has. */
export const OTHER_PATHS: Scene = {
  steps: [{ url: '/api/v1/nothing/' }, { url: '/api/v1/balance' }, { url: '/' }],
};

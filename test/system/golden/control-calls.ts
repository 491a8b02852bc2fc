import type { PreparedOperation } from '../../../src/contract/contract-types.ts';
import type { operations } from '../../../src/contract/control-v1.generated.ts';
import {
  ADDRESS,
  advance,
  DATA_BEFORE,
  ENDED,
  given,
  ORDER,
  PLACED,
  RECEIVED,
  type Scene,
  type Step,
} from './stage.ts';

type ControlId = keyof operations;

/** Operations whose success is a stream, which `playStream` reads. */
type StreamId = 'streamAccount' | 'streamAll';

/** Error codes that are not shown for each operation, and why. */
export const NOT_SHOWN: Readonly<Record<string, string>> = {
  HOST_NOT_ALLOWED: 'one guard for all operations; shown for getInfo',
  IP_NOT_ALLOWED: 'one guard for all operations; shown for getAccount',
  API_KEY_REQUIRED: 'one guard for all operations; shown for getAccount',
  REQUEST_TOO_LARGE: 'one limit for all operations; shown for createAccount',
  LIMIT_REACHED: 'takes hundreds of requests each',
  INTERRUPTED: 'needs two requests at the same time',
  NOT_READY: 'only while the server shuts down',
  CREATE_BY_NAME: 'only behind a balancer; shown in behind-balancer.http',
};

const ORDER_ID = { order: 48_211 };
const PROCESSING = 'order-48211-order.processing-b419c9a50b51';

const DELIVERED = [RECEIVED, PLACED, ENDED];
const QUOTED = given('getQuote', { query: '?package_id=1' });
const REFUSED: Step = { call: 'createOrder', body: { ...ORDER, address: 'nowhere' } };

const SCENARIO = {
  name: 'own',
  summary: 'Always in review.',
  orders: [{ lifecycle: [{ after: '1s', to: 'review' }] }],
};
const YAML =
  'name: own\nsummary: Always in review.\norders:\n  - lifecycle:\n      - { after: 1s, to: review }\n';
const OWN = given('addScenario', { body: { yaml: YAML } });
const BAD_YAML =
  'name: own\nsummary: Refuses orders.\nrequests:\n  - match: { operation: createOrders }\n    reply: { error: NO_SUCH }\n';
const NAMED = { path: { name: 'own' } };
const SNAPSHOT = given('takeSnapshot', { body: { name: 'own' } });
const WALLET = { path: { address: ORDER.address } };
const UNKNOWN_DIGEST = '0'.repeat(64);

const pages = (...others: readonly string[]): Step[] =>
  ['', '?limit=1', '?sort=newest&limit=1', ...others].map(query => ({ query }));

/** What is particular about each operation: its successes, and the refusals that others do not have. */
const OWN_STEPS: Readonly<Record<Exclude<ControlId, StreamId>, readonly Step[]>> = {
  getHealth: [{}],
  getReadiness: [{}],
  getInfo: [{}, { headers: { host: 'elsewhere.example' } }],
  getDemo: [{}],
  setDemo: [{ body: { running: true } }, { body: { running: false } }],
  listAssumptions: [{}, { query: '?account=unknown' }],
  listAllFindings: [REFUSED, REFUSED, {}, { query: '?severity=error' }],
  listAllFindingRules: [{}],
  getServerCoverage: [QUOTED, {}],
  listUnknownCallers: [{ call: 'getBalance', key: 'unknown' }, ...pages()],
  clearUnknownCallers: [{ call: 'getBalance', key: 'unknown' }, {}, { call: 'listUnknownCallers' }],
  getMetrics: [...DELIVERED, QUOTED, {}],
  createAccount: [
    {
      body: {
        name: 'shop',
        seed: 'golden',
        webhook_secret: 'whsec_golden',
        balance_trx: 12.5,
        clock: 'manual',
        time_zone: 'Asia/Tokyo',
        discount_percent: 10,
        scenarios: ['review'],
        scopes: ['quote'],
        ip_allow: ['10.0.0.0/8'],
        expires_at: '2027-01-01T00:00:00Z',
        rate_limit_per_minute: 60,
        strict: true,
      },
    },
    { body: { name: 'shop' } },
    { body: { name: 'me' } },
    { body: { scenarios: ['no-such'] } },
    { body: { assumptions: { first_order_id: 0 } } },
    { body: { assumptions: { first_order: 1 } } },
    { body: { time_zone: 'Tokyo', clock: 'fast', webhook_url: 'ftp://shop.example' } },
    { body: `{"name":"${'x'.repeat(3_000_000)}"}` },
    { body: '{"name":' },
  ],
  listAccounts: [{}, { query: '?limit=1' }, { query: '?limit=0' }],
  getAccount: [
    PLACED,
    {},
    { path: { account: 'me' }, key: 'own' },
    { path: { account: 'me' }, key: null },
    { path: { account: 'me' }, key: 'unknown' },
    given('setScenarios', { body: { names: ['ip-not-allowed'] } }),
    given('createOrder', { body: { ...ORDER, external_id: 'invoice-2' } }),
    { path: { account: 'me' }, key: 'own' },
  ],
  createNamedAccount: [
    { path: { account: 'shop' }, body: { seed: 'golden', webhook_secret: 'whsec_golden' } },
    { path: { account: 'shop' }, body: {} },
    { path: { account: 'other' }, body: { name: 'shop' } },
    { path: { account: 'other' }, body: { scenarios: ['no-such'] } },
  ],
  changeAccount: [
    {
      body: {
        discount_percent: 10,
        time_zone: 'Asia/Tokyo',
        rate_limit_per_minute: 60,
        inactive_addresses: [ADDRESS],
        assumptions: { custom_energy_min: 1_000 },
      },
    },
    { body: { inactive_addresses: ['nowhere'] } },
    { body: { assumptions: { custom_energy_min: 6_000_000 } } },
  ],
  deleteAccount: [
    given('createNamedAccount', { path: { account: 'shop' }, body: {} }),
    { path: { account: 'shop' } },
    { path: { account: 'shop' } },
  ],
  resetAccount: [...DELIVERED, {}, { call: 'listLedger' }],
  createKey: [
    {
      body: {
        name: 'reader',
        scopes: ['orders:read'],
        ip_allow: ['10.0.0.1'],
        rate_limit_per_minute: 5,
        expires_at: '2027-01-01T00:00:00Z',
      },
    },
    { body: {} },
    { body: { scopes: ['orders'] } },
    { body: { ip_allow: ['10.0.0.0/33'] } },
  ],
  listKeys: [given('createKey', { body: { name: 'reader' } }), {}],
  revokeKey: [
    { path: { key: 'key-1' } },
    { call: 'listKeys' },
    { call: 'getBalance' },
    { path: { key: 'key-9' } },
  ],
  getDashboardKey: [{}],
  previewQuote: [{ query: '?package_id=1' }, { query: '?energy_amount=100000' }, { query: '?package_id=9' }],
  deposit: [{ body: { amount_trx: 0.5 } }, { body: { amount_trx: 0 } }, { body: { amount_trx: 0.0000001 } }],
  getWallet: [...DELIVERED, WALLET, { path: { address: 'T'.repeat(34) } }],
  setWallet: [
    { ...WALLET, body: { balance_trx: 5, balance_usdt: 250 } },
    { ...WALLET, body: { balance_trx: -1 } },
    { ...WALLET, body: {} },
  ],
  setBalance: [{ body: { balance_trx: 7 } }, { body: { balance_trx: -1 } }],
  listLedger: [PLACED, ...pages('?kind=debit', '?order=48211', '?cursor=x')],
  listFindings: [REFUSED, REFUSED, {}, { query: '?final=true&severity=warning' }, { query: '?rule=no-such' }],
  listFindingRules: [PLACED, {}],
  getCoverage: [QUOTED, {}],
  getClock: [PLACED, {}],
  setClock: [{ body: { mode: '60x' } }, { body: { mode: 'manual' } }, { body: { mode: 'fast' } }],
  listUpcoming: [RECEIVED, PLACED, {}],
  advanceClock: [
    { body: { until: 'order.delegated' } },
    PLACED,
    { body: { until: 'order.delegated', external_id: 'invoice-1' } },
    { body: { to: '2026-01-01T00:30:00Z' } },
    { body: { until: 'idle' } },
    { body: { by: '1h', until: 'idle' } },
    { body: { by: 'an hour' } },
    { body: { to: '2020-01-01T00:00:00Z' } },
    { body: { until: 'order.delegated', order: 1 } },
  ],
  listAdvances: [advance({ by: '1h' }), advance({ by: '2h' }), ...pages()],
  listOrders: [
    PLACED,
    given('createOrder', { body: { ...ORDER, external_id: 'invoice-2' } }),
    ...pages('?status=failed', '?external_id=invoice-2', `?address=${ADDRESS}&limit=1`, '?status=lost'),
  ],
  getOrder: [...DELIVERED, { path: ORDER_ID }, { path: { order: 1 } }, { path: { order: 0 } }],
  moveOrder: [
    PLACED,
    { path: ORDER_ID, body: { to: 'review' } },
    { path: ORDER_ID, body: { to: 'processing' } },
    { path: ORDER_ID, body: { to: 'failed', refund: '5s' } },
    { path: ORDER_ID, body: { to: 'lost' } },
    { path: { order: 1 }, body: { to: 'review' } },
  ],
  refundOrder: [
    PLACED,
    { path: ORDER_ID },
    given('moveOrder', { path: ORDER_ID, body: { to: 'failed' } }),
    { path: ORDER_ID },
    { path: ORDER_ID },
    { path: { order: 1 } },
  ],
  getWebhook: [{}],
  setWebhook: [
    { body: { url: 'https://shop.example/hooks', secret: 'another' } },
    { body: { url: 'sandbox:receiver' } },
    { body: { url: null } },
    { body: { url: 'shop.example' } },
  ],
  getReceiver: [{}],
  setReceiver: [
    { body: { status: 500, delay: '2s', hang: false, verify: false, times: 3 } },
    { body: {} },
    { body: { status: 99 } },
  ],
  listArrivals: [given('setReceiver', { body: { status: 500, times: 1 } }), ...DELIVERED, ...pages()],
  clearArrivals: [...DELIVERED, {}, { call: 'listArrivals' }],
  triggerEvent: [
    RECEIVED,
    { body: { event: 'order.review' } },
    { body: { event: 'order.failed', refund: 'now', external_id: 'own', package_id: 2, address: ADDRESS } },
    { body: { event: 'order.lost' } },
    { body: { event: 'order.review', address: 'nowhere' } },
  ],
  verifyWebhooks: [
    ...DELIVERED,
    {
      body: {
        match: { event: 'order.delegated', acknowledged: true, body: { data: { status: 'delegated' } } },
        count: { exactly: 1 },
      },
    },
    { body: { match: { event: 'order.failed' } } },
    { body: { match: { event: 'order.*', attempts: 2 }, count: { never: true } } },
    { body: { match: { colour: 'red' } } },
    { body: { match: {}, count: { exactly: 1, never: true } } },
  ],
  listEvents: [...DELIVERED, ...pages('?event=order.completed', '?state=pending', '?order=1')],
  getEvent: [...DELIVERED, { path: { event_id: PROCESSING } }, { path: { event_id: 'order-1' } }],
  resendEvent: [
    PLACED,
    { path: { event_id: PROCESSING }, body: {} },
    RECEIVED,
    { path: { event_id: PROCESSING }, body: {} },
    { path: { event_id: PROCESSING }, body: { corrupt: 'wrong-secret' } },
    { path: { event_id: PROCESSING }, body: { corrupt: 'wrong' } },
    { path: { event_id: 'order-1' }, body: {} },
  ],
  listDeliveries: [
    given('setReceiver', { body: { status: 500, times: 1 } }),
    ...DELIVERED,
    ...pages('?outcome=failed', '?event=order.completed'),
  ],
  listRequests: [
    PLACED,
    given('createOrder', { body: { ...ORDER, colour: 'red' } }),
    ...pages(
      '?status=202',
      '?external_id=invoice-1&limit=1',
      '?operation=getQuote',
      '?search=colour',
      '?operation=order',
    ),
  ],
  clearRequests: [PLACED, {}, { call: 'listRequests' }],
  verifyRequests: [
    PLACED,
    {
      body: {
        match: { operation: 'createOrder', status: 202, body: { package_id: 1 } },
        count: { exactly: 1 },
      },
    },
    { body: { match: { operation: 'createOrder', external_id: 'invoice-2' } } },
    { body: { match: { operation: 'order' } } },
    { body: { match: {}, count: { at_least: 2, at_most: 1 } } },
  ],
  getRequest: [PLACED, { path: { request: 'req-1' } }, { path: { request: 'req-9' } }],
  getActiveScenarios: [OWN, given('setScenarios', { body: { names: ['own', 'response-lost'] } }), {}],
  setScenarios: [
    { body: { names: ['review', 'webhook-late'] } },
    { body: { names: [] } },
    { body: { names: ['reviews'] } },
  ],
  addScenario: [
    { body: { name: 'review' } },
    { body: { yaml: YAML } },
    { body: { scenario: SCENARIO, expected_digest: UNKNOWN_DIGEST } },
    { body: { scenario: { ...SCENARIO, name: 'other' } } },
    { body: { yaml: BAD_YAML } },
    { body: { name: 'no-such' } },
    { body: { name: 'review', yaml: YAML } },
  ],
  removeScenario: [OWN, { ...NAMED }, { ...NAMED }],
  getScenarioFile: [OWN, { ...NAMED }, { path: { name: 'review' } }, { path: { name: 'no-such' } }],
  putScenarioFile: [
    { ...NAMED, body: { yaml: YAML } },
    { ...NAMED, body: { yaml: YAML.replace('1s', '2s') } },
    { ...NAMED, body: { yaml: YAML, expected_digest: UNKNOWN_DIGEST } },
    { ...NAMED, body: { yaml: BAD_YAML } },
  ],
  deleteScenarioFile: [
    OWN,
    { ...NAMED, query: `?expected_digest=${UNKNOWN_DIGEST}` },
    { ...NAMED },
    { ...NAMED },
  ],
  listSnapshots: [PLACED, SNAPSHOT, {}],
  takeSnapshot: [PLACED, { body: { name: 'own' } }, { body: { name: 'a b' } }],
  exportSnapshot: [PLACED, SNAPSHOT, { ...NAMED }, { path: { name: 'other' } }],
  importSnapshot: [
    PLACED,
    SNAPSHOT,
    { ...NAMED, call: 'exportSnapshot', isGiven: true },
    { path: { name: 'copy' }, body: DATA_BEFORE },
    { path: { name: 'copy' }, call: 'restoreSnapshot' },
    { ...NAMED, body: { format: 9, account: 'golden-1', taken_at: '2026-01-01T00:00:00Z', state: {} } },
    { ...NAMED, body: { format: 2, account: 'golden-1', taken_at: '2026-01-01T00:00:00Z', state: {} } },
  ],
  deleteSnapshot: [SNAPSHOT, { ...NAMED }, { ...NAMED }],
  restoreSnapshot: [SNAPSHOT, PLACED, { ...NAMED }, { call: 'listLedger' }, { path: { name: 'other' } }],
  listScenarios: [{}],
  checkScenario: [
    { body: { yaml: YAML } },
    { body: { yaml: BAD_YAML } },
    { body: { name: 'no-such' } },
    { body: { name: 'review' } },
  ],
  getScenario: [
    { path: { name: 'review' } },
    { path: { name: 'rate-limited' } },
    { path: { name: 'webhook-forged' } },
    { path: { name: 'revue' } },
  ],
};

/** Values for the parameters of paths, where only the account or the permission is wrong. */
const ANY_PATH = { order: 1, key: 'key-1', event_id: 'order-1', request: 'req-1', name: 'own' };

/** Refusals that do not depend on what an operation does. */
function commonSteps(path: string, hasBody: boolean): readonly Step[] {
  const step: Step = { path: ANY_PATH, ...(hasBody ? { body: {} } : {}) };
  const isProbe = !path.startsWith('/_sandbox');
  return [
    ...(isProbe ? [] : [{ ...step, title: 'without the admin token', key: null }]),
    { ...step, title: 'from another site', headers: { origin: 'https://elsewhere.example' } },
    ...(path.includes('{account}')
      ? [{ ...step, title: 'an unknown account', path: { ...ANY_PATH, account: 'unknown' } }]
      : []),
    {
      ...step,
      title: 'an unknown field',
      ...(hasBody ? { body: { colour: 'red' } } : { query: '?colour=red' }),
    },
  ];
}

/** The scene of an operation of the control API. */
export const controlScene = ({ id, path, parts }: PreparedOperation): Scene => ({
  steps: [
    ...((OWN_STEPS as Readonly<Record<string, readonly Step[]>>)[id] ?? []),
    ...commonSteps(path, parts.body !== undefined),
  ],
});

/** How a server behind a balancer creates accounts. */
export const BEHIND_BALANCER: Scene = {
  steps: [{ body: { name: 'shop' } }, { call: 'createNamedAccount', path: { account: 'shop' }, body: {} }],
};

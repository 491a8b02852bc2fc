import { join } from 'node:path';
import { hasPython, jest, python, ROOT, shop, vitest } from './explored.ts';

/** A suite that is green on the happy path and has one bug. */
export interface BuggySuite {
  readonly name: string;
  readonly command: readonly string[];
  /** The disturbance that shows the bug. */
  readonly disturbance: string;
  /** One that resembles it and does not show the bug. */
  readonly harmless: string;
  /** Where the disturbance has to strike. */
  readonly smallest: readonly string[];
  /** What is found among all disturbances, if another one leads the search to another smallest case of the same bug. */
  readonly amongAll?: Pick<BuggySuite, 'disturbance' | 'smallest'>;
}

const CREATED = 'createOrder of order a-1 in account first-shop';
const ASKED = 'getOrderStatus of order a-1 in account first-shop';
const event = (name: string): string => `order.${name} of order a-1 in account first-shop`;

const inShop = (bug: string, disturbance: string, harmless: string, smallest: string): BuggySuite => ({
  name: bug,
  command: shop(bug),
  disturbance,
  harmless,
  smallest: [smallest],
});

/** The same suite with a sandbox in its own process. */
const inProcess = ({ name, ...suite }: BuggySuite): BuggySuite => ({
  ...suite,
  name: `${name}, with a sandbox in the process of the tests`,
  command: shop(name, 'in-process'),
});

const IN_SHOP: readonly BuggySuite[] = [
  inShop('new-id-per-attempt', 'response-lost', 'slow-answer', CREATED),
  inShop('refused-is-final', 'rate-limited', 'response-lost', CREATED),
  inShop('unavailable-is-final', 'service-unavailable', 'rate-limited', CREATED),
  inShop('parses-everything', 'gateway-502-after-commit', 'response-lost', CREATED),
  inShop('not-found-is-gone', 'not-found-after-accept', 'response-lost', ASKED),
  inShop('status-without-retry', 'truncated-answer', 'response-lost', ASKED),
  inShop('counts-duplicates', 'webhook-duplicated', 'webhook-forged', event('delegated')),
  inShop('last-event-wins', 'webhook-reordered', 'webhook-duplicated', event('undelegating')),
  inShop('signs-its-own-json', 'webhook-reserialised', 'webhook-duplicated', event('processing')),
  inShop('fails-on-unknown', 'webhook-unknown-event', 'webhook-duplicated', event('delegating')),
  inShop('remembers-before-verifying', 'webhook-altered', 'webhook-duplicated', event('delegated')),
  {
    ...inShop('accepts-forgeries', 'webhook-forged', 'webhook-duplicated', event('processing')),
    // Where webhook-altered breaks it.
    amongAll: { disturbance: 'webhook-forged', smallest: [event('delegated')] },
  },
  inShop('relies-on-webhooks', 'webhooks-lost', 'webhook-duplicated', event('delegated')),
];

const inShopNamed = (name: string): BuggySuite => IN_SHOP.find(suite => suite.name === name)!;

const IN_PROCESS: readonly BuggySuite[] = ['new-id-per-attempt', 'accepts-forgeries'].map(name =>
  inProcess(inShopNamed(name)),
);

const WITH_JEST: readonly BuggySuite[] = [
  {
    name: 'with Jest, a timeout taken for a refusal',
    command: jest('timeout-is-refusal'),
    disturbance: 'slow-answer',
    harmless: 'rate-limited',
    smallest: ['createOrder of order j-1 in account an-order-is-paid-once'],
  },
  {
    name: 'with Jest, a receiver that remembers one event only',
    command: jest('remembers-one-event'),
    disturbance: 'webhook-replayed',
    harmless: 'webhook-duplicated',
    smallest: ['order.delegated of order j-2 in account the-history-of-an-order-never-goes-back'],
  },
];

const WITH_VITEST: BuggySuite = {
  name: 'with Vitest and a sandbox in its own process, a lost response taken for a refusal',
  command: vitest(),
  disturbance: 'response-lost',
  harmless: 'slow-answer',
  smallest: ['createOrder of order v-1 in account account-1'],
};

const IN_PYTHON: readonly BuggySuite[] = [
  {
    name: 'in Python, any error taken for a refusal',
    command: python('test_orders.py'),
    disturbance: 'response-lost',
    harmless: 'slow-answer',
    smallest: ['createOrder of order p-1 in account demo'],
  },
  {
    name: 'in Python, a receiver that signs its own JSON, although its tests pass',
    command: python('test_receiver.py'),
    disturbance: 'webhook-reserialised',
    harmless: 'webhook-duplicated',
    smallest: ['order.processing of order r-1 in account shop'],
  },
];

/** The example of docs/explore.md. */
const EXAMPLE: BuggySuite = {
  name: 'the example explore-me, with node:test',
  command: [process.execPath, '--test', join(ROOT, 'examples/explore-me/shop.test.mjs')],
  disturbance: 'response-lost',
  harmless: 'slow-answer',
  smallest: ['createOrder, number 1 in account payment'],
};

/** All suites with one bug whose runner is installed. */
export const BUGGY: readonly BuggySuite[] = [
  ...IN_SHOP,
  ...IN_PROCESS,
  ...WITH_JEST,
  WITH_VITEST,
  ...(hasPython ? IN_PYTHON : []),
  EXAMPLE,
];

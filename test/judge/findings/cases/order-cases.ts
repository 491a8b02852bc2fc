import { addressNumber } from '../../../support/addresses.ts';
import {
  advance,
  bulk,
  client,
  get,
  order,
  quiet,
  type RuleCase,
  receive,
  settle,
  status,
  times,
} from './case.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A rule for the first request of an operation. */
const first = (operation: string, effect: string): string =>
  `requests:\n  - match: { operation: ${operation} }\n    times: 1\n    ${effect}\n`;
/** The order is made, and the response is an empty 202. */
const EMPTY = first('createOrder', 'commit: true\n    reply: { status: 202, body: "" }');
/** The connection is reset before the first order is made. */
const CUT_OFF = first('createOrder', 'fault: connection-reset');
/** A status query that fails. */
const failing = (code: string): string => first('getOrderStatus', `reply: { error: ${code} }`);

const ITEM = { address: addressNumber(1), package_id: 1, duration_minutes: 15 };
/** Two items, of which the second fails. */
const HALF = [
  { external_id: 'a', ...ITEM },
  { external_id: 'b', ...ITEM, package_id: 999_999 },
];

const underIds = (...ids: string[]) => HALF.map((item, index) => ({ ...item, external_id: ids[index]! }));

/** A client that asks for an order every ten seconds. */
const polls = (externalId: string, count: number) => times(count, advance(10_000), status(externalId));

/** Clients that buy. */
export const ORDER_CASES: readonly RuleCase[] = [
  {
    rule: 'paid-twice',
    bad: client('response-lost', order('try-1'), order('try-2'), status('try-2')),
    good: client('response-lost', order('a'), order('a')),
  },
  {
    rule: 'paid-twice',
    bad: client(EMPTY, order('a'), order('b')),
    good: client(EMPTY, order('a'), order('b'), order('a')),
  },
  {
    rule: 'paid-twice',
    bad: client('response-lost', receive, order('a'), advance(MINUTE_MS), order('b'), order('b')),
    good: client('response-lost', receive, order('a'), advance(11 * MINUTE_MS), order('b'), order('b')),
  },
  ...['SERVICE_UNAVAILABLE', 'NOT_FOUND', 'RATE_LIMITED'].map(code => ({
    rule: 'paid-twice',
    bad: client(failing(code), order('a'), status('a'), order('b')),
    good: client(failing(code), order('a'), status('a'), order('b'), advance(MINUTE_MS), status('a')),
  })),
  {
    rule: 'paid-twice',
    bad: client('review', order('a'), advance(MINUTE_MS), status('a'), order('b'), status('a')),
    good: client('review', order('a'), advance(MINUTE_MS), status('a'), order('a')),
  },
  {
    rule: 'paid-twice',
    bad: client('slow-delivery', order('a'), ...polls('a', 12), order('b')),
    good: client('slow-delivery', order('a'), ...polls('a', 12), order('b'), ...polls('a', 1)),
  },
  {
    rule: 'paid-twice',
    bad: client('failed-without-refund', order('a'), advance(MINUTE_MS), status('a'), order('b')),
    good: client('failed-with-refund', order('a'), advance(MINUTE_MS), status('a'), order('b')),
  },
  {
    rule: 'paid-twice',
    bad: client('happy-path', bulk(...HALF), bulk(...underIds('a-retry', 'b-retry'))),
    good: client(
      'happy-path',
      bulk(...HALF),
      bulk({ external_id: 'b', ...ITEM }),
      // Another batch for the same recipients.
      ...[bulk(...underIds('a2', 'b2')), bulk(...underIds('c-a', 'c-b').reverse())],
    ),
  },
  {
    rule: 'order-abandoned',
    bad: client('response-lost', order('a')),
    good: client('response-lost', order('a'), status('a')),
  },
  {
    rule: 'order-abandoned',
    bad: client(CUT_OFF, order('a'), order('b')),
    good: client(CUT_OFF, order('a'), order('a')),
  },
  {
    rule: 'order-abandoned',
    bad: client('service-unavailable', order('a')),
    good: client('service-unavailable', ...times(5, order('a'))),
  },
  {
    rule: 'order-abandoned',
    bad: client('failed-with-refund', order('a'), status('a'), settle),
    good: client('failed-with-refund', order('a'), status('a'), settle, status('a')),
  },
  {
    rule: 'order-abandoned',
    bad: client('happy-path', order('a'), status('a'), settle),
    good: client('happy-path', order('a'), advance(20_000), status('a'), settle),
  },
  {
    rule: 'order-abandoned',
    bad: client('refund-late', order('a'), advance(MINUTE_MS), status('a'), settle),
    good: client('refund-late', order('a'), advance(MINUTE_MS), status('a'), settle, status('a')),
  },
  {
    rule: 'external-id-reused',
    bad: client('happy-path', order('a'), order('a', { address: addressNumber(2) })),
    good: client('happy-path', order('a'), order('a')),
  },
  {
    rule: 'external-id-reused',
    bad: client('happy-path', order('a'), settle, status('a'), ...times(2, order('a'))),
    good: client('happy-path', order('a'), receive, settle, quiet, ...times(2, order('a'))),
  },
  {
    rule: 'external-id-reused',
    bad: client('happy-path', order('a'), settle, status('a'), advance(HOUR_MS), order('a')),
    good: client('happy-path', order('a'), settle, status('a'), order('a')),
  },
  {
    rule: 'order-without-external-id',
    bad: client('happy-path', (account, stage) => stage.order(account, {})),
    good: client('happy-path', order('a')),
  },
  {
    rule: 'refusal-ignored',
    bad: client('happy-path', bulk(...HALF), bulk(...HALF)),
    good: client('happy-path', bulk(...HALF), bulk({ external_id: 'b', ...ITEM })),
  },
  {
    rule: 'refusal-ignored',
    bad: client('bulk-partial', bulk(...HALF), ...times(3, status('b'))),
    good: client(
      'bulk-partial',
      ...[bulk(...HALF), ...times(2, status('b'))],
      ...[order('b'), ...times(3, advance(60_000), status('b'))],
      // It is not known whether this one exists.
      ...times(3, status('c')),
    ),
  },
  {
    rule: 'duration-left-out',
    bad: client(
      'happy-path',
      get('/api/v1/quote/?package_id=1&duration_minutes=60'),
      bulk({ ...ITEM, external_id: 'a', duration_minutes: undefined }),
    ),
    good: client(
      'happy-path',
      get('/api/v1/quote/?package_id=1&duration_minutes=60'),
      ...[order('a'), bulk({ ...ITEM, external_id: 'b' })],
      bulk({ external_id: 'c', address: addressNumber(1), package_id: 2 }),
    ),
  },
  {
    rule: 'charged-above-quote',
    bad: client(
      'requests:\n  - match: { operation: createOrder }\n    set: { prices: [{ package_id: 1, duration_minutes: 60, price_trx: 7.8 }] }\n',
      ...[get('/api/v1/quote/?package_id=1&duration_minutes=60'), order('a', { duration_minutes: 60 })],
    ),
    good: client(
      'happy-path',
      ...[get('/api/v1/quote/?package_id=1&duration_minutes=60'), order('a', { duration_minutes: 60 })],
    ),
  },
];

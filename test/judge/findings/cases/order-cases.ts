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

/** A 404 for the first status request after an order was accepted. */
const HIDDEN =
  'requests:\n  - match: { operation: getOrderStatus }\n    times: 1\n    reply: { status: 404, error: NOT_FOUND }\n';
/** The connection is reset before the first order is made. */
const CUT_OFF =
  'requests:\n  - match: { operation: createOrder }\n    times: 1\n    fault: connection-reset\n';

const ITEM = { address: addressNumber(1), package_id: 1, duration_minutes: 15 };
/** Two items, of which the second fails. */
const HALF = [
  { external_id: 'a', ...ITEM },
  { external_id: 'b', ...ITEM, package_id: 999_999 },
];

const underIds = (...ids: string[]) => HALF.map((item, index) => ({ ...item, external_id: ids[index]! }));

/** Clients that buy. */
export const ORDER_CASES: readonly RuleCase[] = [
  {
    rule: 'paid-twice',
    bad: client('response-lost', order('try-1'), order('try-2'), status('try-2')),
    good: client('response-lost', order('a'), order('a')),
  },
  {
    rule: 'never-confirmed',
    bad: client('response-lost', order('a')),
    good: client('response-lost', order('a'), status('a')),
  },
  {
    rule: 'bought-again-after-not-found',
    bad: client(HIDDEN, order('a'), status('a'), order('b')),
    good: client(HIDDEN, order('a'), status('a'), status('a'), order('b')),
  },
  {
    rule: 'bought-again-after-webhook',
    bad: client('response-lost', receive, order('a'), quiet, order('b'), status('b')),
    good: client('response-lost', receive, order('a'), quiet, order('a'), order('b'), status('b')),
  },
  {
    rule: 'bought-again-while-open',
    bad: client('stuck-processing', order('a'), advance(6 * MINUTE_MS), order('b')),
    good: client(
      'stuck-processing',
      ...[order('a'), advance(4 * MINUTE_MS)],
      ...[order('b'), advance(6 * MINUTE_MS)],
      order('c', { address: addressNumber(7) }),
    ),
  },
  {
    rule: 'external-id-reused',
    bad: client('happy-path', order('a'), order('a', { address: addressNumber(2) })),
    good: client('happy-path', order('a'), order('a')),
  },
  {
    rule: 'order-without-external-id',
    bad: client('happy-path', (account, stage) => stage.order(account, {})),
    good: client('happy-path', order('a')),
  },
  {
    rule: 'retried-under-new-id',
    bad: client(CUT_OFF, order('a'), order('b')),
    implies: ['never-retried'],
    good: client(CUT_OFF, order('a'), order('a')),
  },
  {
    rule: 'never-retried',
    bad: client('service-unavailable', order('a')),
    good: client('service-unavailable', ...times(5, order('a'))),
  },
  {
    rule: 'end-not-learned',
    bad: client('happy-path', order('a'), settle),
    good: client('happy-path', order('a'), settle, status('a')),
  },
  {
    rule: 'refund-not-learned',
    bad: client('refund-late', order('a'), advance(MINUTE_MS), status('a'), settle),
    good: client('refund-late', order('a'), advance(MINUTE_MS), status('a'), settle, status('a')),
  },
  {
    rule: 'bulk-resent-whole',
    bad: client('happy-path', bulk(...HALF), bulk(...HALF)),
    good: client(
      'happy-path',
      bulk(...HALF),
      bulk({ external_id: 'b', ...ITEM }),
      // Another batch for the same recipients.
      ...[bulk(...underIds('a2', 'b2')), bulk(...underIds('c-a', 'c-b').reverse())],
    ),
  },
  {
    rule: 'polled-after-refusal',
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
];

import type { ContractOperation } from '../../contract/contract-types.ts';
import { startingContract } from '../../contract/load-contract.ts';
import {
  EVENT_NAMES,
  eventOf,
  isTerminal,
  ORDER_STATUSES,
  type OrderStatus,
  STATE_EVENTS,
  TRANSITIONS,
} from '../../core/domain/order.ts';
import { CORRUPTIONS, receiverDuty, TRANSPORT_FAULTS } from '../../core/scenario/rule-effects.ts';

/** The kinds of behavior, in the order in which summaries list them. */
export const COVERAGE_GROUPS = [
  'responses',
  'replays',
  'faults',
  'states',
  'transitions',
  'events',
  'deliveries',
] as const;
export type CoverageGroup = (typeof COVERAGE_GROUPS)[number];

/** A behavior of the service that the tests of an integration can cover. */
export interface CoverableItem {
  /** Stable and readable, such as `response createOrder 402` or `transition delegating>failed`. */
  readonly id: string;
  readonly group: CoverageGroup;
  /** The line that provokes it, such as `X-Sandbox-Scenario: insufficient-balance`. */
  readonly how: string;
}

/** The cost to a client in production if its tests never cover an item: 0 is the highest. */
type Cost = 0 | 1 | 2 | 3 | 4 | 5;

interface CostedItem extends CoverableItem {
  readonly cost: Cost;
}

/** The operation that creates many orders. Scenario rules see its items as `createOrder`. */
const BULK = 'createOrdersBulk';

const SPENDING_SCOPE = 'orders:create';
const spends = ({ scope }: ContractOperation): boolean => scope === SPENDING_SCOPE;

/** The command as it is typed without installing anything. */
const CLI = 'npx energy-rental-sandbox';

/** The line of a scenario file with one rule. */
const ruleLine = (kind: 'requests' | 'webhooks', rule: string): string =>
  `in a scenario: ${kind}: [{ ${rule} }]`;

const chosenBy = (scenario: string): string => `X-Sandbox-Scenario: ${scenario}`;

/** A scenario that concerns status queries only. */
const forStatus = (scenario: string): string => `${chosenBy(scenario)}, with GET /api/v1/status/ of an order`;

/** The built-in scenario that shows an item most plainly, by the item's id. The others are shown in other ways. */
const SCENARIOS: Readonly<Record<string, string>> = {
  'fault connection-reset': 'response-lost',
  'fault hang': 'hang-after-commit',
  'fault truncated-json': 'truncated-answer',
  'fault html-502': 'gateway-502-after-commit',
  'state review': 'review-then-failed',
  'state failed': 'failed-with-refund',
  'state failed refunded': 'failed-with-refund',
  'state failed unrefunded': 'failed-without-refund',
  'transition processing>review': 'review-then-failed',
  'transition delegating>review': 'review-then-delivered',
  'transition delegating>failed': 'failed-with-refund',
  'transition review>delegated': 'review-then-delivered',
  'transition review>failed': 'review-then-failed',
  'delivery duplicated': 'webhook-duplicated',
  'delivery lost': 'webhooks-lost',
  'delivery reordered': 'webhook-reordered',
  'delivery replayed': 'webhook-replayed',
  'delivery late': 'webhook-late',
  'delivery before-response': 'webhook-before-response',
  'delivery wrong-secret': 'webhook-forged',
  'delivery missing-prefix': 'webhook-forged',
  'delivery missing-signature': 'webhook-forged',
  'delivery stale-signature': 'webhook-forged',
  'delivery altered-body': 'webhook-altered',
  'delivery wrong-event-header': 'webhook-altered',
  'delivery reserialised': 'webhook-reserialised',
  'delivery unknown-event': 'webhook-unknown-event',
  'delivery extra-field': 'webhook-unknown-event',
  'delivery same-id-other-bytes': 'webhook-id-reused',
};

/** An item with the line that chooses its scenario, or else with the given one. */
function itemOf(group: CoverageGroup, id: string, cost: Cost, otherwise: string): CostedItem {
  const scenario = SCENARIOS[id];
  return { id, group, cost, how: scenario === undefined ? otherwise : chosenBy(scenario) };
}

const otherMethod = ({ method }: ContractOperation): string => (method === 'GET' ? 'POST' : 'GET');
const isGet = ({ method }: ContractOperation): boolean => method === 'GET';

/** The ways to provoke a response, by status, or by operation and status. */
const HINTS: Readonly<Record<string, (operation: ContractOperation) => string>> = {
  '200': ({ method, path }) => `a valid ${method} ${path}`,
  'getOrderStatus 200': ({ path }) => `place an order, then GET ${path}?external_id=ID`,
  'createOrder 200': ({ method, path }) => `repeat ${method} ${path} with the same external_id`,
  '202': ({ method, path }) => `a valid ${method} ${path}`,
  '207': () => chosenBy('bulk-partial'),
  '400': operation =>
    isGet(operation)
      ? 'an unknown parameter, with the setting unknown_fields: reject'
      : 'a body that is not valid JSON',
  'getOrderStatus 400': () => 'neither id nor external_id in the query',
  '401': () => `${chosenBy('key-expires')}, from the fourth request on`,
  'createOrder 402': () => chosenBy('insufficient-balance'),
  '403': () => `${chosenBy('ip-not-allowed')}, after the first order`,
  '404': operation => (isGet(operation) ? 'package_id=999' : '"package_id": 999'),
  'getOrderStatus 404': () => forStatus('not-found-after-accept'),
  '405': operation => `${otherMethod(operation)} ${operation.path}`,
  '413': () => 'a body larger than the limit of the operation',
  '422': operation =>
    isGet(operation) ? 'leave out package_id and energy_amount' : 'an address that is no TRON address',
  'getOrderStatus 422': () => 'external_id=a%20b, which is not valid',
  'createOrder 422': () => chosenBy('address-not-active'),
  'createOrdersBulk 422': () => chosenBy('address-not-active'),
  '429': () => chosenBy('rate-limited'),
  'getOrderStatus 429': () => forStatus('rate-limited'),
  '503': () => chosenBy('service-unavailable'),
  'getOrderStatus 503': () => forStatus('service-unavailable'),
};

/** The way to make an operation respond with a status, in one line. */
const responseHint = (operation: ContractOperation, status: number): string =>
  (HINTS[`${operation.id} ${status}`] ?? HINTS[status])?.(operation) ??
  ruleLine('requests', `match: { operation: ${operation.id} }, reply: { status: ${status} }`);

/**
 * Refusals that a correct client gets in production. It has to wait, pay, or notify a person. An order whose response
 * was lost may exist nevertheless.
 */
const COSTLY_REFUSALS: readonly number[] = [401, 402, 403, 429, 503];
/** Refusals that only a mistake in the client's own code causes. Its first test shows them. */
const FORMAT_REFUSALS: readonly number[] = [400, 405, 413];

function costOfResponse(operation: ContractOperation, status: number): Cost {
  if (FORMAT_REFUSALS.includes(status)) return 5;
  if (COSTLY_REFUSALS.includes(status)) return spends(operation) ? 1 : 3;
  if (status >= 300) return 4;
  return spends(operation) ? 0 : 2;
}

/** The statuses that a description lists for an operation. Ranges and `default` name none. */
const statusesOf = ({ described }: ContractOperation): number[] =>
  Object.keys(described.responses)
    .filter(code => /^\d{3}$/.test(code))
    .map(Number);

const responseItems = (operations: readonly ContractOperation[]): CostedItem[] =>
  operations.flatMap(operation =>
    statusesOf(operation).map(status => ({
      id: `response ${operation.id} ${status}`,
      group: 'responses',
      how: responseHint(operation, status),
      cost: costOfResponse(operation, status),
    })),
  );

const replayItems = (operations: readonly ContractOperation[]): CostedItem[] =>
  operations.filter(spends).map(({ id, method, path }) => {
    const how = `repeat ${method} ${path} with ${id === BULK ? 'an external_id that is in use' : 'the same external_id'}`;
    return { id: `replay ${id === BULK ? `${id} item` : id}`, group: 'replays', how, cost: 0 };
  });

const faultItems = (): CostedItem[] => [
  ...TRANSPORT_FAULTS.map(fault =>
    itemOf(
      'faults',
      `fault ${fault}`,
      0,
      fault === 'empty-reply' ? forStatus('truncated-answer') : ruleLine('requests', `fault: ${fault}`),
    ),
  ),
  itemOf(
    'faults',
    'fault every-attempt',
    0,
    ruleLine('requests', 'match: { operation: createOrder }, fault: connection-reset'),
  ),
];

/** How to reach a state that an ordinary order goes through. */
const onTheWay = (status: OrderStatus): string =>
  status === 'processing'
    ? 'query the status of a new order'
    : `place an order, then ${CLI} advance --until ${eventOf(status)}, and query its status`;

/** True for states that an ordinary order does not enter. Money is at stake: it is suspended, or ends undelivered. */
const isExceptional = (status: OrderStatus): boolean => status === 'review' || status === 'failed';

function costOfState(status: OrderStatus): Cost {
  if (isExceptional(status)) return 1;
  return isTerminal(status) ? 2 : 3;
}

const moving = (to: OrderStatus, from: OrderStatus): string =>
  `${CLI} move ORDER ${to}, while it is in ${from}`;

/** A failed order is three items, which differ in what happened to the money. */
const stateItems = (): CostedItem[] => [
  ...ORDER_STATUSES.map(status => itemOf('states', `state ${status}`, costOfState(status), onTheWay(status))),
  itemOf('states', 'state failed refunded', 1, ''),
  itemOf('states', 'state failed unrefunded', 0, ''),
];

const transitionItems = (): CostedItem[] =>
  ORDER_STATUSES.flatMap(from =>
    TRANSITIONS[from].map(to =>
      itemOf(
        'transitions',
        `transition ${from}>${to}`,
        from === 'review' ? 1 : costOfState(to),
        isExceptional(from) || isExceptional(to) ? moving(to, from) : onTheWay(to),
      ),
    ),
  );

const eventItems = (): CostedItem[] =>
  EVENT_NAMES.map(event => ({
    id: `event ${event}`,
    group: 'events',
    how: (STATE_EVENTS as readonly string[]).includes(event)
      ? `${CLI} trigger ${event}, and respond with 200`
      : `respond with 200 to ${event}`,
    cost: costOfState(ORDER_STATUSES.find(status => eventOf(status) === event) ?? 'processing'),
  }));

/** The conditions of deliveries that are not corrupted, each with its cost, and how to cause it without a scenario. */
const CONDITIONS: readonly (readonly [condition: string, cost: Cost, how?: string])[] = [
  ['duplicated', 1],
  ['lost', 1],
  ['reordered', 2],
  ['replayed', 2],
  ['late', 2],
  ['before-response', 2],
  ['retried', 2, 'respond with 500 to the first attempt of a webhook'],
  ['given-up', 3, 'respond with 500 to every attempt of a webhook, and advance the clock'],
];

const CORRUPTION_COSTS: Readonly<Record<ReturnType<typeof receiverDuty>, Cost>> = {
  refuse: 1,
  accept: 3,
  either: 4,
};

const deliveryItems = (): CostedItem[] => [
  ...CONDITIONS.map(([condition, cost, how = '']) =>
    itemOf('deliveries', `delivery ${condition}`, cost, how),
  ),
  ...CORRUPTIONS.map(corruption =>
    itemOf(
      'deliveries',
      `delivery ${corruption}`,
      CORRUPTION_COSTS[receiverDuty(corruption)],
      ruleLine('webhooks', `corrupt: ${corruption}`),
    ),
  ),
];

/**
 * Everything that the tests of an integration can cover, derived from the description and the tables of states, faults
 * and corruptions. The items that cost a client most if its tests miss them come first.
 */
export function coverableItems(operations: readonly ContractOperation[]): CoverableItem[] {
  const items = [
    ...responseItems(operations),
    ...replayItems(operations),
    ...faultItems(),
    ...stateItems(),
    ...transitionItems(),
    ...eventItems(),
    ...deliveryItems(),
  ];
  return items.sort((a, b) => a.cost - b.cost).map(({ id, group, how }) => ({ id, group, how }));
}

/** Everything that can be covered on a sandbox of this version, for a process that has no server. */
export async function builtInCoverableItems(): Promise<readonly CoverableItem[]> {
  return coverableItems((await startingContract('energy-rental-v1')).operations);
}

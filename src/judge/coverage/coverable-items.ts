import type { ContractOperation } from '../../contract/contract-types.ts';
import { builtinContract } from '../../contract/create-contract.ts';
import { isItemCode } from '../../core/domain/error-codes.ts';
import {
  EVENT_NAMES,
  eventOf,
  isTerminal,
  ORDER_STATUSES,
  type OrderStatus,
  STATE_EVENTS,
  TRANSITIONS,
} from '../../core/domain/order.ts';
import { DEFAULT_SCENARIO } from '../../core/engine/command-context.ts';
import type { Match } from '../../core/scenario/conditions.ts';
import {
  CORRUPTIONS,
  corruptionBy,
  errorOfReply,
  receiverDuty,
  replacesTrueAnswer,
  statusOfReply,
  TRANSPORT_FAULTS,
} from '../../core/scenario/rule-effects.ts';
import type { LifecycleStep, Scenario } from '../../core/scenario/scenario-schema.ts';
import { loadBuiltInScenarios } from '../../host/scenarios/scenario-files.ts';

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

type RequestRule = Scenario['requests'][number];
type WebhookRule = Scenario['webhooks'][number];

/** The operation that creates many orders. Scenario rules see its items as `createOrder`. */
const BULK = 'createOrdersBulk';
const SINGLE = 'createOrder';
const STATUS = 'getOrderStatus';

/** The scope of operations that create orders. */
const SPENDING_SCOPE = 'orders:create';
const spends = ({ scope }: ContractOperation): boolean => scope === SPENDING_SCOPE;

/** The command as it is typed without installing anything. */
const CLI = 'npx energy-rental-sandbox';

/** How to reach what an ordinary order goes through. */
const onTheWay = (event: string): string =>
  `place an order, then ${CLI} advance --until ${event}, and query its status`;

/** The line of a scenario file with one rule. */
const ruleLine = (kind: 'requests' | 'webhooks', rule: string): string =>
  `in a scenario: ${kind}: [{ ${rule} }]`;

/**
 * The line that chooses the scenario which shows something most plainly; null if none does.
 * @param scenarios the first of equally plain ones is chosen
 * @param positionIn the position of the rule that shows it, the earlier the plainer; -1 without such a rule
 * @param ordinary the line if the default scenario shows it
 */
function choosing(
  scenarios: readonly Scenario[],
  positionIn: (scenario: Scenario) => number,
  ordinary = '',
): string | null {
  const having = scenarios
    .map(({ name }, index) => ({ name, position: positionIn(scenarios[index]!) }))
    .filter(({ position }) => position >= 0);
  const [plainest] = having.sort((one, other) => one.position - other.position);
  if (!plainest) return null;
  return plainest.name === DEFAULT_SCENARIO ? ordinary : chosenBy(plainest.name);
}

const chosenBy = (scenario: string): string => `X-Sandbox-Scenario: ${scenario}`;

/** A line that chooses a scenario whose first suitable rule is about requests. Most requests need nothing more. */
function choosingRequests(
  scenarios: readonly Scenario[],
  test: (rule: RequestRule) => boolean,
): string | null {
  const line = choosing(scenarios, ({ requests }) => requests.findIndex(test));
  const scenario = scenarios.find(({ name }) => line === chosenBy(name));
  const isOfStatus = scenario?.requests.find(test)?.match.operation === STATUS;
  return isOfStatus ? `${line}, with GET /api/v1/status/ of an order` : line;
}

const namesOperation = (match: Match, operation: string): boolean =>
  match.operation === undefined || ([match.operation].flat() as readonly string[]).includes(operation);

/** The status of a bulk request to whose items a rule replies. */
function bulkStatus({ match, reply }: RequestRule): number {
  const error = errorOfReply(reply!);
  const failsItem = error !== undefined && isItemCode(error);
  if (!failsItem) return statusOfReply(reply!);
  return match.item ? 207 : 422;
}

/** True if a rule replies to an operation with a status. */
function repliesWith(rule: RequestRule, operation: string, status: number): boolean {
  const { match, reply } = rule;
  if (!reply || !replacesTrueAnswer(reply)) return false;
  if (operation === BULK && namesOperation(match, SINGLE)) return bulkStatus(rule) === status;
  return match.item === undefined && namesOperation(match, operation) && statusOfReply(reply) === status;
}

const otherMethod = ({ method }: ContractOperation): string => (method === 'GET' ? 'POST' : 'GET');
const isGet = ({ method }: ContractOperation): boolean => method === 'GET';

/** Ways to provoke a response for which there is no built-in scenario, by status, or by operation and status. */
const HINTS: Readonly<Record<string, (operation: ContractOperation) => string>> = {
  '200': ({ method, path }) => `a valid ${method} ${path}`,
  'getOrderStatus 200': ({ path }) => `place an order, then GET ${path}?external_id=ID`,
  'createOrder 200': ({ method, path }) => `repeat ${method} ${path} with the same external_id`,
  '202': ({ method, path }) => `a valid ${method} ${path}`,
  '400': operation =>
    isGet(operation)
      ? 'an unknown parameter, with the setting unknown_fields: reject'
      : 'a body that is not valid JSON',
  'getOrderStatus 400': () => 'neither id nor external_id in the query',
  '401': () => `${chosenBy('key-expires')}, from the fourth request on`,
  '403': () => `${chosenBy('ip-not-allowed')}, after the first order`,
  '404': operation => (isGet(operation) ? 'package_id=999' : '"package_id": 999'),
  '405': operation => `${otherMethod(operation)} ${operation.path}`,
  '413': () => 'a body larger than the limit of the operation',
  '422': operation =>
    isGet(operation) ? 'leave out package_id and energy_amount' : 'an address that is no TRON address',
  'getOrderStatus 422': () => 'external_id=a%20b, which is not valid',
};

/** The way to make an operation respond with a status, in one line. */
const responseHint = (operation: ContractOperation, status: number): string =>
  (HINTS[`${operation.id} ${status}`] ?? HINTS[status])?.(operation) ??
  ruleLine('requests', `match: { operation: ${operation.id} }, reply: { status: ${status} }`);

/**
 * Refusals that a correct client gets in production. It has to wait, to pay, or to notify a person; an order whose response
 * was lost may exist all the same.
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

const responseItems = (
  operations: readonly ContractOperation[],
  scenarios: readonly Scenario[],
): CostedItem[] =>
  operations.flatMap(operation =>
    statusesOf(operation).map(status => ({
      id: `response ${operation.id} ${status}`,
      group: 'responses',
      how:
        choosingRequests(scenarios, rule => repliesWith(rule, operation.id, status)) ??
        responseHint(operation, status),
      cost: costOfResponse(operation, status),
    })),
  );

const replayItems = (operations: readonly ContractOperation[]): CostedItem[] =>
  operations.filter(spends).map(({ id, method, path }) => {
    const how = `repeat ${method} ${path} with ${id === BULK ? 'an external_id that is in use' : 'the same external_id'}`;
    return { id: `replay ${id === BULK ? `${id} item` : id}`, group: 'replays', how, cost: 0 };
  });

const faultItems = (scenarios: readonly Scenario[]): CostedItem[] => [
  ...TRANSPORT_FAULTS.map(
    (fault): CostedItem => ({
      id: `fault ${fault}`,
      group: 'faults',
      how:
        choosingRequests(scenarios, rule => rule.fault === fault) ?? ruleLine('requests', `fault: ${fault}`),
      cost: 0,
    }),
  ),
  {
    id: 'fault every-attempt',
    group: 'faults',
    how: ruleLine('requests', `match: { operation: ${SINGLE} }, fault: connection-reset`),
    cost: 0,
  },
];

/** The first state of every lifecycle. */
const FIRST: OrderStatus = 'processing';

/** The position of the first transition in a scenario that a test accepts; -1 if there is no such transition. */
function transitionIn({ orders }: Scenario, test: (from: OrderStatus, to: OrderStatus) => boolean): number {
  const reached = orders
    .map(({ lifecycle }) =>
      lifecycle.findIndex(({ to }, index) => test(lifecycle[index - 1]?.to ?? FIRST, to)),
    )
    .filter(position => position >= 0);
  return reached.length === 0 ? -1 : Math.min(...reached);
}

const moving = (to: OrderStatus, from?: OrderStatus): string =>
  `${CLI} move ORDER ${to}${from === undefined ? '' : `, while it is in ${from}`}`;

/** True for a step of a lifecycle with which an order fails, and nothing refunds it. */
export const isUnrefundedFailure = ({ to, refund }: LifecycleStep): boolean =>
  to === 'failed' && refund === undefined;

/** States in which money is at stake cost most: an order is suspended, or has ended without being delivered. */
function costOfState(status: OrderStatus): Cost {
  if (status === 'review' || status === 'failed') return 1;
  return isTerminal(status) ? 2 : 3;
}

function stateItems(scenarios: readonly Scenario[]): CostedItem[] {
  const states = ORDER_STATUSES.map((status): CostedItem => {
    const scenario = choosing(
      scenarios,
      one => transitionIn(one, (_, to) => to === status),
      onTheWay(eventOf(status)),
    );
    const how = status === FIRST ? 'query the status of a new order' : (scenario ?? moving(status));
    return { id: `state ${status}`, group: 'states', how, cost: costOfState(status) };
  });
  const refund = choosing(scenarios, ({ orders }) =>
    orders.findIndex(({ lifecycle }) => lifecycle.some(step => step.refund !== undefined)),
  );
  const unrefunded = choosing(scenarios, ({ orders }) =>
    orders.findIndex(({ lifecycle }) => lifecycle.some(isUnrefundedFailure)),
  );
  // What became of the money makes a failed order three items.
  return [
    ...states,
    {
      id: 'state failed refunded',
      group: 'states',
      how: refund ?? `${CLI} refund ORDER`,
      cost: costOfState('failed'),
    },
    { id: 'state failed unrefunded', group: 'states', how: unrefunded ?? moving('failed'), cost: 0 },
  ];
}

const transitionItems = (scenarios: readonly Scenario[]): CostedItem[] =>
  ORDER_STATUSES.flatMap(from =>
    TRANSITIONS[from].map(
      (to): CostedItem => ({
        id: `transition ${from}>${to}`,
        group: 'transitions',
        how:
          choosing(
            scenarios,
            scenario => transitionIn(scenario, (one, other) => one === from && other === to),
            onTheWay(eventOf(to)),
          ) ?? moving(to, from),
        cost: from === 'review' ? 1 : costOfState(to),
      }),
    ),
  );

const eventItems = (): CostedItem[] =>
  EVENT_NAMES.map(event => ({
    id: `event ${event}`,
    group: 'events',
    how: (STATE_EVENTS as readonly string[]).includes(event)
      ? `${CLI} trigger ${event}, and respond with 200`
      : `respond with 200 to ${event}`,
    cost: costOfState(ORDER_STATUSES.find(status => eventOf(status) === event) ?? FIRST),
  }));

type Directive = Exclude<keyof NonNullable<WebhookRule['deliver']>, 'apart'>;

/** The condition that each directive of scenario rules causes. The compiler requires an entry for every directive. */
const CAUSED: Readonly<Record<Directive, { readonly condition: string; readonly cost: Cost }>> = {
  copies: { condition: 'duplicated', cost: 1 },
  drop: { condition: 'lost', cost: 1 },
  hold_until: { condition: 'reordered', cost: 2 },
  replay: { condition: 'replayed', cost: 2 },
  after: { condition: 'late', cost: 2 },
  before_response: { condition: 'before-response', cost: 2 },
};

/** True if a rule causes what a directive asks for. A rule that also corrupts the delivery or its copies does not. */
const causes = (rule: WebhookRule, directive: Directive): boolean =>
  rule.deliver?.[directive] !== undefined && corruptionBy(rule) === null && rule.corrupt_copies === undefined;

const CORRUPTION_COSTS: Readonly<Record<ReturnType<typeof receiverDuty>, Cost>> = {
  refuse: 1,
  accept: 3,
  either: 4,
};

function deliveryItems(scenarios: readonly Scenario[]): CostedItem[] {
  const byRule = (test: (rule: WebhookRule) => boolean): string | null =>
    choosing(scenarios, ({ webhooks }) => webhooks.findIndex(test));
  const item = (condition: string, how: string, cost: Cost): CostedItem => ({
    id: `delivery ${condition}`,
    group: 'deliveries',
    how,
    cost,
  });
  return [
    ...(Object.keys(CAUSED) as Directive[]).map(directive => {
      const { condition, cost } = CAUSED[directive];
      const how = byRule(rule => causes(rule, directive)) ?? 'a rule with deliver: see docs/scenarios.md';
      return item(condition, how, cost);
    }),
    item('retried', 'respond with 500 to the first attempt of a webhook', 2),
    item('given-up', 'respond with 500 to every attempt of a webhook, and advance the clock', 3),
    ...CORRUPTIONS.map(corruption => {
      const how =
        byRule(({ corrupt }) => corrupt === corruption) ?? ruleLine('webhooks', `corrupt: ${corruption}`);
      return item(corruption, how, CORRUPTION_COSTS[receiverDuty(corruption)]);
    }),
  ];
}

/**
 * Everything that the tests of an integration can cover, derived from the description, the tables of states, faults and
 * corruptions, and the scenarios that provoke them. The items that cost a client most if its tests miss them come first.
 */
export function coverableItems(
  operations: readonly ContractOperation[],
  builtIn: readonly Scenario[],
): CoverableItem[] {
  // Of scenarios that show the same, the default is the simplest.
  const scenarios = [...builtIn].sort(
    (a, b) => Number(b.name === DEFAULT_SCENARIO) - Number(a.name === DEFAULT_SCENARIO),
  );
  const items = [
    ...responseItems(operations, scenarios),
    ...replayItems(operations),
    ...faultItems(scenarios),
    ...stateItems(scenarios),
    ...transitionItems(scenarios),
    ...eventItems(),
    ...deliveryItems(scenarios),
  ];
  return items.sort((a, b) => a.cost - b.cost).map(({ id, group, how }) => ({ id, group, how }));
}

/** Everything that can be covered on a sandbox of this version, for a process that has no server. */
export async function builtInCoverableItems(): Promise<readonly CoverableItem[]> {
  const [contract, scenarios] = await Promise.all([
    builtinContract('energy-rental-v1'),
    loadBuiltInScenarios(),
  ]);
  return coverableItems(contract.operations, scenarios);
}

import type { ContractOperation } from '../contract/types.ts';
import { isItemCode } from '../domain/errors.ts';
import { isTerminal, ORDER_STATUSES, type OrderStatus, TRANSITIONS } from '../domain/order.ts';
import { DEFAULT_SCENARIO } from '../engine/command-context.ts';
import type { Match } from '../scenario/conditions.ts';
import { CORRUPTIONS, TRANSPORT_FAULTS } from '../scenario/faults-and-corruptions.ts';
import type { Scenario } from '../scenario/scenario-schema.ts';
import { errorOfReply, replacesTrueAnswer, statusOfReply } from '../scenario/scripted-replies.ts';
import type { CoverageGroup, CoverageItem } from './coverage.ts';
import { causesCondition, DELIVERY_CONDITIONS, provokedByReceiver } from './delivery-conditions.ts';
import { costOf } from './item-value.ts';

type RequestRule = Scenario['requests'][number];

/** The operation that creates many orders: its items are asked about as `createOrder`. */
const BULK = 'createOrdersBulk';
const SINGLE = 'createOrder';

/** An operation with one of its responses. */
interface DescribedResponse {
  readonly operation: string;
  readonly status: number;
}

const namesOperation = (match: Match, operation: string): boolean =>
  match.operation === undefined || ([match.operation].flat() as readonly string[]).includes(operation);

/** The status of a bulk request if a rule replies to its items so. */
function bulkStatus({ match, reply }: RequestRule): number {
  const error = errorOfReply(reply!);
  const failsItem = error !== undefined && isItemCode(error);
  if (!failsItem) return statusOfReply(reply!);
  return match.item ? 207 : 422;
}

/** True if a rule replies to an operation with a status. */
function repliesWith(rule: RequestRule, { operation, status }: DescribedResponse): boolean {
  const { match, reply } = rule;
  if (!reply || !replacesTrueAnswer(reply)) return false;
  if (operation === BULK && namesOperation(match, SINGLE)) return bulkStatus(rule) === status;
  return match.item === undefined && namesOperation(match, operation) && statusOfReply(reply) === status;
}

/** The pairs of states that an order passes through with a lifecycle, from `processing` on. */
function passesThrough(
  lifecycle: readonly { readonly to: OrderStatus }[],
): readonly (readonly [from: OrderStatus, to: OrderStatus])[] {
  let from: OrderStatus = 'processing';
  return lifecycle.map(({ to }) => {
    const pair = [from, to] as const;
    from = to;
    return pair;
  });
}

/** What a scenario has to have, and how good an example of it is: the lower, the simpler. */
type Likeness = (scenario: Scenario) => number | null;

/** The scenario that shows something most plainly; of equals, the first. Null if none does. */
function plainest(scenarios: readonly Scenario[], likeness: Likeness): Scenario | null {
  let best: { readonly scenario: Scenario; readonly cost: number } | null = null;
  for (const scenario of scenarios) {
    const cost = likeness(scenario);
    if (cost !== null && (best === null || cost < best.cost)) best = { scenario, cost };
  }
  return best?.scenario ?? null;
}

const positionOf = (index: number): number | null => (index < 0 ? null : index);

/** Finds the scenarios that provoke what can be met. Each is null if no scenario does. */
class ProvokingScenarios {
  readonly #scenarios: readonly Scenario[];

  /** @param scenarios of equally good ones, the first is named */
  constructor(scenarios: readonly Scenario[]) {
    this.#scenarios = scenarios;
  }

  /** One with a rule that replies to the operation with the status. */
  response(response: DescribedResponse): Scenario | null {
    return plainest(this.#scenarios, ({ requests }) =>
      positionOf(requests.findIndex(rule => repliesWith(rule, response))),
    );
  }

  /** One with a rule for requests. */
  request(test: (rule: RequestRule) => boolean): Scenario | null {
    return plainest(this.#scenarios, ({ requests }) => positionOf(requests.findIndex(test)));
  }

  /** One with a rule for deliveries. */
  delivery(test: (rule: Scenario['webhooks'][number]) => boolean): Scenario | null {
    return plainest(this.#scenarios, ({ webhooks }) => positionOf(webhooks.findIndex(test)));
  }

  /** One whose orders make a transition that is accepted by the test; the earlier they do, the better. */
  transition(test: (from: OrderStatus, to: OrderStatus) => boolean): Scenario | null {
    return plainest(this.#scenarios, ({ orders }) => {
      const steps = orders.map(({ lifecycle }) =>
        passesThrough(lifecycle).findIndex(([from, to]) => test(from, to)),
      );
      const reached = steps.filter(step => step >= 0);
      return reached.length === 0 ? null : Math.min(...reached);
    });
  }

  /** One whose orders are refunded after they have failed. */
  refund(): Scenario | null {
    return plainest(this.#scenarios, ({ orders }) =>
      positionOf(orders.findIndex(({ lifecycle }) => lifecycle.some(step => step.refund !== undefined))),
    );
  }
}

type Hint = (operation: ContractOperation) => string;

const otherMethod = ({ method }: ContractOperation): string => (method === 'GET' ? 'POST' : 'GET');
const isGet = ({ method }: ContractOperation): boolean => method === 'GET';

/** What provokes a response where no built-in scenario does, by status, or by operation and status. */
const HINTS: Readonly<Record<string, Hint>> = {
  '200': ({ method, path }) => `a valid ${method} ${path}`,
  'createOrder 200': ({ method, path }) => `repeat ${method} ${path} with the same external_id`,
  '202': ({ method, path }) => `a valid ${method} ${path}`,
  '400': operation =>
    isGet(operation)
      ? 'an unknown parameter, with the setting unknown_fields: reject'
      : 'a body that is not valid JSON',
  'getOrderStatus 400': () => 'neither id nor external_id in the query',
  '401': () => 'use a key that was revoked, or has expired',
  '403': ({ scope }) => `use a key without the scope ${scope}`,
  '404': operation => (isGet(operation) ? 'package_id=999' : '"package_id": 999'),
  '405': operation => `${otherMethod(operation)} ${operation.path}`,
  '413': () => 'a body larger than the limit of the operation',
  '422': operation =>
    isGet(operation) ? 'leave out package_id and energy_amount' : 'an address that is no TRON address',
  'getOrderStatus 422': () => 'external_id=a%20b, which is not valid',
};

/** What makes an operation respond with a status, in one line. */
function responseHint(operation: ContractOperation, status: number): string {
  const hint = HINTS[`${operation.id} ${status}`] ?? HINTS[status];
  return (
    hint?.(operation) ??
    ruleLine('requests', `match: { operation: ${operation.id} }, reply: { status: ${status} }`)
  );
}

/** The line of a scenario file with one rule. */
const ruleLine = (kind: 'requests' | 'webhooks', rule: string): string =>
  `in a scenario: ${kind}: [{ ${rule} }]`;

/** A behavior that can be met. */
export interface CatalogueItem {
  readonly id: string;
  readonly group: CoverageGroup;
  readonly how: string;
}

/** An item with how often it was met. */
export const metTimes = ({ id, group, how }: CatalogueItem, met: number): CoverageItem => ({
  id,
  group,
  met,
  how,
});

interface DerivedItem extends CatalogueItem {
  readonly subject: string;
  readonly status: number | null;
  readonly spends: boolean;
}

/** The name of each group's items in their ids. */
export const KINDS: Readonly<Record<CoverageGroup, string>> = {
  responses: 'response',
  replays: 'replay',
  faults: 'fault',
  states: 'state',
  transitions: 'transition',
  events: 'event',
  deliveries: 'delivery',
};

/** The scope of operations that create orders. */
const SPENDING_SCOPE = 'orders:create';
const ON_THE_WAY = 'advance the clock until an order is completed';

/** The line that chooses a scenario. */
const choosing = (scenario: Scenario | null): string | null =>
  scenario && (scenario.name === DEFAULT_SCENARIO ? ON_THE_WAY : `X-Sandbox-Scenario: ${scenario.name}`);

function item(
  group: CoverageGroup,
  subject: string,
  how: string,
  response: { readonly status: number | null; readonly spends: boolean } = { status: null, spends: false },
): DerivedItem {
  return { id: `${KINDS[group]} ${subject}`, group, how, subject, ...response };
}

/** The statuses that a description lists for an operation. Ranges and `default` name none. */
const statusesOf = ({ described }: ContractOperation): number[] =>
  Object.keys(described.responses)
    .filter(code => /^\d{3}$/.test(code))
    .map(Number);

const spends = ({ scope }: ContractOperation): boolean => scope === SPENDING_SCOPE;

function responseItems(
  operations: readonly ContractOperation[],
  scenarios: ProvokingScenarios,
): DerivedItem[] {
  return operations.flatMap(operation =>
    statusesOf(operation).map(status => {
      const scenario = scenarios.response({ operation: operation.id, status });
      const how = choosing(scenario) ?? responseHint(operation, status);
      return item('responses', `${operation.id} ${status}`, how, { status, spends: spends(operation) });
    }),
  );
}

const replayItems = (operations: readonly ContractOperation[]): DerivedItem[] =>
  operations.filter(spends).map(({ id, method, path }) => {
    const how = `repeat ${method} ${path} with ${id === BULK ? 'an external_id that is in use' : 'the same external_id'}`;
    return item('replays', id === BULK ? `${id} item` : id, how);
  });

const faultItems = (scenarios: ProvokingScenarios): DerivedItem[] =>
  TRANSPORT_FAULTS.map(fault =>
    item(
      'faults',
      fault,
      choosing(scenarios.request(rule => rule.fault === fault)) ?? ruleLine('requests', `fault: ${fault}`),
    ),
  );

/** A state as a client sees it. That an order was refunded is told apart from that it failed. */
export const REFUNDED = 'failed refunded';

function stateItems(scenarios: ProvokingScenarios): DerivedItem[] {
  const states = ORDER_STATUSES.map(status =>
    item(
      'states',
      status,
      status === 'processing'
        ? 'query the status of a new order'
        : (choosing(scenarios.transition((_, to) => to === status)) ?? moving(status)),
    ),
  );
  return [...states, item('states', REFUNDED, choosing(scenarios.refund()) ?? 'energy-sandbox refund ORDER')];
}

const moving = (to: OrderStatus, from?: OrderStatus): string =>
  `energy-sandbox move ORDER ${to}${from === undefined ? '' : `, while it is in ${from}`}`;

const transitionItems = (scenarios: ProvokingScenarios): DerivedItem[] =>
  ORDER_STATUSES.filter(from => !isTerminal(from)).flatMap(from =>
    TRANSITIONS[from].map(to => {
      const scenario = scenarios.transition((one, other) => one === from && other === to);
      return item('transitions', `${from}>${to}`, choosing(scenario) ?? moving(to, from));
    }),
  );

const eventItems = (): DerivedItem[] =>
  ORDER_STATUSES.map(status =>
    item('events', `order.${status}`, `energy-sandbox trigger order.${status}, and respond with 200`),
  );

function deliveryItems(scenarios: ProvokingScenarios): DerivedItem[] {
  const conditions = DELIVERY_CONDITIONS.map(condition =>
    item(
      'deliveries',
      condition,
      provokedByReceiver(condition) ??
        choosing(scenarios.delivery(rule => causesCondition(rule, condition))) ??
        'a rule with deliver: see docs/scenarios.md',
    ),
  );
  const corruptions = CORRUPTIONS.map(corruption =>
    item(
      'deliveries',
      corruption,
      choosing(scenarios.delivery(({ corrupt }) => corrupt === corruption)) ??
        ruleLine('webhooks', `corrupt: ${corruption}`),
    ),
  );
  return [...conditions, ...corruptions];
}

/**
 * Everything that the tests of an integration can meet, derived from the description, the tables of states, faults and
 * corruptions, and the scenarios that provoke them. What costs a client most when its tests never meet it comes first.
 */
export function deriveCatalogue(
  operations: readonly ContractOperation[],
  builtIn: readonly Scenario[],
): CatalogueItem[] {
  // Of scenarios that show the same, the default is the simplest.
  const ordered = [...builtIn].sort(
    (a, b) => Number(b.name === DEFAULT_SCENARIO) - Number(a.name === DEFAULT_SCENARIO),
  );
  const scenarios = new ProvokingScenarios(ordered);
  const derived = [
    ...responseItems(operations, scenarios),
    ...replayItems(operations),
    ...faultItems(scenarios),
    ...stateItems(scenarios),
    ...transitionItems(scenarios),
    ...eventItems(),
    ...deliveryItems(scenarios),
  ];
  return derived
    .map(one => ({ one, cost: costOf(one) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ one: { id, group, how } }) => ({ id, group, how }));
}

import type { ContractOperation } from '../contract/types.ts';
import { isTerminal, ORDER_STATUSES, type OrderStatus, TRANSITIONS } from '../domain/order.ts';
import { DEFAULT_SCENARIO } from '../engine/command-context.ts';
import { CORRUPTIONS, type Scenario, TRANSPORT_FAULTS } from '../scenario/scenario-types.ts';
import type { CoverageGroup, CoverageItem } from './coverage.ts';
import { causesCondition, DELIVERY_CONDITIONS, provokedByReceiver } from './delivery-conditions.ts';
import { responseHint, ruleLine } from './hints.ts';
import { costOf } from './item-value.ts';
import { BULK, ProvokingScenarios } from './provoking-scenarios.ts';

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

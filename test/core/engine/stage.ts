import { isRefusal } from '../../../src/core/domain/error-codes.ts';
import type { SendPlan } from '../../../src/core/engine/account-state.ts';
import type { Decision, ItemOutcome } from '../../../src/core/engine/request/decision.ts';
import type { RequestFields, ServiceRequest } from '../../../src/core/engine/request/service-request.ts';
import { planKey } from '../../../src/core/engine/send-plans.ts';
import { type EngineCall, World } from '../../system/simulation/world.ts';
import { scenario } from './inline.ts';
import { manualOrder, orderFields, serviceRequest } from './requests.ts';

export const SECOND_MS = 1_000;

/** The account under test. */
export let world = new World();

/** Replaces it with a new account, whose calls of the engine are observed. */
export function begin(after?: (call: EngineCall) => void): void {
  world = new World(after ? { begin: () => {}, before: () => {}, after } : null);
}

/** Activates a scenario with the given fields on the account. */
export const activate = (fields: object): void => {
  world.execute('setScenarios', { scenarios: [scenario(fields)] });
};
export const play = (...requests: object[]): void => activate({ requests });
export const deliver = (...webhooks: object[]): void => activate({ webhooks });

export function order(): void {
  world.execute('placeOrder', manualOrder());
}

export const pass = (ms: number): undefined => world.execute('elapse', {}, ms);

/** Records an outcome for all deliveries in flight. */
export const answerAll = (kind: 'acknowledged' | 'refused' = 'acknowledged'): void =>
  world.apply({ do: 'answer-all', kind });

/** The states of all events, in order. */
export const states = (): string[] => world.account.state.events.map(event => event.state);

/** Deliveries by their keys; by default, those in flight. */
export const names = (plans: readonly SendPlan[] = world.underWay()): string[] => plans.map(planKey);

/** Handles a request; by default, it creates an order without a product, and so is refused. */
export const handle = (request: Partial<ServiceRequest> = {}): Decision =>
  world.execute('handle', serviceRequest(request));

/** An order for the first package under an external_id. */
export const item = (externalId: string | null, fields: Partial<RequestFields> = {}): RequestFields =>
  orderFields({ externalId, ...fields });

/** Handles a bulk request of these items. */
export const bulk = (items: readonly RequestFields[], request: Partial<ServiceRequest> = {}): Decision =>
  handle({ operation: 'createOrdersBulk', items, ...request });

/** The outcomes of the items. */
export function itemsOf({ outcome }: Decision): readonly ItemOutcome[] {
  if (outcome.kind !== 'bulk') throw new Error(`the outcome is ${outcome.kind}`);
  return outcome.items;
}

/** What was actually done: ids of orders and codes of failures. */
export const results = (decision: Decision): (number | string)[] =>
  itemsOf(decision).map(({ result }) => (isRefusal(result) ? result.error : result.order.id));

/** What the client receives: ids of orders and codes of failures. */
export const answers = (decision: Decision): (number | string)[] =>
  itemsOf(decision).map(({ answer }) => (isRefusal(answer) ? answer.error : answer.order.id));

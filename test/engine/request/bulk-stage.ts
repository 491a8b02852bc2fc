import { isRefusal } from '../../../src/domain/errors.ts';
import type { Decision, ItemOutcome } from '../../../src/engine/request/decision.ts';
import type { RequestFields, ServiceRequest } from '../../../src/engine/request/service-request.ts';
import { World } from '../../simulation/world.ts';
import { scenario } from '../inline.ts';
import { orderFields, serviceRequest } from '../requests.ts';

/** The account under test. */
export let world = new World();

/** Replaces it with a new account. */
export function begin(): void {
  world = new World();
}

/** An order for the first package under an external_id. */
export const item = (externalId: string | null, fields: Partial<RequestFields> = {}): RequestFields =>
  orderFields({ externalId, ...fields });

/** Handles a bulk request of these items. */
export const bulk = (items: readonly RequestFields[], request: Partial<ServiceRequest> = {}): Decision =>
  world.execute('handle', serviceRequest({ operation: 'createOrdersBulk', items, ...request }));

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

/** Activates a scenario of these request rules on the account. */
export const play = (...requests: object[]): void => {
  world.execute('setScenarios', { scenarios: [scenario({ requests })] });
};

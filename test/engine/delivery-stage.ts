import type { SendPlan } from '../../src/engine/account-state.ts';
import { planKey } from '../../src/engine/send-plans.ts';
import { type Witness, World } from '../simulation/world.ts';
import { scenario } from './inline.ts';
import { manualOrder } from './requests.ts';

export const SECOND_MS = 1_000;

/** The account under test. */
export let world = new World();

/** Replaces it with a new account. */
export function begin(witness: Witness | null = null): void {
  world = new World(witness);
}

/** Activates a scenario of these webhook rules on the account. */
export const deliver = (...webhooks: object[]): void => {
  world.execute('setScenarios', { scenarios: [scenario({ webhooks })] });
};

export function order(): void {
  world.execute('placeOrder', manualOrder());
}

export const pass = (ms: number): null => world.execute('elapse', {}, ms);

/** Records an outcome for all deliveries in flight. */
export const answerAll = (kind: 'acknowledged' | 'refused' = 'acknowledged'): void =>
  world.apply({ do: 'answer-all', kind });

/** The states of all events, in order. */
export const states = (): string[] => world.account.state.events.map(event => event.state);

/** Deliveries by their keys; by default, those in flight. */
export const names = (plans: readonly SendPlan[] = world.underWay()): string[] => plans.map(planKey);

/** Goes through the default lifecycle and completes every delivery. */
export function live(kind: 'acknowledged' | 'refused' = 'acknowledged'): void {
  order();
  for (const ms of [0, 3 * SECOND_MS, 9 * SECOND_MS, 3_600 * SECOND_MS, 9 * SECOND_MS]) {
    pass(ms);
    answerAll(kind);
  }
}

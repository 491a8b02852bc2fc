import type { OrderStatus } from '../../src/core/domain/order.ts';
import type { AccountState, AttemptPlan } from '../../src/core/engine/account-state.ts';
import { scenario } from '../core/engine/inline.ts';
import { manualOrder } from '../core/engine/requests.ts';
import { World } from '../system/simulation/world.ts';

const STEP_MS = 9_000;

export const SECRET = 'whsec_тест';

/** An account with one order that went from processing through the statuses, 9 s apart. Event n belongs to step n. */
export function rentedAccount(
  statuses: readonly OrderStatus[],
  webhookUrl: string | null = 'http://127.0.0.1:1/',
): AccountState {
  const world = new World();
  const lifecycle = statuses.map(to => ({ after: '9s', to }));
  world.execute('setWebhook', { url: webhookUrl, secret: SECRET });
  world.execute('setScenarios', { scenarios: [scenario({ orders: [{ lifecycle }] })] });
  world.execute('placeOrder', manualOrder({ externalId: 'inv-1', packageId: null, energyAmount: 100_000 }));
  world.execute('elapse', {}, statuses.length * STEP_MS);
  return world.account.state;
}

/** A plain first attempt of an event. */
export const planOf = (event: number, change: Partial<AttemptPlan> = {}): AttemptPlan => ({
  kind: 'attempt',
  event,
  number: 1,
  corrupt: null,
  source: null,
  replay: null,
  beforeResponse: false,
  ...change,
});

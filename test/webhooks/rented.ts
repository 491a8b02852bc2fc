import type { ClockState } from '../../src/domain/clock.ts';
import { isRefusal } from '../../src/domain/errors.ts';
import type { OrderStatus } from '../../src/domain/order.ts';
import { Account, openingState } from '../../src/engine/account.ts';
import type { AccountState, AttemptPlan } from '../../src/engine/account-state.ts';
import { Engine } from '../../src/engine/engine.ts';
import { epochOf } from '../../src/engine/event-id-epoch.ts';
import { NO_FIELDS } from '../../src/engine/request/service-request.ts';
import type { Scenario } from '../../src/scenario/scenario-schema.ts';

const START_MS = Date.UTC(2026, 0, 15, 12, 0, 0);
const STEP_MS = 9_000;
const CLOCK: ClockState = { mode: 'manual', speed: 0, hostMs: 0, virtualMs: START_MS };

export const SECRET = 'whsec_тест';

const scenarioWith = (statuses: readonly OrderStatus[]): Scenario => ({
  name: 'lifecycle',
  summary: 'The same lifecycle for every order.',
  requests: [],
  orders: [
    {
      per: 'account',
      match: {},
      lifecycle: statuses.map(to => ({ after: `${STEP_MS}ms`, to })),
    },
  ],
  webhooks: [],
});

/** An account with one order that went from processing through the statuses, 9 s apart. Event n belongs to step n. */
export function rentedAccount(
  statuses: readonly OrderStatus[],
  webhookUrl: string | null = 'http://127.0.0.1:1/',
): AccountState {
  const webhook = { url: webhookUrl, secret: SECRET };
  const account = new Account({
    data: openingState({
      name: 'demo',
      seed: 'seed',
      epoch: epochOf('seed'),
      balanceSun: 100_000_000,
      settings: { first_order_id: 1 },
      clock: CLOCK,
      webhook,
    }),
  });
  const scenario = scenarioWith(statuses);
  const engine = new Engine({
    get: () => scenario,
    byMagicAddress: () => undefined,
    explainUnknown: String,
    disturbances: [],
  });
  const fields = {
    ...NO_FIELDS,
    externalId: 'inv-1',
    address: 'TSLowDeLiveryxxxxxxxxxxxxxxxuuPoGs',
    energyAmount: 100_000,
    durationMinutes: 60,
  };
  const order = { fields, kind: 'single', keyId: '', picked: null } as const;
  const { reply } = engine.execute(account, 'placeOrder', order, START_MS);
  if (isRefusal(reply)) throw new Error(reply.explain);
  engine.execute(account, 'elapse', {}, START_MS + statuses.length * STEP_MS);
  return account.state;
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

import type { ClockState } from '../../src/domain/clock.ts';
import { isRefusal } from '../../src/domain/errors.ts';
import type { OrderStatus } from '../../src/domain/order.ts';
import { Account, openingState } from '../../src/engine/account.ts';
import type { AccountState, AttemptOutcome, Order } from '../../src/engine/account-state.ts';
import type { Effect } from '../../src/engine/command-context.ts';
import { isRejection } from '../../src/engine/command-rejection.ts';
import type { CommandKind, Commands, Replies } from '../../src/engine/command-types.ts';
import { Engine } from '../../src/engine/engine.ts';
import { epochOf } from '../../src/engine/event-id-epoch.ts';
import type { LifecycleStep, Scenario } from '../../src/scenario/scenario-schema.ts';
import { HAPPY_PATH } from './lives.ts';
import { manualOrder } from './requests.ts';

export const START_MS = Date.UTC(2026, 0, 1);
const CLOCK: ClockState = { mode: 'manual', speed: 0, hostMs: 0, virtualMs: START_MS };

/** A scenario in which all orders have the same lifecycle. */
export const lifeOf = (lifecycle: LifecycleStep[]): Scenario => ({
  name: 'life',
  summary: 'One lifecycle for all orders.',
  requests: [],
  orders: [{ per: 'account', match: {}, lifecycle }],
  webhooks: [],
});

export const ACKNOWLEDGED: AttemptOutcome = {
  kind: 'acknowledged',
  status: 204,
  headers: {},
  body: '',
  error: null,
  durationMs: 1,
};

/** An engine with one account, without I/O. Time passes only when a test says so. */
export class World {
  readonly account: Account;
  readonly sent: Effect[] = [];
  nowMs: number;
  readonly #engine: Engine;

  constructor(life: LifecycleStep[] = HAPPY_PATH, state?: AccountState) {
    const scenario = lifeOf(life);
    this.#engine = new Engine({
      get: () => scenario,
      byMagicAddress: () => undefined,
      explainUnknown: String,
      disturbances: [],
    });
    const webhook = { url: 'http://receiver.example/', secret: 'secret' };
    const opening = {
      name: 'a',
      seed: 's',
      epoch: epochOf('s'),
      balanceSun: 100_000_000,
      clock: CLOCK,
      webhook,
      settings: { first_order_id: 1 },
    };
    this.account = new Account({ data: state ?? openingState(opening) });
    this.nowMs = this.account.state.nowMs;
  }

  do<Kind extends CommandKind>(kind: Kind, command: Commands[Kind]): Replies[Kind] {
    const { reply, effects } = this.#engine.execute(this.account, kind, command, this.nowMs);
    this.sent.push(...effects);
    return reply;
  }

  /** Lets time pass and acknowledges everything that is sent. */
  pass(ms: number): void {
    this.nowMs += ms;
    this.do('elapse', {});
    this.acknowledge();
  }

  acknowledge(): void {
    for (let effect = this.sent.shift(); effect; effect = this.sent.shift()) {
      this.do('recordAttempt', { plan: effect.plan, url: 'http://receiver.example/', outcome: ACKNOWLEDGED });
    }
  }

  order(externalId: string | null = null): Order {
    const placed = this.do('placeOrder', manualOrder({ externalId }, { keyId: '' }));
    if (isRefusal(placed)) throw new Error(placed.explain);
    return placed.order;
  }

  /** Moves an order; returns its state, or the message of the rejection. */
  move(order: Order, to: OrderStatus, refundAfterMs?: number): string {
    const moved = this.do('move', {
      order: order.id,
      to,
      ...(refundAfterMs === undefined ? {} : { refundAfterMs }),
    });
    return isRejection(moved) ? moved.explain : moved.steps.at(-1)!.status;
  }
}

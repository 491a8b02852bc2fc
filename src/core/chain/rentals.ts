import { durationMs } from '../domain/time.ts';
import { type AccountState, type Order, orderById } from '../engine/account-state.ts';

/*
 * What the chain does for the orders. Nothing of it is stored: it follows from the steps of an order and from the effect
 * `chain` of the rule that chose its lifecycle.
 */

/** Energy that an order brings to its recipient. */
export interface Rental {
  readonly order: Order;
  readonly energy: number;
  readonly delegatedMs: number;
}

/** A point in time. Of what happens at the same instant, the events of the account take place in their order. */
export interface Moment {
  readonly atMs: number;
  /** What the account's events from this one on cause takes place later. */
  readonly event: number;
}

/** A change of the Energy that is delegated to an address. */
export interface RentalChange extends Moment {
  readonly kind: 'delegated' | 'reclaimed';
  readonly rental: Rental;
}

/** The rental of an order; null if none has begun. */
export function rentalOf({ lifecycles }: Pick<AccountState, 'lifecycles'>, order: Order): Rental | null {
  const delegated = order.steps.find(step => step.status === 'delegated' && !step.announces);
  if (!delegated) return null;
  const { after, energy = order.energyAmount } = lifecycles[order.lifecycle]?.chain ?? {};
  return {
    order,
    energy: Math.min(order.energyAmount, energy),
    delegatedMs: delegated.atMs + durationMs(after),
  };
}

/** When the Energy of a rental is reclaimed, as far as it is known; null: not yet. */
export function reclaimedMs({ lifecycles }: Pick<AccountState, 'lifecycles'>, rental: Rental): number | null {
  const { reclaimed_after } = lifecycles[rental.order.lifecycle]?.chain ?? {};
  const early = reclaimed_after === undefined ? null : rental.delegatedMs + durationMs(reclaimed_after);
  const ended = rental.order.steps.find(step => step.status === 'undelegating' && !step.announces);
  return ended && early !== null ? Math.min(early, ended.atMs) : (early ?? ended?.atMs ?? null);
}

/** The changes of delegated Energy that an event of the account causes, at once or later. */
export function changesBy(state: AccountState, event: number): readonly RentalChange[] {
  const { orderId, step: index } = state.events[event]!;
  const order = orderById(state, orderId)!;
  const step = order.steps[index]!;
  if (step.announces || (step.status !== 'delegated' && step.status !== 'undelegating')) return [];
  const rental = rentalOf(state, order)!;
  if (step.status === 'undelegating') return [{ kind: 'reclaimed', rental, atMs: step.atMs, event }];
  const { reclaimed_after } = state.lifecycles[order.lifecycle]?.chain ?? {};
  const { delegatedMs } = rental;
  const delegated = { kind: 'delegated', rental, atMs: delegatedMs, event } as const;
  if (reclaimed_after === undefined) return [delegated];
  const atMs = delegatedMs + durationMs(reclaimed_after);
  return [delegated, { kind: 'reclaimed', rental, atMs, event }];
}

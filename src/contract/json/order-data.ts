import { toTrx } from '../../core/domain/money.ts';
import { errorCodeOf, TRANSITIONS } from '../../core/domain/order.ts';
import { txidOf } from '../../core/domain/seeded-ids.ts';
import { isoTime } from '../../core/domain/time-formats.ts';
import type { AccountState, Order, OrderStep } from '../../core/engine/account-state.ts';
import { stateCount } from '../../core/engine/state-lookup.ts';
import type { components } from '../control-v1.generated.ts';
import { ledgerData } from './account-data.ts';

type Schemas = components['schemas'];

/** The step at which an order got its txid, or undefined. */
const delegationOf = (order: Order): OrderStep | undefined =>
  order.steps.find(({ status }) => status === 'delegating' || status === 'delegated');

const timeOf = (step: OrderStep | undefined): string | null => (step ? isoTime(step.atMs) : null);

/** The current state of an order, with instants in ISO 8601. */
export function orderSummary(state: AccountState, order: Order): Schemas['Order'] {
  const last = order.steps.at(-1)!;
  return {
    id: order.id,
    external_id: order.externalId,
    address: order.address,
    package_id: order.packageId,
    energy_amount: order.energyAmount,
    duration_minutes: order.durationMinutes,
    price_trx: toTrx(order.priceSun),
    status: last.status,
    txid: delegationOf(order) ? txidOf(state.seed, order.id) : null,
    refunded: order.refund !== null,
    error_code: errorCodeOf(last.status),
    created_at: isoTime(order.steps[0]!.atMs),
    delivered_at: timeOf(order.steps.find(({ status }) => status === 'delegated')),
    completed_at: timeOf(order.steps.find(({ status }) => status === 'completed')),
    updated_at: isoTime(Math.max(last.atMs, order.refund?.atMs ?? 0)),
    webhooks_given_up: order.steps.filter(({ event }) => state.events[event]!.state === 'exhausted').length,
    key: order.key,
    scenario: state.picked[order.scenario]?.name ?? null,
    cause: last.cause,
  };
}

function nextStep(state: AccountState, order: Order): Schemas['OrderDetail']['next_step'] {
  const next = state.lifecycles[order.lifecycle]?.steps[order.position];
  const task = state.agenda.find(
    one => one.kind === 'step' && one.order === order.id && one.step === stateCount(order),
  );
  return next && task ? { to: next.to, at: isoTime(task.dueMs) } : null;
}

/** What the caller adds to an order: its events with their deliveries, and the requests that concern it. */
interface OrderContext {
  readonly events: readonly Schemas['EventDetail'][];
  readonly requests: Schemas['RequestSummary'][];
}

/** An order with its timeline; `events` has one entry per step. */
export function orderDetail(
  state: AccountState,
  order: Order,
  { events, requests }: OrderContext,
): Schemas['OrderDetail'] {
  const lifecycle = state.lifecycles[order.lifecycle];
  const delegation = delegationOf(order);
  return {
    ...orderSummary(state, order),
    rule: lifecycle ? { id: lifecycle.rule, source: lifecycle.source } : null,
    timeline: order.steps.map((step, index) => ({
      status: step.status,
      at: isoTime(step.atMs),
      cause: step.cause,
      rule: step.cause === lifecycle?.source ? lifecycle.rule : null,
      txid: step === delegation ? txidOf(state.seed, order.id) : null,
      event: events[index]!,
    })),
    next_step: nextStep(state, order),
    can_go_to: [...TRANSITIONS[order.steps.at(-1)!.status]],
    refund: order.refund && { at: isoTime(order.refund.atMs), amount_trx: toTrx(order.priceSun) },
    ledger: state.ledger.filter(entry => entry.orderId === order.id).map(ledgerData),
    requests,
  };
}

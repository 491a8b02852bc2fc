import {
  ASSUMPTION_NAMES,
  ASSUMPTIONS,
  DEFAULT_SETTINGS,
  type Settings,
} from '../../core/domain/assumptions.ts';
import { CHAIN_SUN_PER_ENERGY } from '../../core/domain/catalogue.ts';
import { toTrx } from '../../core/domain/money.ts';
import { errorCodeOf, TRANSITIONS } from '../../core/domain/order.ts';
import { txidOf } from '../../core/domain/seeded-values.ts';
import { formatClockMode, isoTime } from '../../core/domain/time.ts';
import {
  type AccountState,
  type LedgerEntry,
  type Order,
  type OrderStep,
  stateCount,
} from '../../core/engine/account-state.ts';
import { usesOf } from '../../core/scenario/choose-rule.ts';
import type { Schemas } from '../control-v1.generated.ts';
import { redactUrls } from './redaction.ts';

/** An account's clock at `nowMs`. The root of the agenda's heap is the task that is due next. */
export function clockData({ clock, agenda }: AccountState, nowMs: number): Schemas['Clock'] {
  const [next] = agenda;
  return {
    mode: formatClockMode(clock),
    speed: clock.speed,
    now: isoTime(nowMs),
    next_due_at: next ? isoTime(next.dueMs) : null,
  };
}

function overrides(settings: Settings): Record<string, never> {
  const names = ASSUMPTION_NAMES as readonly (keyof Settings)[];
  const changed = names.filter(name => !isSame(settings[name], DEFAULT_SETTINGS[name]));
  return Object.fromEntries(changed.map(name => [name, settings[name]])) as Record<string, never>;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

type AccountData = Omit<Schemas['Account'], 'idle_ttl' | 'recorded_since' | 'trouble'>;

/** The condition of a TRON node that no scenario and nobody has changed. */
const DEFAULT_CONDITION = { node: 'up', price_of_energy: CHAIN_SUN_PER_ENERGY, lost_broadcasts: 0 } as const;

/** An account whose state cannot be read: only its name is known. */
export const unreadableAccount = (name: string): AccountData => ({
  name,
  balance_trx: 0,
  discount_percent: 0,
  rate_limit_per_minute: 0,
  time_zone: '',
  clock: { mode: 'manual', speed: 0, now: isoTime(0), next_due_at: null },
  webhook: { url: null, secret: '' },
  scenarios: [],
  used_up_scenarios: [],
  inactive_addresses: [],
  chain: DEFAULT_CONDITION,
  assumptions: {},
  seed: '',
  keys: 0,
  orders: 0,
  events: 0,
  requests: 0,
});

/** An account. `nowMs` is on its clock; `requests` is the number of requests in its journal. */
export function accountData(state: AccountState, nowMs: number, requests: number): AccountData {
  const { settings, webhook } = state;
  const { url, secret } = webhook;
  return {
    name: state.name,
    balance_trx: toTrx(state.balanceSun),
    discount_percent: settings.discount_percent,
    rate_limit_per_minute: settings.rate_limit_per_minute,
    time_zone: settings.time_zone,
    clock: clockData(state, nowMs),
    webhook: { url: url === null ? null : redactUrls(url), secret },
    scenarios: state.scenarios.map(scenario => scenario.name),
    used_up_scenarios: state.scenarios
      .filter(scenario => usesOf(scenario, state.counters).isUsedUp)
      .map(scenario => scenario.name),
    inactive_addresses: [...state.inactiveAddresses],
    chain: { ...DEFAULT_CONDITION, ...state.chain },
    assumptions: overrides(settings),
    seed: state.seed,
    keys: state.keys.length,
    orders: state.orders.length,
    events: state.events.length,
    requests,
  };
}

export const ledgerData = (entry: LedgerEntry, index: number): Schemas['LedgerEntry'] => ({
  number: index + 1,
  at: isoTime(entry.atMs),
  kind: entry.kind,
  amount_trx: toTrx(entry.amountSun),
  balance_trx: toTrx(entry.balanceSun),
  order_id: entry.orderId,
});

export function assumptionsData(settings: Settings): Schemas['Assumption'][] {
  const values = settings as unknown as Readonly<Record<string, unknown>>;
  return ASSUMPTIONS.map(({ name, section, reason, default: standard, check }) => ({
    name,
    section,
    reason,
    changeable: check !== undefined,
    allowed: check?.allowed ?? null,
    default: standard,
    value: check ? values[name] : standard,
  }));
}

const delegationOf = (order: Order): OrderStep | undefined =>
  order.steps.find(({ status }) => status === 'delegating' || status === 'delegated');

/** The txid of an order; null before its delegation. */
export const orderTxid = (state: AccountState, order: Order): string | null =>
  delegationOf(order) ? txidOf(state.seed, order.id) : null;

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
    txid: orderTxid(state, order),
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

interface OrderContext {
  readonly events: readonly Schemas['EventDetail'][];
  readonly requests: Schemas['RequestSummary'][];
  readonly told: Schemas['OrderDetail']['told'];
}

const MAX_STEPS = 1_000;

/** An order with its timeline; `events` has one entry per step. */
export function orderDetail(
  state: AccountState,
  order: Order,
  { events, requests, told }: OrderContext,
): Schemas['OrderDetail'] {
  const lifecycle = state.lifecycles[order.lifecycle];
  const delegation = delegationOf(order);
  return {
    ...orderSummary(state, order),
    rule: lifecycle ? { id: lifecycle.rule, source: lifecycle.source } : null,
    timeline: order.steps
      .map((step, index) => ({
        status: step.status,
        at: isoTime(step.atMs),
        cause: step.cause,
        rule: step.cause === lifecycle?.source ? lifecycle.rule : null,
        txid: step === delegation ? txidOf(state.seed, order.id) : null,
        event: events[index]!,
      }))
      .slice(-MAX_STEPS),
    next_step: nextStep(state, order),
    can_go_to: [...TRANSITIONS[order.steps.at(-1)!.status]],
    refund: order.refund && { at: isoTime(order.refund.atMs), amount_trx: toTrx(order.priceSun) },
    ledger: state.ledger.flatMap((entry, index) =>
      entry.orderId === order.id ? ledgerData(entry, index) : [],
    ),
    requests,
    told,
  };
}

import { type EventName, eventOf, type OrderStatus } from '../domain/order.ts';
import type { EventEpoch } from '../domain/seeded-values.ts';
import type { StateFields } from './state-schema.ts';

type Fixed<Fields, Mutable extends keyof Fields> = Readonly<Omit<Fields, Mutable>> & Pick<Fields, Mutable>;

/**
 * The complete state of an account, as plain JSON: a copy of it is a snapshot, and continuing from the copy gives the
 * same bytes. Account holds the indexes that are derived from it. state-schema.ts describes the fields.
 */
export interface AccountState
  extends Fixed<
    Omit<StateFields, 'keys' | 'orders' | 'events'>,
    | 'settings'
    | 'clock'
    | 'nowMs'
    | 'balanceSun'
    | 'webhook'
    | 'inactiveAddresses'
    | 'scenarios'
    | 'ownScenarios'
    | 'firstOrderId'
    | 'nextTaskSeq'
    | 'scripted'
    | 'chain'
    | 'transactions'
    | 'wallets'
  > {
  readonly keys: ApiKey[];
  readonly orders: Order[];
  readonly events: WebhookEvent[];
  /** The ids of new events are derived from it. Every reset and restore starts the next generation. */
  readonly epoch: EventEpoch;
}

export interface ApiKey
  extends Fixed<
    StateFields['keys'][number],
    'scopes' | 'ipAllow' | 'ratePerMinute' | 'expiresAtMs' | 'revoked' | 'window'
  > {}
export interface Order extends Fixed<StateFields['orders'][number], 'position' | 'refund' | 'steps'> {}
export interface WebhookEvent extends Fixed<StateFields['events'][number], 'attempts'> {}

export type LedgerEntry = StateFields['ledger'][number];
export type OwnScenario = NonNullable<StateFields['ownScenarios']>[number];
export type WebhookDestination = StateFields['webhook'];
export type ChainEntry = NonNullable<StateFields['transactions']>[number];
export type SentTransaction = Extract<ChainEntry, { kind: 'sent' }>;
export type RawData = SentTransaction['raw'];
export type StoredWallet = NonNullable<StateFields['wallets']>[string];
export type Lifecycle = StateFields['lifecycles'][number];
export type OrderStep = Order['steps'][number];
export type AttemptRecord = WebhookEvent['attempts'][number];
export type AttemptOutcome = AttemptRecord['outcome'];
export type HeldPlan = StateFields['held'][number];
export type Pace = HeldPlan['pace'];

export type SendPlan = StateFields['inFlight'][string];
export type AttemptPlan = Extract<SendPlan, { kind: 'attempt' }>;
export type CopyPlan = Extract<SendPlan, { kind: 'copy' }>;
export type ResendPlan = Extract<SendPlan, { kind: 'resend' }>;

export type Task = StateFields['agenda'][number];
type WithoutTime<Of> = Of extends Task ? Omit<Of, 'dueMs' | 'seq'> : never;
export type TaskWork = WithoutTime<Task>;

/** The time since the account was created or reset, in milliseconds on its clock. */
export const clockMsOf = ({ origin }: Pick<AccountState, 'origin'>, nowMs: number): number =>
  nowMs - origin.clock.virtualMs;

type Orders = Pick<AccountState, 'orders' | 'firstOrderId'>;

export const orderById = ({ orders, firstOrderId }: Orders, id: number): Order | undefined =>
  orders[id - firstOrderId];

export const orderOf = (state: Orders, event: WebhookEvent): Order => orderById(state, event.orderId)!;

export const statusOf = (order: Order): OrderStatus => order.steps[order.steps.length - 1]!.status;

/** Whether the event of a step shows that the price was refunded. */
export const isRefundedAt = ({ refund }: Order, { announces, status, atMs }: OrderStep): boolean =>
  announces ? refund !== null && refund.atMs <= atMs : status === 'failed' && refund?.atOnce === true;

/** How many steps an order had taken at a time; at least the first. */
export function stepsAt({ steps }: Order, atMs: number): number {
  let count = steps.length;
  while (count > 1 && steps[count - 1]!.atMs > atMs) count -= 1;
  return count;
}

export const isRefundedBy = ({ refund }: Order, atMs: number): boolean =>
  refund !== null && refund.atMs <= atMs;

export const stateCount = ({ steps }: Order): number =>
  steps.reduce((count, { announces }) => (announces ? count : count + 1), 0);

/** True if a request of the client made the order, as opposed to the control API or the dashboard. */
export const isMadeByRequest = ({ steps }: Order): boolean => steps[0]!.cause === 'api';

/** True if the dashboard made the order: its order form, or a click that triggers an event. */
export const isMadeByDashboard = ({ steps }: Order): boolean => steps[0]!.cause === 'dashboard';

/** The name of the event of a step, such as `order.delegated` (specification: Events). */
export const eventNameOfStep = ({ status, announces }: OrderStep): EventName => announces ?? eventOf(status);

export const eventNameOf = (order: Order, event: WebhookEvent): EventName =>
  eventNameOfStep(order.steps[event.step]!);

export const isAcknowledged = ({ attempts }: Pick<WebhookEvent, 'attempts'>): boolean =>
  attempts.some(({ outcome }) => outcome.kind === 'acknowledged');

/** True if an event was delivered at least once, or will never be delivered. */
export const isOut = ({ attempts, state }: WebhookEvent): boolean =>
  attempts.length > 0 || state === 'dropped' || state === 'unsent';

/** The event that a task attempts to deliver, and the number of the attempt; null for other work. */
export function attemptOf(task: Task): { readonly event: number; readonly number: number } | null {
  if (task.kind === 'retry') return task;
  return task.kind === 'send' && task.plan.kind === 'attempt' ? task.plan : null;
}

export const recordOf = ({ attempts }: WebhookEvent, delivered: SendPlan): AttemptRecord =>
  attempts.findLast(({ plan }) => plan === delivered)!;

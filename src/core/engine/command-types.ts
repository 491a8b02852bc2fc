import type { ClockState } from '../domain/clock.ts';
import type { Refusal } from '../domain/errors.ts';
import type { OrderStatus } from '../domain/order.ts';
import type { Corruption } from '../scenario/faults-and-corruptions.ts';
import type { AccountChange, Scenario } from '../scenario/scenario-schema.ts';
import type {
  ApiKey,
  AttemptOutcome,
  Order,
  ResendPlan,
  SendPlan,
  WebhookDestination,
} from './account-state.ts';
import type { Rejection } from './command-rejection.ts';
import type { OrderRequest, Placed } from './place-order.ts';
import type { Decision } from './request/decision.ts';
import type { ServiceRequest } from './request/service-request.ts';

/** All commands on an account, with their parameters. Plain data. */
export interface Commands {
  /** Only runs the work that is due; with maxTasks at most that many tasks, so that more may remain due. */
  elapse: { readonly maxTasks?: number };
  /** Any request of the service API. */
  handle: ServiceRequest;
  /** An order that is not placed through the service API. Scenarios only choose its lifecycle. */
  placeOrder: OrderRequest;
  recordAttempt: {
    readonly plan: SendPlan;
    readonly url: string;
    readonly outcome: AttemptOutcome;
    /** 0 while an advance holds the clock, because then the advance runs the work that is due. */
    readonly maxTasks?: 0;
  };
  /** Moves an order to a state that the transition table allows; refundAfterMs as for LifecycleStep. */
  move: { readonly order: number; readonly to: OrderStatus; readonly refundAfterMs?: number };
  refund: { readonly order: number };
  resend: { readonly event: number; readonly corrupt: Corruption | null };
  deposit: { readonly amountSun: number };
  change: AccountChange;
  setScenarios: { readonly scenarios: readonly Scenario[] };
  /** Keeps a scenario of the account with the text of its file, and activates it on request. */
  keepScenario: { readonly scenario: Scenario; readonly text: string; readonly activate: boolean };
  forgetScenario: { readonly name: string };
  setWebhook: WebhookDestination;
  setClock: { readonly clock: ClockState };
  addKey: { readonly key: ApiKey };
  revokeKey: { readonly id: string };
  /** Begins the move to another server; null ends it, and the account stays here. */
}

export type CommandKind = keyof Commands;

/** The reply of each command. */
export interface Replies {
  elapse: null;
  handle: Decision;
  placeOrder: Placed | Refusal;
  recordAttempt: null;
  move: Order | Rejection;
  refund: Order | Rejection;
  resend: ResendPlan | Rejection;
  deposit: null;
  change: null;
  setScenarios: null;
  keepScenario: null;
  forgetScenario: null;
  setWebhook: null;
  setClock: null;
  addKey: null;
  revokeKey: ApiKey | Rejection;
}

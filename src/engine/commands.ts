import type { ClockState } from '../domain/clock.ts';
import type { Refusal } from '../domain/errors.ts';
import type { OrderStatus } from '../domain/order.ts';
import type { AccountChange, Corruption, Scenario } from '../scenario/scenario-types.ts';
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

/** Everything that can be done to an account, with what it takes. Plain data. */
export interface Commands {
  /** Nothing but the passing of time; with maxTasks, at most so much of what fell due, and the rest next time. */
  elapse: { readonly maxTasks?: number };
  /** A request of the service API, whatever it asks for. */
  handle: ServiceRequest;
  /** An order outside the service API; scenarios are asked for its lifecycle alone. */
  placeOrder: OrderRequest;
  recordAttempt: {
    readonly plan: SendPlan;
    readonly url: string;
    readonly outcome: AttemptOutcome;
    /** 0 while an advance holds the clock: what is due is its to do, piece by piece. */
    readonly maxTasks?: 0;
  };
  /** Along a legal edge, by hand; refundAfterMs as for LifecycleStep. */
  move: { readonly order: number; readonly to: OrderStatus; readonly refundAfterMs?: number };
  refund: { readonly order: number };
  resend: { readonly event: number; readonly corrupt: Corruption | null };
  deposit: { readonly amountSun: number };
  change: AccountChange;
  setScenarios: { readonly scenarios: readonly Scenario[] };
  setWebhook: WebhookDestination;
  setClock: { readonly clock: ClockState };
  addKey: { readonly key: ApiKey };
  revokeKey: { readonly id: string };
}

export type CommandKind = keyof Commands;

/** What each command answers. Where it is a refusal or a rejection, nothing has changed. */
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
  setWebhook: null;
  setClock: null;
  addKey: null;
  revokeKey: ApiKey | Rejection;
}

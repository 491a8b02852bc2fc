import type { Refusal } from '../../core/domain/error-codes.ts';
import type { OrderStatus } from '../../core/domain/order.ts';
import type { AttemptOutcome, AttemptRecord, Order, SendPlan } from '../../core/engine/account-state.ts';
import type { MismatchRefusal, Placed } from '../../core/engine/place-order.ts';
import type { Exchange, NodeCall } from '../../core/facts.ts';
import { mustBeAccepted } from '../../core/scenario/rule-effects.ts';
import { SCRIPTED_HEADER } from '../../core/webhook/read-webhook.ts';

/** An order that was made by a request has entered a state. */
interface OrderFact {
  readonly order: Order;
  readonly status: OrderStatus;
  readonly atMs: number;
}

/** A delivery of an event was made, and its outcome is known. */
export interface AttemptFact {
  readonly orderId: number;
  /** Computes the event's id, which costs a hash. */
  readonly eventId: () => string;
  /** Such as `order.delegated`. */
  readonly event: string;
  /** The order's state according to the event; the order may have moved on since. */
  readonly status: OrderStatus;
  readonly refunded: boolean;
  readonly plan: SendPlan;
  readonly outcome: AttemptOutcome;
  /** True if a built-in receiver was instructed to respond so. */
  readonly isScripted: boolean;
  /** When the event was created, on the account's clock. */
  readonly createdAtMs: number;
  readonly atMs: number;
}

/** An event ran out of attempts. */
export interface ExhaustedFact {
  readonly orderId: number;
  /** The event's index in the state of the account, as in the plan of an attempt. */
  readonly index: number;
  readonly eventId: string;
  readonly event: string;
  readonly attempts: number;
  /** The number of attempts that a correct receiver had to accept. */
  readonly acceptable: number;
  /** True if a built-in receiver was instructed to respond to the last attempt as it did. */
  readonly isScripted: boolean;
  readonly atMs: number;
}

/** The facts that rules learn about an account, in the order in which they happen. */
export interface RuleFacts {
  /** A request was decided. `exchange.end` is still `open`. */
  readonly decided: Exchange;
  /** The response to a decided request has ended. */
  readonly answered: Exchange;
  readonly order: OrderFact;
  readonly attempt: AttemptFact;
  readonly exhausted: ExhaustedFact;
  /** The TRON node of the account has answered a call. */
  readonly nodeCalled: NodeCall;
}

/** The result of each order that a request asks for, or of the whole request if it was refused. */
export function resultsOf({ outcome }: Exchange): readonly (Placed | Refusal | MismatchRefusal)[] {
  if (outcome?.kind === 'order') return [outcome.placed];
  if (outcome?.kind === 'refused') return [outcome.refusal];
  return outcome?.kind === 'bulk' ? outcome.items.map(({ result }) => result) : [];
}

/** True if a built-in receiver was instructed to respond so. */
export const isScripted = ({ headers }: AttemptOutcome): boolean => headers[SCRIPTED_HEADER] !== undefined;

/** Statuses with which a receiver asks for a later attempt. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);

/** True if a receiver answered with a redirect, or with a refusal that a retry does not resolve. */
export const isRefused = ({ status }: AttemptOutcome): boolean =>
  status !== null && status >= 300 && status < 500 && !TEMPORARY.has(status);

export const isAcknowledged = ({ kind }: AttemptOutcome): boolean => kind === 'acknowledged';

/** True if the client's own receiver acknowledged a genuine event that it has to understand. */
export const isAcknowledgedByClient = ({
  plan: { corrupt },
  outcome,
}: Pick<AttemptRecord, 'plan' | 'outcome'>): boolean =>
  isAcknowledged(outcome) && !isScripted(outcome) && mustBeAccepted(corrupt) && corrupt !== 'unknown-event';

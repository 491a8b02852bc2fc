import type { OrderStatus } from '../../core/domain/order.ts';
import type { AttemptOutcome, SendPlan } from '../../core/engine/account-state.ts';
import type { Exchange } from '../../core/facts.ts';
import type { Severity } from '../report/report.ts';
import type { Occurrence } from './finding.ts';
import { isUnanswered, type ObservedAccount, type ObservedOrder } from './observed-account.ts';

/** An order that was made by a request has entered a state. */
interface OrderFact {
  readonly order: ObservedOrder;
  readonly status: OrderStatus;
  readonly atMs: number;
}

/** An order that was made by a request was refunded. */
interface RefundFact {
  readonly order: ObservedOrder;
  readonly atMs: number;
}

/** A delivery of an event was made, and its outcome is known. */
export interface AttemptFact {
  readonly orderId: number;
  /** The order if a request made it; null for orders that were made by hand. */
  readonly order: ObservedOrder | null;
  /** Computes the event's id, which costs a hash. */
  readonly eventId: () => string;
  /** Such as `order.delegated`. */
  readonly event: string;
  /** What the event says of the order, which may since have moved on. */
  readonly status: OrderStatus;
  readonly refunded: boolean;
  readonly plan: SendPlan;
  readonly outcome: AttemptOutcome;
  /** True if a built-in receiver was told to respond so. */
  readonly isScripted: boolean;
  readonly atMs: number;
}

/** An event ran out of attempts. */
export interface ExhaustedFact {
  readonly orderId: number;
  readonly eventId: string;
  readonly event: string;
  readonly attempts: number;
  /** How many of them a correct receiver had to accept. */
  readonly acceptable: number;
  /** True if a built-in receiver was told to respond to the last attempt as it did. */
  readonly isScripted: boolean;
  readonly atMs: number;
}

/** What rules learn of an account, in the order in which it happens. */
export interface RuleFacts {
  /** A request was decided. `exchange.end` is still `open`. */
  readonly decided: Exchange;
  /** The response to a decided request has ended. */
  readonly answered: Exchange;
  readonly order: OrderFact;
  readonly refund: RefundFact;
  readonly attempt: AttemptFact;
  readonly exhausted: ExhaustedFact;
}

export type Recognizers = {
  readonly [Kind in keyof RuleFacts]?: (fact: RuleFacts[Kind], observed: ObservedAccount) => boolean;
};

/** Something that an integration has to meet before it can make a mistake. Any of the recognizers decides. */
export interface Situation extends Recognizers {
  /** That it was not met, as a clause: `no order was completed or failed`. */
  readonly missing: string;
  /** The built-in scenario that brings it about; none if ordinary use does. */
  readonly scenario?: string;
}

/** Why a rule does not apply: `no order was made whose response was lost (try the scenario response-lost)`. */
export const reasonOf = ({ missing, scenario }: Situation): string =>
  scenario === undefined ? missing : `${missing} (try the scenario ${scenario})`;

export const REQUEST: Situation = { missing: 'no request was sent', answered: () => true };

export const ORDER: Situation = {
  missing: 'no order was made by a request',
  answered: ({ made }) => made.length > 0,
};

export const LOST_ORDER: Situation = {
  missing: 'no order was made whose response was lost',
  scenario: 'response-lost',
  answered: exchange => exchange.made.length > 0 && isUnanswered(exchange),
};

export const STATUS_QUERY: Situation = {
  missing: 'no order status was queried',
  answered: ({ operation, outcome }) => operation === 'getOrderStatus' && outcome !== null,
};

export const BULK_FAILURE: Situation = {
  missing: 'no bulk request was answered 207',
  scenario: 'bulk-partial',
  answered: ({ status, end }) => status === 207 && end === 'sent',
};

export const ENDED_ORDER: Situation = {
  missing: 'no order was completed or failed',
  order: ({ status }) => status === 'completed' || status === 'failed',
};

/** A delivery whose response tells something about the receiver. */
export const WEBHOOK: Situation = {
  missing: 'no receiver of the integration got a webhook',
  attempt: ({ plan, isScripted }) => plan.corrupt === null && !isScripted,
};

/** What a rule sees besides the fact, and where it reports. */
export interface RuleContext {
  readonly observed: ObservedAccount;
  /** Reports that something wrong was done. It cannot be withdrawn. */
  report(occurrence: Occurrence): void;
  /** Says that `pending` has more than before, which does not have to wait. */
  noticed(): void;
}

/** Something that has not happened since `sinceMs`. Later facts may withdraw it. */
export interface PendingOccurrence extends Occurrence {
  readonly sinceMs: number;
}

export type Handlers<State> = {
  readonly [Kind in keyof RuleFacts]?: (state: State, fact: RuleFacts[Kind], context: RuleContext) => void;
};

/**
 * A rule over recorded facts: one mistake of integrations. The handlers are called in the order of the facts, with the
 * rule's own state for the account. They are deterministic, take constant time, and keep the state bounded.
 */
export interface FindingRule<State = unknown> extends Handlers<State> {
  /** Stable: configurations and reports name it. */
  readonly id: string;
  readonly severity: Severity;
  /** One line: what is reported. */
  readonly title: string;
  /** How integrations come to do this. */
  readonly bug: string;
  /** What it costs in production. */
  readonly cost: string;
  /** How to fix it, in the imperative. Also the `fix` of each finding. */
  readonly fix: string;
  /** Shown in docs/findings.md. */
  readonly example?: RuleExample;
  /** In which the mistake can be made. In an account that has not met it, the rule does not apply. */
  readonly needs: Situation;
  /** The state of the rule for an account without facts. */
  start(): State;
  /** Something changed that may make a refused request succeed: a deposit, a setting, a key, a scenario. */
  changed?(state: State): void;
  /** What the client has not done so far. */
  pending?(state: State, context: Pick<RuleContext, 'observed'>): Iterable<PendingOccurrence>;
}

/** Code that does it right, a few lines per language. */
interface RuleExample {
  readonly typescript?: string;
  readonly python?: string;
}

/** Defines a rule and hides the type of its state. */
export const defineRule = <State>(rule: FindingRule<State>): FindingRule => rule as FindingRule;

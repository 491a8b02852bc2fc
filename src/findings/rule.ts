import type { OperationId } from '../domain/operations.ts';
import type { OrderStatus } from '../domain/order.ts';
import type { Exchange } from '../wire/recorded-exchange.ts';
import type { Severity, Sighting } from './finding.ts';
import type { ObservedAccount } from './observed-account.ts';
import type { AttemptFact, ExhaustedFact, OrderFact, RefundFact } from './rule-facts.ts';
import type { Situation } from './situations.ts';

/** What a rule sees besides the fact, and where it reports. */
export interface RuleContext {
  readonly observed: ObservedAccount;
  /** Reports that something wrong was done. It cannot be withdrawn. */
  report(sighting: Sighting): void;
  /** Says that `pending` has more than before, which does not have to wait. */
  noticed(): void;
}

/** Something that has not happened since `sinceMs`. Later facts may withdraw it. */
export interface PendingSighting extends Sighting {
  readonly sinceMs: number;
}

/** Requests that have all of this, and orders that enter one of the states. */
export interface FactGate {
  readonly operations?: readonly OperationId[];
  readonly statuses?: readonly OrderStatus[];
  /** `remark`: the request has remarks. `refusal`: its status is 400 or above. `hang-up`: the client did not wait. */
  readonly having?: 'remark' | 'refusal' | 'hang-up';
}

/**
 * A rule over recorded facts: one mistake of integrations. The handlers are called in the order of the facts, with the
 * rule's own state for the account. They are deterministic, take constant time, and keep the state bounded.
 */
export interface FindingRule<State = unknown> {
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
  /**
   * The requests for which `decided` and `answered` are called, and the states for which `order` is called; by default
   * all. It keeps other requests and orders cheap.
   */
  readonly only?: FactGate;
  /** The state of the rule for an account without facts. */
  start(): State;
  /** A request was decided. `exchange.end` is still `open`. */
  decided?(state: State, exchange: Exchange, context: RuleContext): void;
  /** The response to a decided request has ended. */
  answered?(state: State, exchange: Exchange, context: RuleContext): void;
  order?(state: State, fact: OrderFact, context: RuleContext): void;
  refund?(state: State, fact: RefundFact, context: RuleContext): void;
  attempt?(state: State, fact: AttemptFact, context: RuleContext): void;
  exhausted?(state: State, fact: ExhaustedFact, context: RuleContext): void;
  /** Something changed that may make a refused request succeed: a deposit, a setting, a key, a scenario. */
  changed?(state: State): void;
  /** What the client has not done so far. */
  pending?(state: State, context: Pick<RuleContext, 'observed'>): Iterable<PendingSighting>;
}

/** Code that does it right, a few lines per language. */
export interface RuleExample {
  readonly typescript?: string;
  readonly python?: string;
}

/** Defines a rule and hides the type of its state. */
export const defineRule = <State>(rule: FindingRule<State>): FindingRule => rule as FindingRule;

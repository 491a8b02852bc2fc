import type { Severity } from '../report/report.ts';
import { isUnanswered, type RuleFacts } from './facts.ts';
import type { PendingOccurrence, Reporter } from './occurrences.ts';
import type { AccountMemory } from './rule-memory.ts';

export type Recognizers = {
  readonly [Kind in keyof RuleFacts]?: (fact: RuleFacts[Kind], memory: AccountMemory) => boolean;
};

/** Something that has to happen before an integration can make a mistake. Any of the recognizers decides. */
export interface Situation extends Recognizers {
  /** Says that it did not happen, as a clause: `no order was completed or failed`. */
  readonly missing: string;
  /** The built-in scenario that causes it; none if ordinary use does. */
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

export const BULK_FAILURE: Situation = {
  missing: 'no bulk request was answered 207',
  scenario: 'bulk-partial',
  answered: ({ status, end }) => status === 207 && end === 'sent',
};

export const ENDED_ORDER: Situation = {
  missing: 'no order was completed or failed',
  order: ({ status }) => status === 'completed' || status === 'failed',
};

/** A delivery whose response says something about the receiver. */
export const WEBHOOK: Situation = {
  missing: 'no receiver of the integration got a webhook',
  attempt: ({ plan, isScripted }) => plan.corrupt === null && !isScripted,
};

/** What a rule sees besides the fact, and where it reports. */
export interface RuleContext extends Reporter {
  readonly memory: AccountMemory;
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
  /** The situation in which the mistake can be made. To an account that was never in it, the rule does not apply. */
  readonly needs: Situation;
  /** The state of the rule for an account without facts. */
  start(): State;
  /** Something changed that may make a refused request succeed: a deposit, a setting, a key, a scenario. */
  changed?(state: State): void;
  /** What the client has not done so far. */
  pending?(state: State, context: Pick<RuleContext, 'memory'>): Iterable<PendingOccurrence>;
}

/** Code that does it right, a few lines per language. */
interface RuleExample {
  readonly typescript?: string;
  readonly python?: string;
}

/** Defines a rule and hides the type of its state. */
export const defineRule = <State>(rule: FindingRule<State>): FindingRule => rule as FindingRule;

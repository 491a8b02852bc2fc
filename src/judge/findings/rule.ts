import type { OperationId } from '../../core/domain/operations.ts';
import type { OrderStatus } from '../../core/domain/order.ts';
import type { RequestRemark } from '../../core/facts.ts';
import { isUntold } from '../knowledge.ts';
import { redacted, type Severity } from '../report/report-model.ts';
import type { AttemptFact, RuleFacts } from './rule-facts.ts';
import type { AccountMemory } from './rule-memory.ts';
import { clockTime } from './wording.ts';

/** One occurrence of something wrong. Occurrences of a rule with the same key are one finding. */
export interface Occurrence {
  /** Distinguishes findings of one rule, such as an order's id. By default all occurrences are one finding. */
  readonly key?: string;
  /** Called immediately if the occurrence is the first of its finding, and never otherwise. */
  readonly message: () => string;
  readonly orders?: readonly number[];
  readonly requests?: readonly string[];
  readonly events?: readonly string[];
  readonly costSun?: number;
  /** Less than the severity of the rule, if it is less certain or costs less; by default that of the rule. */
  readonly severity?: Severity;
  /** On the account's clock. */
  readonly atMs: number;
}

/** Something that has not happened since `sinceMs`. Later facts may withdraw it. */
export interface PendingOccurrence extends Occurrence {
  readonly sinceMs: number;
}

/** The input of a rule besides the fact, and where it reports. */
export interface RuleContext {
  readonly memory: AccountMemory;
  /** Reports that something wrong was done. It cannot be withdrawn. */
  report(occurrence: Occurrence): void;
  /** Announces that the rule has a further pending occurrence, which does not have to wait. */
  noticed(): void;
}

export const FACT_KINDS: readonly (keyof RuleFacts)[] = [
  'decided',
  'answered',
  'order',
  'attempt',
  'exhausted',
  'nodeCalled',
];

export type Handlers<State> = {
  readonly [Kind in keyof RuleFacts]?: (state: State, fact: RuleFacts[Kind], context: RuleContext) => void;
};

/** The operation of a request, or the state that an order enters. */
export type FactSubject = OperationId | OrderStatus;

/** The operations that make orders. */
export const ORDERING: readonly FactSubject[] = ['createOrder', 'createOrdersBulk'];

/** A rule over recorded facts: one mistake of integrations. */
export interface FindingRule {
  /** Stable: configurations and reports name it. */
  readonly id: string;
  /** The severity of its worst findings. */
  readonly severity: Severity;
  /** The severities of others. */
  readonly milder?: readonly Severity[];
  /** One line: what is reported. */
  readonly title: string;
  /** The usual cause of this mistake. */
  readonly bug: string;
  /** The cost in production. */
  readonly cost: string;
  /** How to fix it, in the imperative. Also the `fix` of each finding. */
  readonly fix: string;
  /** Shown in docs/findings.md. */
  readonly example?: RuleExample;
  /** The situation in which the mistake can be made. To an account that was never in it, the rule does not apply. */
  readonly needs: Situation;
  /**
   * The operations and order states that it handles, by default all, so that ordinary facts cost little. A request that was
   * refused or has remarks is passed to all rules.
   */
  readonly only?: readonly FactSubject[];
  /** The ways to make the mistake. The keys of their occurrences have to differ. */
  readonly parts: readonly RulePart[];
}

/**
 * One way to make the mistake of a rule. The handlers are called in the order of the facts, with the part's own state for
 * the account. They are deterministic, take constant time, and keep the state bounded.
 */
export interface RulePart<State = unknown> extends Handlers<State> {
  /** The state of the part for an account without facts. */
  start(): State;
  /** Something changed that may make a refused request succeed: a deposit, a setting, a key, a scenario. */
  changed?(state: State): void;
  /** The actions that the client has not taken so far. */
  pending?(state: State, context: Pick<RuleContext, 'memory'>): Iterable<PendingOccurrence>;
}

/** Code that does it right, a few lines per language. */
interface RuleExample {
  readonly typescript?: string;
  readonly python?: string;
}

/** Defines a part of a rule and hides the type of its state. */
export const definePart = <State>(part: RulePart<State>): RulePart => part as RulePart;

/** Defines a rule of one part. */
export const defineRule = <State>(rule: Omit<FindingRule, 'parts'> & RulePart<State>): FindingRule => ({
  ...rule,
  parts: [definePart(rule)],
});

/**
 * The parts of a rule that reports remarks on requests.
 * @param keyOf the key of a remark's finding, within the findings for its operation; null if the rule does not report it
 */
export const reportRemarks = (
  keyOf: (remark: RequestRemark) => string | null,
): Pick<FindingRule, 'only'> & Pick<RulePart, 'start' | 'decided'> => ({
  only: [],
  start: () => null,
  decided(_state, { remarks, operation, method, id, atMs }, { report }) {
    for (const remark of remarks) {
      const key = keyOf(remark);
      if (key === null) continue;
      const { kind, message } = remark;
      // The message about an unknown field already names the operation.
      const where = kind === 'unknown-field' ? id : `${id} (${operation ?? method})`;
      const end = message.endsWith('?') ? '' : '.';
      report({
        key: `${operation} ${key}`,
        message: () => redacted(`At ${clockTime(atMs)}, in ${where}: ${message}${end}`),
        requests: [id],
        atMs,
      });
    }
  },
});

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

/** Why a rule does not apply: `no response to a created order was lost (try the scenario response-lost)`. */
export const reasonOf = ({ missing, scenario }: Situation): string =>
  scenario === undefined ? missing : `${missing} (try the scenario ${scenario})`;

export const REQUEST: Situation = { missing: 'no request was sent', answered: () => true };

export const ORDER: Situation = {
  missing: 'no order was made by a request',
  answered: ({ made }) => made.length > 0,
};

const IN_THE_BALANCE: ReadonlySet<OrderStatus> = new Set(['processing', 'delegating', 'review', 'failed']);

/** The end of an order was in doubt: a response did not tell of it, or told that it was open or had failed. */
export const IN_DOUBT: Situation = {
  missing: 'every response told the client of its order, and none was open or failed when it asked',
  scenario: 'response-lost',
  answered: exchange => {
    const { operation, facts, shown, status } = exchange;
    if (operation === 'getOrderStatus')
      return shown ? IN_THE_BALANCE.has(shown.status) : facts?.orderId != null;
    return status === 207 || isUntold(exchange);
  },
};

/** A transaction was sent. */
export const TRANSACTION: Situation = {
  missing: 'no transaction was sent to the TRON node of the account',
  nodeCalled: ({ sent }) => sent !== null,
};

/** A delivery whose response says something about the receiver. */
export const WEBHOOK: Situation = {
  missing: 'no receiver of the integration got a webhook',
  attempt: ({ plan, isScripted }) => plan.corrupt === null && !isScripted,
};

/** A delivery that a receiver answered wrongly, as it is reported. */
export const deliveryOccurrence = (
  { orderId, eventId, atMs }: AttemptFact,
  message: () => string,
): Occurrence => ({ message, orders: [orderId], events: [eventId()], atMs });

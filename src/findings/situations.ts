import type { Exchange } from '../wire/recorded-exchange.ts';
import { isUnanswered } from './lost-orders.ts';
import type { ObservedAccount } from './observed-account.ts';
import type { AttemptFact, OrderFact, RefundFact } from './rule-facts.ts';

/** The facts by which a situation is recognized. */
export interface SituationFacts {
  /** A response has ended. */
  readonly answered: Exchange;
  readonly order: OrderFact;
  readonly refund: RefundFact;
  readonly attempt: AttemptFact;
}

export type Recognizers = {
  readonly [Kind in keyof SituationFacts]?: (
    fact: SituationFacts[Kind],
    observed: ObservedAccount,
  ) => boolean;
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

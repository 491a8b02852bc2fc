import type { Severity } from './finding.ts';
import type { FindingRule } from './rule.ts';
import { deliveriesGivenUp } from './rules/deliveries-given-up.ts';
import { neverConfirmed } from './rules/never-confirmed.ts';
import { orderWithoutExternalId } from './rules/order-without-external-id.ts';
import { paidTwice } from './rules/paid-twice.ts';

/** The severity of each rule that is not off, by the rule's id. */
export type RuleSeverities = Readonly<Record<string, Severity>>;

/** All rules, in the order in which findings are listed. */
export const RULES: readonly FindingRule[] = [
  paidTwice,
  neverConfirmed,
  orderWithoutExternalId,
  deliveriesGivenUp,
];

/** The severity of every rule as its author chose it. */
export const DEFAULT_SEVERITIES: RuleSeverities = Object.fromEntries(
  RULES.map(({ id, severity }) => [id, severity]),
);

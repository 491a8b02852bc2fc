import type { Severity } from './finding.ts';
import type { FindingRule } from './rule.ts';
import type { RuleId } from './rule-ids.generated.ts';
import { levelOf, type RuleSettings } from './rule-settings.ts';
import { ambiguousRequest } from './rules/ambiguous-request.ts';
import { boughtAgainAfterNotFound } from './rules/bought-again-after-not-found.ts';
import { boughtAgainAfterWebhook } from './rules/bought-again-after-webhook.ts';
import { boughtAgainWhileOpen } from './rules/bought-again-while-open.ts';
import { bulkFailuresIgnored } from './rules/bulk-failures-ignored.ts';
import { bulkResentWhole } from './rules/bulk-resent-whole.ts';
import { deliveriesGivenUp } from './rules/deliveries-given-up.ts';
import { endNotLearned } from './rules/end-not-learned.ts';
import { externalIdReused } from './rules/external-id-reused.ts';
import { forgedAccepted } from './rules/forged-accepted.ts';
import { genuineRefused } from './rules/genuine-refused.ts';
import { hungUpEarly } from './rules/hung-up-early.ts';
import { keyInUrl } from './rules/key-in-url.ts';
import { neverConfirmed } from './rules/never-confirmed.ts';
import { neverRetried } from './rules/never-retried.ts';
import { newerRefused } from './rules/newer-refused.ts';
import { orderWithoutExternalId } from './rules/order-without-external-id.ts';
import { paidTwice } from './rules/paid-twice.ts';
import { polledAfterEnd } from './rules/polled-after-end.ts';
import { polledTooOften } from './rules/polled-too-often.ts';
import { refundNotLearned } from './rules/refund-not-learned.ts';
import { refusalRepeated } from './rules/refusal-repeated.ts';
import { reserialisedRefused } from './rules/reserialised-refused.ts';
import { retriedUnderNewId } from './rules/retried-under-new-id.ts';
import { retryAfterIgnored } from './rules/retry-after-ignored.ts';
import { slowReceiver } from './rules/slow-receiver.ts';
import { unknownField } from './rules/unknown-field.ts';
import { unusedScope } from './rules/unused-scope.ts';
import { wrongContentType } from './rules/wrong-content-type.ts';

/** The severity of each rule that is not off, by the rule's id. */
export type RuleSeverities = Readonly<Record<string, Severity>>;

/** All rules, in the order in which findings are listed: what costs most comes first. */
export const RULES: readonly FindingRule[] = [
  paidTwice,
  boughtAgainAfterNotFound,
  boughtAgainWhileOpen,
  neverConfirmed,
  externalIdReused,
  keyInUrl,
  retryAfterIgnored,
  forgedAccepted,
  genuineRefused,
  reserialisedRefused,
  deliveriesGivenUp,
  orderWithoutExternalId,
  retriedUnderNewId,
  neverRetried,
  refusalRepeated,
  bulkResentWhole,
  endNotLearned,
  refundNotLearned,
  newerRefused,
  unknownField,
  ambiguousRequest,
  wrongContentType,
  slowReceiver,
  polledTooOften,
  boughtAgainAfterWebhook,
  polledAfterEnd,
  bulkFailuresIgnored,
  hungUpEarly,
  unusedScope,
];

/** The severity of every rule that is not off. */
export function severitiesOf(settings: RuleSettings = {}): RuleSeverities {
  const levels = RULES.flatMap(({ id, severity }) => {
    const setting = settings[id as RuleId];
    const level = setting === undefined ? severity : levelOf(setting);
    return level === 'off' ? [] : [[id, level] as const];
  });
  return Object.fromEntries(levels);
}

import type { Settings } from '../../domain/assumptions.ts';
import { type ErrorCode, isItemCode, isRefusal, type Refusal, refuse } from '../../domain/error-codes.ts';
import type { OperationId } from '../../domain/operations.ts';
import { type Estimate, type Offer, refuseDisabled } from '../../domain/pricing.ts';
import { isExternalId } from '../../domain/seeded-values.ts';
import { durationMs } from '../../domain/time.ts';
import { drawFor, type RequestRule } from '../../scenario/choose-rule.ts';
import { type Facts, NO_FACTS } from '../../scenario/conditions.ts';
import { errorOfReply, explainRule, FAULT_TABLE, replacesTrueAnswer } from '../../scenario/rule-effects.ts';
import type { Scenario } from '../../scenario/scenario-schema.ts';
import { applyChange, withCause } from '../account-change.ts';
import { applicableScenarios, chooseRule, scenarioFor, scenarioForAddress } from '../account-scenarios.ts';
import { type AccountState, clockMsOf, type Order } from '../account-state.ts';
import type { CommandContext } from '../command-context.ts';
import type { Placed } from '../place-order.ts';
import type { RequestFields, RequestViolation, Subject } from './service-request.ts';

/* What scenarios say about a request, and what becomes of its outcome: asked before the operation, applied after it. */

export interface Asked {
  readonly rule: RequestRule | null;
  /** How long the rule delays the response, in milliseconds of real time. */
  readonly delayMs: number;
  /** The scenario that the request picks for itself and for the order that it creates. */
  readonly picked: Scenario | null;
  readonly facts: Facts;
  /** The scenarios that were evaluated, in order of precedence. */
  readonly scenarios: readonly Scenario[];
  /** The remark that the external_id of a new order names a scenario that does not exist, or null. */
  readonly unknownNameRemark: string | null;
}

const MAGIC_PREFIX = 'sandbox:';
const MAGIC_EXTERNAL_ID = /^sandbox:([^:]+):/;

/** The name of a scenario in an external_id such as `sandbox:review:17`. */
const nameIn = (externalId: string | null): string | undefined =>
  externalId?.startsWith(MAGIC_PREFIX) ? MAGIC_EXTERNAL_ID.exec(externalId)?.[1] : undefined;

/** The scenario that a request picks: by header, by external_id, by magic address, or by its order. */
function pickScenario(
  context: CommandContext,
  { header, fields: { externalId, address } }: Subject,
  order: Order | null,
): Scenario | null {
  if (header) return header;
  const { library, account } = context;
  const name = nameIn(externalId);
  const byName = name === undefined ? undefined : scenarioFor(account.state, library, name);
  if (byName) return byName;
  const byAddress = address === null ? undefined : scenarioForAddress(account.state, library, address);
  return byAddress ?? (order ? (account.state.picked[order.scenario] ?? null) : null);
}

/** Looking up the nearest name takes up to a millisecond, so only the first items of a bulk request get a suggestion. */
const MAX_SUGGESTIONS = 10;

function unknownNameRemarkOn(
  { library, account }: CommandContext,
  { operation, fields, item }: Subject,
): string | null {
  const name = operation === 'createOrder' ? nameIn(fields.externalId) : undefined;
  if (name === undefined || scenarioFor(account.state, library, name)) return null;
  // An invalid external_id is refused, and can be as long as the body.
  if (!isExternalId(fields.externalId!)) return null;
  const isSuggested = item === null || item <= MAX_SUGGESTIONS;
  const reason = isSuggested ? library.explainUnknown(name) : 'there is no scenario of this name';
  return `external_id ${fields.externalId}: ${reason}`;
}

function orderOf({ account }: CommandContext, { orderId, externalId }: RequestFields): Order | null {
  if (orderId !== null) return account.orderById(orderId);
  return externalId === null ? null : account.orderByExternalId(externalId);
}

/** The facts about a request or a bulk item. Fields that it lacks come from the order that it concerns. */
const requestFacts = (
  state: AccountState,
  { operation, fields, item }: Subject,
  order: Order | null,
  key: string,
  nowMs: number,
): Facts => ({
  ...NO_FACTS,
  operation,
  key,
  account: state.name,
  clockMs: clockMsOf(state, nowMs),
  repeat: order !== null,
  externalId: fields.externalId ?? order?.externalId ?? null,
  address: fields.address ?? order?.address ?? null,
  packageId: fields.packageId ?? order?.packageId ?? null,
  energyAmount: fields.energyAmount ?? order?.energyAmount ?? null,
  orderId: order?.id ?? fields.orderId,
  orderAgeMs: order ? nowMs - order.steps[0]!.atMs : null,
  item,
});

function delayBy({ account, draw, markChanged }: CommandContext, rule: RequestRule | null): number {
  const after = rule?.reply?.after;
  if (typeof after !== 'object') return durationMs(after);
  const [minMs, maxMs] = [durationMs(after.min), durationMs(after.max)];
  return Math.round(minMs + (maxMs - minMs) * drawFor(rule!, account.state.counters, draw, markChanged));
}

/** Evaluates the request rules for a request or an item, and applies the `set` of the rule that was chosen. */
export function askScenarios(context: CommandContext, subject: Subject): Asked {
  const { account } = context;
  const order = orderOf(context, subject.fields);
  const key = account.callingKey(subject.keyId);
  const facts = requestFacts(account.state, subject, order, key?.name ?? '', context.nowMs);
  const picked = pickScenario(context, subject, order);
  const scenarios = applicableScenarios(context, picked);
  const rule = chooseRule(context, scenarios, 'requests', facts);
  if (rule?.set) applyChange(context, rule.set, key, explainRule(rule));
  const unknownNameRemark = unknownNameRemarkOn(context, subject);
  return { rule, delayMs: delayBy(context, rule), picked, facts, scenarios, unknownNameRemark };
}

export interface ItemOutcome {
  readonly externalId: string;
  readonly result: Placed | Refusal;
  /** The result that the client receives; differs from `result` if a rule with `commit` replaces it. */
  readonly answer: Placed | Refusal;
  readonly rule: RequestRule | null;
  /** How long the rule delays the response. */
  readonly delayMs: number;
  readonly unknownNameRemark: string | null;
}

/** The outcome of an operation. `preempted`: a scenario rule determines the response, and nothing was processed. */
export type Outcome =
  | { readonly kind: 'preempted' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'quote'; readonly offer: Offer }
  | { readonly kind: 'estimate'; readonly estimate: Estimate }
  | { readonly kind: 'order'; readonly placed: Placed }
  | { readonly kind: 'status'; readonly order: Order }
  | { readonly kind: 'balance'; readonly balanceSun: number }
  | { readonly kind: 'bulk'; readonly items: readonly ItemOutcome[] };

/** The engine's decision about a request. The HTTP layer renders it and applies the rule. */
export interface Decision {
  readonly outcome: Outcome;
  /** The rule that applies to the response: it replaces, delays or faults it, or adds headers. */
  readonly rule: RequestRule | null;
  /** True if the reply of the rule replaces the response to the outcome. */
  readonly isReplaced: boolean;
  /** The delay of the response in milliseconds of real time. */
  readonly delayMs: number;
  readonly facts: Facts;
  readonly scenarios: readonly Scenario[];
  readonly unknownNameRemark: string | null;
}

const replaces = ({ reply }: RequestRule): boolean => reply !== undefined && replacesTrueAnswer(reply);

/** True if a rule replaces or faults the response without `commit`, so that the request is not processed. */
export const preempts = (rule: RequestRule | null): rule is RequestRule =>
  rule !== null && !rule.commit && (rule.fault !== undefined || replaces(rule));

/**
 * True if a rule applies to the result of a request or an item. A rule with `commit` applies to the call that creates
 * the order, and to a repeat only if it matches repeats.
 */
function appliesTo(rule: RequestRule, result: Placed | Refusal): boolean {
  if (!rule.commit) return true;
  return !isRefusal(result) && (!result.idempotent || rule.match.repeat === true);
}

const scriptedCode = (rule: RequestRule): ErrorCode =>
  (rule.reply && errorOfReply(rule.reply)) ?? 'SERVICE_UNAVAILABLE';

/** True if the rule of an item affects the whole response: it has a fault, or an error code for whole requests. */
export const affectsWholeRequest = (rule: RequestRule): boolean =>
  rule.fault !== undefined || (replaces(rule) && !isItemCode(scriptedCode(rule)));

export const scriptedRefusal = (rule: RequestRule): Refusal => refuse(scriptedCode(rule), explainRule(rule));

/** The outcome of an item, with the rule that was chosen for it if that applies to its result. */
export function itemOutcome(
  externalId: string,
  result: Placed | Refusal,
  { rule: chosen, delayMs: chosenMs, unknownNameRemark }: Asked,
): ItemOutcome {
  const rule = chosen && appliesTo(chosen, result) ? chosen : null;
  const isReplaced = rule !== null && replaces(rule) && !affectsWholeRequest(rule);
  const answer = isReplaced ? scriptedRefusal(rule) : result;
  return { externalId, result, answer, rule, delayMs: rule ? chosenMs : 0, unknownNameRemark };
}

const CREATES: readonly OperationId[] = ['createOrder', 'createOrdersBulk'];

/** True if a client receives a part of the response, and the operation changes nothing: then it is processed for it. */
export const showsOwnAnswer = ({ fault }: RequestRule, operation: OperationId): boolean =>
  fault !== undefined && FAULT_TABLE[fault].fate === 'broken' && !CREATES.includes(operation);

function resultsOf(outcome: Outcome): readonly (Placed | Refusal)[] {
  if (outcome.kind === 'order') return [outcome.placed];
  return outcome.kind === 'bulk' ? outcome.items.map(item => item.result) : [];
}

/** The rule of the request if it applies to the outcome; for a bulk request, if it applies to one of the items. */
function ruleFor({ rule, facts }: Asked, outcome: Outcome): RequestRule | null {
  if (!rule?.commit || !facts.operation || !CREATES.includes(facts.operation)) return rule;
  return resultsOf(outcome).some(result => appliesTo(rule, result)) ? rule : null;
}

/**
 * A decision in which a rule replaces the operation.
 * @param all the request and its items; the longest delay of their rules applies
 */
export function preempted(asked: Asked, rule: RequestRule, all: readonly Asked[] = [asked]): Decision {
  const { facts, scenarios, unknownNameRemark } = asked;
  let delayMs = 0;
  // A rule with `commit` applies to an order that was created, but no order was.
  for (const one of all) if (!one.rule?.commit) delayMs = Math.max(delayMs, one.delayMs);
  const outcome = { kind: 'preempted' } as const;
  return { outcome, rule, isReplaced: true, delayMs, facts, scenarios, unknownNameRemark };
}

const NO_ITEMS: readonly ItemOutcome[] = [];

export function decide(asked: Asked, outcome: Outcome): Decision {
  const { facts, scenarios, unknownNameRemark } = asked;
  const items = outcome.kind === 'bulk' ? outcome.items : NO_ITEMS;
  const requestRule = ruleFor(asked, outcome);
  let delayMs = requestRule ? asked.delayMs : 0;
  for (const item of items) delayMs = Math.max(delayMs, item.delayMs);
  const overriding = items.find(({ rule }) => rule !== null && affectsWholeRequest(rule))?.rule;
  const rule = overriding ?? requestRule;
  const isReplaced = rule !== null && rule.fault === undefined && replaces(rule);
  return { outcome, rule, isReplaced, delayMs, facts, scenarios, unknownNameRemark };
}

/** The time of which a status response shows the order, on the account's clock; null for the current time. */
export function shownAsOfMs({ outcome, rule, facts }: Decision): number | null {
  const asOf = rule?.reply?.as_of;
  if (asOf === undefined || outcome.kind !== 'status') return null;
  return outcome.order.steps[0]!.atMs + Math.max(0, facts.orderAgeMs! - durationMs(asOf));
}

export const unknownNameRefusal = (
  { unknown_sandbox_name }: Settings,
  { unknownNameRemark }: Asked,
): Refusal | null =>
  unknownNameRemark !== null && unknown_sandbox_name === 'reject'
    ? refuse('EXTERNAL_ID_INVALID', unknownNameRemark)
    : null;

/** The codes of mistakes in custom orders. While custom amounts are disabled, the refusal says that instead. */
const CUSTOM_ORDER_CODES: readonly ErrorCode[] = [
  'CUSTOM_ENERGY_OUT_OF_RANGE',
  'CUSTOM_ENERGY_INVALID_STEP',
  'CUSTOM_DURATION_UNAVAILABLE',
];

export function violationRefusal(state: AccountState, { error, explain }: RequestViolation): Refusal {
  const refusal = CUSTOM_ORDER_CODES.includes(error) ? refuseDisabled(state.settings) : null;
  return refusal ? withCause(state, refusal) : refuse(error, explain);
}

export const refused = (asked: Asked, refusal: Refusal): Decision =>
  decide(asked, { kind: 'refused', refusal });

import { type ErrorCode, isItemCode, isRefusal, type Refusal, refuse } from '../../domain/errors.ts';
import type { Estimate } from '../../domain/estimate.ts';
import type { OperationId } from '../../domain/operations.ts';
import type { Offer } from '../../domain/pricing.ts';
import type { Facts } from '../../scenario/choose-rule.ts';
import type { RequestRule, Scenario } from '../../scenario/scenario-types.ts';
import { explainRule, replacesTrueAnswer } from '../../scenario/scripted-replies.ts';
import type { Order } from '../account-state.ts';
import type { Placed } from '../place-order.ts';
import type { Asked } from './ask-scenarios.ts';

/** What became of a bulk item. */
export interface ItemOutcome {
  readonly externalId: string;
  /** What was done. */
  readonly result: Placed | Refusal;
  /** What the client reads; differs from `result` where a committing rule replaces the item's answer. */
  readonly answer: Placed | Refusal;
  /** The rule that acted on the item. */
  readonly rule: RequestRule | null;
}

/** What an operation came to. `preempted`: a scenario's rule answers, and nothing was carried out. */
export type Outcome =
  | { readonly kind: 'preempted' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'quote'; readonly offer: Offer }
  | { readonly kind: 'estimate'; readonly estimate: Estimate }
  | { readonly kind: 'order'; readonly placed: Placed }
  | { readonly kind: 'status'; readonly order: Order }
  | { readonly kind: 'balance'; readonly balanceSun: number }
  | { readonly kind: 'bulk'; readonly items: readonly ItemOutcome[] };

/** What the engine decided about a request; http renders it, and sends it as the rule wants. */
export interface Decision {
  readonly outcome: Outcome;
  /** The rule that acts on the answer: it replaces, delays or faults it, or adds headers. */
  readonly rule: RequestRule | null;
  /** True where the rule's own reply takes the place of the outcome's answer. */
  readonly isReplaced: boolean;
  /** Real time that the answer is held back, in milliseconds. */
  readonly delayMs: number;
  readonly facts: Facts;
  readonly scenarios: readonly Scenario[];
}

const replaces = ({ reply }: RequestRule): boolean => reply !== undefined && replacesTrueAnswer(reply);

/** True where a rule leaves nothing to carry out: it answers or faults the request without committing it. */
export const preempts = (rule: RequestRule | null): rule is RequestRule =>
  rule !== null && !rule.commit && (rule.fault !== undefined || replaces(rule));

/**
 * True where a rule acts on what came of a request or an item. A committing rule acts on the call that makes the
 * order; on a repeat only if it matches repeats.
 */
function actsOn(rule: RequestRule, result: Placed | Refusal): boolean {
  if (!rule.commit) return true;
  return !isRefusal(result) && (!result.idempotent || rule.match.repeat === true);
}

/** The code that a rule gives an item in place of what came of it. */
const scriptedCode = (rule: RequestRule): ErrorCode => rule.reply?.error ?? 'SERVICE_UNAVAILABLE';

/** True where an item's rule cannot be told in the item's entry: a fault, or a code of whole requests. */
export const takesWholeRequest = (rule: RequestRule): boolean =>
  rule.fault !== undefined || (replaces(rule) && !isItemCode(scriptedCode(rule)));

/** The refusal that an item's rule puts in the item's entry. */
export const scriptedRefusal = (rule: RequestRule): Refusal => refuse(scriptedCode(rule), explainRule(rule));

/** An item's outcome, with the rule that was chosen for it if that acts on what came of it. */
export function itemOutcome(
  externalId: string,
  result: Placed | Refusal,
  chosen: RequestRule | null,
): ItemOutcome {
  const rule = chosen && actsOn(chosen, result) ? chosen : null;
  const isReplaced = rule !== null && replaces(rule) && !takesWholeRequest(rule);
  return { externalId, result, answer: isReplaced ? scriptedRefusal(rule) : result, rule };
}

const CREATES: readonly OperationId[] = ['createOrder', 'createOrdersBulk'];

/** What came of the orders of a request; nothing where it was refused as a whole. */
function resultsOf(outcome: Outcome): readonly (Placed | Refusal)[] {
  if (outcome.kind === 'order') return [outcome.placed];
  return outcome.kind === 'bulk' ? outcome.items.map(item => item.result) : [];
}

/** The request's rule if it acts on the outcome; on a bulk request it acts where it does on one of the items. */
function ruleFor({ rule, facts }: Asked, outcome: Outcome): RequestRule | null {
  if (!rule?.commit || !facts.operation || !CREATES.includes(facts.operation)) return rule;
  return resultsOf(outcome).some(result => actsOn(rule, result)) ? rule : null;
}

const delayOf = (rule: RequestRule | null): number => rule?.reply?.afterMs ?? 0;

/**
 * A rule answers in place of the operation.
 * @param others the rules that were chosen for the same request and its items: the longest of all delays counts
 */
export function preempted(
  { facts, scenarios }: Asked,
  rule: RequestRule,
  others: readonly (RequestRule | null)[] = [],
): Decision {
  let delayMs = delayOf(rule);
  // A committing rule acts on an order that was made, and none is made.
  for (const other of others) if (!other?.commit) delayMs = Math.max(delayMs, delayOf(other));
  return { outcome: { kind: 'preempted' }, rule, isReplaced: true, delayMs, facts, scenarios };
}

const NO_ITEMS: readonly ItemOutcome[] = [];

/** The operation's outcome, with what the chosen rules make of its answer. */
export function decide(asked: Asked, outcome: Outcome): Decision {
  const { facts, scenarios } = asked;
  const items = outcome.kind === 'bulk' ? outcome.items : NO_ITEMS;
  const ofRequest = ruleFor(asked, outcome);
  let delayMs = delayOf(ofRequest);
  for (const item of items) delayMs = Math.max(delayMs, delayOf(item.rule));
  const taking = items.find(({ rule }) => rule !== null && takesWholeRequest(rule))?.rule;
  const rule = taking ?? ofRequest;
  const isReplaced = rule !== null && rule.fault === undefined && replaces(rule);
  return { outcome, rule, isReplaced, delayMs, facts, scenarios };
}

/** A refusal of the whole request. */
export const refused = (asked: Asked, refusal: Refusal): Decision =>
  decide(asked, { kind: 'refused', refusal });

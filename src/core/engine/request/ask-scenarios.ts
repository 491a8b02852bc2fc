import { isExternalId } from '../../domain/seeded-values.ts';
import { durationMs } from '../../domain/time.ts';
import { drawFor, type Facts, type RequestRule } from '../../scenario/choose-rule.ts';
import { explainRule } from '../../scenario/rule-effects.ts';
import type { Scenario } from '../../scenario/scenario-schema.ts';
import { applyChange } from '../account-change.ts';
import { scenarioFor, scenarioForAddress } from '../account-scenarios.ts';
import type { Order } from '../account-state.ts';
import type { CommandContext } from '../command-context.ts';
import { requestFacts } from '../condition-facts.ts';
import type { RequestFields, Subject } from './service-request.ts';

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
  const scenarios = context.scenarios(picked);
  const rule = context.choose(scenarios, 'requests', facts);
  if (rule?.set) applyChange(context, rule.set, key, explainRule(rule));
  const unknownNameRemark = unknownNameRemarkOn(context, subject);
  return { rule, delayMs: delayBy(context, rule), picked, facts, scenarios, unknownNameRemark };
}

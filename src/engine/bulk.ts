import { isItemCode, isRefusal, type Refusal, refuse } from '../domain/errors.ts';
import { explainRule, replacesTrueAnswer } from '../scenario/replies.ts';
import type { RequestRule, Scenario } from '../scenario/types.ts';
import { pickScenario } from './arrivals.ts';
import { applyChange } from './changes.ts';
import type { CommandContext } from './command-context.ts';
import { type OrderRequest, orderFacts, type Placed, placeOrder } from './orders.ts';

/** One item of a bulk request; `refusal` where its shape was wrong already. */
export interface BulkItem {
  readonly externalId: string;
  readonly request: OrderRequest | null;
  readonly refusal: Refusal | null;
}

export interface BulkCommand {
  readonly keyId: string;
  readonly header: Scenario | null;
  readonly items: readonly BulkItem[];
}

/** What became of an item, and the scenario rule that had a say in it. */
export interface BulkOutcome {
  readonly result: Placed | Refusal;
  readonly rule: RequestRule | null;
}

/** `lost` is the rule of an item that takes the whole answer with it; without `commit` nothing was carried out. */
export interface BulkReply {
  readonly outcomes: readonly BulkOutcome[];
  readonly lost: RequestRule | null;
}

interface Asked {
  readonly item: BulkItem;
  readonly picked: Scenario | null;
  readonly rule: RequestRule | null;
}

/** Asks the scenarios about an item as about a single order. */
function ask(context: CommandContext, item: BulkItem, index: number, command: BulkCommand): Asked {
  const { request } = item;
  if (!request) return { item, picked: null, rule: null };
  const { account } = context;
  const key = account.keyById(command.keyId);
  const repeat = request.externalId !== null && account.orderByExternalId(request.externalId) !== null;
  const facts = orderFacts(request, key?.name ?? '', { operation: 'createOrder', item: index + 1, repeat });
  const picked = pickScenario(context, command.header, request.externalId, request.address, null);
  const rule = context.choose(context.scenarios(picked), 'requests', facts);
  if (rule?.set) applyChange(context, rule.set, key, explainRule(rule));
  return { item, picked, rule };
}

/** A scripted refusal fails the item; it needs a code, which is all that an item can carry. */
function scriptedRefusal(rule: RequestRule | null): Refusal | null {
  if (!rule?.reply || rule.commit || !replacesTrueAnswer(rule.reply)) return null;
  return refuse(rule.reply.error ?? 'SERVICE_UNAVAILABLE', explainRule(rule));
}

/** True where an item's rule leaves nothing to carry out: a fault, or a code that only a whole request can have. */
function takesAll(rule: RequestRule | null): boolean {
  if (!rule || rule.commit) return false;
  return rule.fault !== undefined || (rule.reply?.error !== undefined && !isItemCode(rule.reply.error));
}

function carryOut(context: CommandContext, { item, picked, rule }: Asked, key: string): BulkOutcome {
  const refusal = item.refusal ?? scriptedRefusal(rule);
  if (refusal || !item.request) return { result: refusal as Refusal, rule };
  return { result: placeOrder(context, item.request, 'bulk', key, picked), rule };
}

/** Places each item by itself, in index order (specification: POST /api/v1/orders/bulk/). */
export function placeBulk(context: CommandContext, command: BulkCommand): BulkReply {
  const asked = command.items.map((item, index) => ask(context, item, index, command));
  const lostBefore = asked.find(one => takesAll(one.rule));
  if (lostBefore) return { outcomes: [], lost: lostBefore.rule };
  const key = context.account.keyById(command.keyId)?.name ?? '';
  const outcomes = asked.map(one => carryOut(context, one, key));
  const lostAfter = outcomes.find(one => one.rule?.fault && !isRefusal(one.result) && !one.result.idempotent);
  return { outcomes, lost: lostAfter?.rule ?? null };
}

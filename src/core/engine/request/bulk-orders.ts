import type { Refusal } from '../../domain/errors.ts';
import type { CommandContext } from '../command-context.ts';
import { type Placed, placeNewOrder, repeatedOrder } from '../place-order.ts';
import { type Asked, askScenarios } from './ask-scenarios.ts';
import {
  affectsWholeRequest,
  type Decision,
  decide,
  itemOutcome,
  preempted,
  preempts,
  scriptedRefusal,
  unknownNameRefusal,
  violationRefusal,
} from './decision.ts';
import type { RequestFields, RequestViolation, ServiceRequest } from './service-request.ts';

/** An item and its request rule, before it is processed. */
interface AskedItem {
  readonly fields: RequestFields;
  readonly violations: readonly RequestViolation[];
  readonly asked: Asked;
}

const NO_VIOLATIONS: readonly RequestViolation[] = [];

function askAboutItems(
  context: CommandContext,
  { keyId, header, items, violations }: ServiceRequest,
): AskedItem[] {
  return items.map((fields, index) => ({
    fields,
    violations: violations.length === 0 ? NO_VIOLATIONS : violations.filter(one => one.item === index),
    asked: askScenarios(context, { operation: 'createOrder', keyId, header, fields, item: index + 1 }),
  }));
}

/** Processes an item: a scripted refusal first, then a repeat, then a violation, then a new order. */
function placeItem(
  context: CommandContext,
  { fields, violations, asked }: AskedItem,
  keyId: string,
): Placed | Refusal {
  if (preempts(asked.rule)) return scriptedRefusal(asked.rule);
  const repeat = repeatedOrder(context, fields, violations);
  if (repeat) return repeat;
  const [violation] = violations;
  if (violation) return violationRefusal(context.account.state, violation);
  const unknownName = unknownNameRefusal(context.account.state.settings, asked);
  if (unknownName) return unknownName;
  return placeNewOrder(context, { fields, kind: 'bulk', keyId, picked: asked.picked });
}

/**
 * Places the items independently, in index order (specification: POST /api/v1/orders/bulk/). The rules of all items
 * are evaluated first: if one has a fault or an error code for whole requests, no item is processed.
 */
export function createOrdersBulk(context: CommandContext, request: ServiceRequest, asked: Asked): Decision {
  const items = askAboutItems(context, request);
  const overriding = items.find(({ asked: { rule } }) => preempts(rule) && affectsWholeRequest(rule));
  if (overriding?.asked.rule) {
    return preempted(asked, overriding.asked.rule, [asked.rule, ...items.map(item => item.asked.rule)]);
  }
  const outcomes = items.map(item =>
    itemOutcome(item.fields.externalId ?? '', placeItem(context, item, request.keyId), item.asked),
  );
  return decide(asked, { kind: 'bulk', items: outcomes });
}

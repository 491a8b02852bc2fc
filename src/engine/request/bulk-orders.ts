import { type Refusal, refuse } from '../../domain/errors.ts';
import type { CommandContext } from '../command-context.ts';
import { type Placed, placeNewOrder, repeatedOrder } from '../place-order.ts';
import { type Asked, askScenarios } from './ask-scenarios.ts';
import {
  type Decision,
  decide,
  itemOutcome,
  preempted,
  preempts,
  scriptedRefusal,
  takesWholeRequest,
} from './decision.ts';
import type { RequestFields, RequestViolation, ServiceRequest } from './service-request.ts';

/** An item with what the scenarios want of it, before anything is carried out. */
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

/** A repeat first, then what is wrong with the item's shape, then the order. */
function placeItem(
  context: CommandContext,
  { fields, violations, asked }: AskedItem,
  keyId: string,
): Placed | Refusal {
  if (preempts(asked.rule)) return scriptedRefusal(asked.rule);
  const repeat = repeatedOrder(context, fields, violations);
  if (repeat) return repeat;
  const [violation] = violations;
  if (violation) return refuse(violation.error, violation.explain);
  return placeNewOrder(context, { fields, kind: 'bulk', keyId, picked: asked.picked });
}

/**
 * Places each item by itself, in index order (specification: POST /api/v1/orders/bulk/). All items are asked about
 * first: a rule that faults one, or answers it with a code of whole requests, leaves nothing to carry out.
 */
export function createOrdersBulk(context: CommandContext, request: ServiceRequest, asked: Asked): Decision {
  const items = askAboutItems(context, request);
  const taking = items.find(({ asked: { rule } }) => preempts(rule) && takesWholeRequest(rule));
  if (taking?.asked.rule) {
    return preempted(asked, taking.asked.rule, [asked.rule, ...items.map(item => item.asked.rule)]);
  }
  const outcomes = items.map(item =>
    itemOutcome(item.fields.externalId ?? '', placeItem(context, item, request.keyId), item.asked.rule),
  );
  return decide(asked, { kind: 'bulk', items: outcomes });
}

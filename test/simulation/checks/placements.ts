import { isRefusal, type Refusal } from '../../../src/domain/errors.ts';
import type { Placed } from '../../../src/engine/place-order.ts';
import type {
  RequestFields,
  RequestViolation,
  ServiceRequest,
} from '../../../src/engine/request/service-request.ts';
import type { RequestRule } from '../../../src/scenario/scenario-types.ts';
import type { Passage } from '../world.ts';
import type { Kind } from './offers.ts';

/** One order that was asked for, and what was done about it. */
export interface Placement {
  readonly fields: RequestFields;
  readonly kind: Kind;
  readonly keyId: string;
  readonly result: Placed | Refusal;
  /** Why the request's body could not be read. */
  readonly problem: Refusal | null;
  readonly remarks: readonly string[];
  readonly violations: readonly RequestViolation[];
  /** The rule that acted on a bulk item. */
  readonly rule: RequestRule | null;
}

function ofRequest({ command, executed: { reply } }: Passage<'handle'>): Placement[] {
  const { fields, keyId, problem, remarks, violations } = command;
  const { outcome } = reply;
  const single = { fields, kind: 'single', keyId, problem, remarks, violations, rule: null } as const;
  if (outcome.kind === 'order') return [{ ...single, result: outcome.placed }];
  if (outcome.kind === 'refused' && command.operation === 'createOrder')
    return [{ ...single, result: outcome.refusal }];
  return outcome.kind === 'bulk'
    ? outcome.items.map(({ result, rule }, index) => ofItem(command, index, result, rule))
    : [];
}

const ofItem = (
  { items, keyId, violations }: ServiceRequest,
  index: number,
  result: Placed | Refusal,
  rule: RequestRule | null,
): Placement => ({
  fields: items[index]!,
  kind: 'bulk',
  keyId,
  result,
  problem: null,
  remarks: [],
  violations: violations.filter(one => one.item === index),
  rule,
});

function byHand({ command, executed }: Passage<'placeOrder'>): Placement {
  const { fields, kind, keyId } = command;
  return {
    fields,
    kind,
    keyId,
    result: executed.reply,
    problem: null,
    remarks: [],
    violations: [],
    rule: null,
  };
}

/** The orders that a call of the engine was asked for, in their order; none where a rule preempted the request. */
export function placementsOf(passage: Passage): readonly Placement[] {
  if (passage.kind === 'placeOrder') return [byHand(passage as Passage<'placeOrder'>)];
  return passage.kind === 'handle' ? ofRequest(passage as Passage<'handle'>) : [];
}

/** The orders that a call of the engine has made. */
export const ordersMade = (passage: Passage): Placed[] =>
  placementsOf(passage).flatMap(({ result }) => (isRefusal(result) || result.idempotent ? [] : [result]));

import { isRefusal, type Refusal } from '../../../../src/core/domain/error-codes.ts';
import type { Placed } from '../../../../src/core/engine/place-order.ts';
import type {
  RequestFields,
  RequestViolation,
  ServiceRequest,
} from '../../../../src/core/engine/request/service-request.ts';
import type { RequestRule } from '../../../../src/core/scenario/choose-rule.ts';
import type { EngineCall } from '../world.ts';
import type { Kind } from './offers.ts';

/** An order that was requested, and its result. */
export interface Placement {
  readonly fields: RequestFields;
  readonly kind: Kind;
  readonly keyId: string;
  readonly result: Placed | Refusal;
  /** Why the request's body could not be read. */
  readonly problem: Refusal | null;
  readonly remarks: readonly string[];
  readonly violations: readonly RequestViolation[];
  /** The rule that applied to a bulk item. */
  readonly rule: RequestRule | null;
}

function ofRequest({ command, executed: { reply } }: EngineCall<'handle'>): Placement[] {
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

function byHand({ command, executed }: EngineCall<'placeOrder'>): Placement {
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

/** The orders that an engine call requested, in order; empty if a rule preempted the request. */
export function placementsOf(call: EngineCall): readonly Placement[] {
  if (call.kind === 'placeOrder') return [byHand(call as EngineCall<'placeOrder'>)];
  return call.kind === 'handle' ? ofRequest(call as EngineCall<'handle'>) : [];
}

/** The orders that an engine call created. */
export const ordersMade = (call: EngineCall): Placed[] =>
  placementsOf(call).flatMap(({ result }) => (isRefusal(result) || result.idempotent ? [] : [result]));

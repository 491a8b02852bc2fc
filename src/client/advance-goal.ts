import type { operations } from '../contract/control-v1.generated.ts';
import { checkOptions, checkOrder, invalidOption, shown } from './check-options.ts';
import { OPTION_NAMES } from './option-names.ts';
import type { AdvanceGoal } from './options.ts';

type AdvanceBody = operations['advanceClock']['requestBody']['content']['application/json'];

/** `order` is an external_id on the wire if it is a string. */
export const ADVANCE_NAMES = { 'body.external_id': 'order' };

const instantOf = (to: string | Date): string => {
  if (!(to instanceof Date)) return to;
  if (!Number.isNaN(to.getTime())) return to.toISOString();
  throw invalidOption('advance', 'to', `to: expected an instant, got ${shown(to)}`);
};

/** The body of a call that advances the clock. @throws SandboxError INVALID_OPTION */
export function advanceBody(goal: AdvanceGoal): AdvanceBody {
  checkOptions('advance', goal, OPTION_NAMES.advance);
  const { by, to, until, order } = goal as {
    by?: string;
    to?: string | Date;
    until?: string;
    order?: number | string;
  };
  checkOrder('advance', 'order', order);
  if (order !== undefined && (until === undefined || until === 'idle')) {
    const problem = `order: it needs the event to advance to, for example { until: 'order.completed', order: ${shown(order)} }`;
    throw invalidOption('advance', 'order', problem);
  }
  return {
    ...(by === undefined ? {} : { by }),
    ...(to === undefined ? {} : { to: instantOf(to) }),
    ...(until === undefined ? {} : { until: until as NonNullable<AdvanceBody['until']> }),
    ...(typeof order === 'number' ? { order } : {}),
    ...(typeof order === 'string' ? { external_id: order } : {}),
  };
}

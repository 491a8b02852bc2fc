import type { z } from 'zod';
import { isLegalEdge, isTerminal, type OrderStatus, TRANSITIONS } from '../domain/order.ts';
import type { DeliverDirective, LifecycleStep, WebhookMatch } from './scenario-types.ts';

/*
 * What no single field can know: rules that do nothing, lives that no order can lead, deliveries that
 * contradict themselves. Each message is a whole sentence.
 */

type Context = z.core.$RefinementCtx;

const complain = (context: Context, path: (string | number)[], message: string): void => {
  context.addIssue({ code: 'custom', path, message, params: { sentence: true } });
};

/** Refuses a mapping without a single key. */
export function checkNotEmpty(mapping: object, context: Context): void {
  if (Object.keys(mapping).length === 0)
    complain(context, [], 'this mapping is empty; leave it out or fill it');
}

/** Refuses a rule that would change nothing. */
export function checkOutcome(rule: object, outcomes: readonly string[], context: Context): void {
  if (outcomes.some(outcome => outcome in rule)) return;
  complain(context, [], `this rule has no outcome; give it one of ${outcomes.join(', ')}`);
}

const inWords = (statuses: readonly OrderStatus[]): string =>
  statuses.length > 1 ? `${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}` : String(statuses[0]);

/** Refuses a step along an edge that the transition table has not, and a refund of what has not failed. */
export function checkLifecycle(steps: readonly LifecycleStep[], context: Context): void {
  let from: OrderStatus = 'processing';
  for (const [index, step] of steps.entries()) {
    if (!isLegalEdge(from, step.to)) {
      const mend = isTerminal(from)
        ? `nothing follows ${from}`
        : `from ${from} it can go to ${inWords(TRANSITIONS[from])}`;
      complain(context, [index, 'to'], `an order cannot go from ${from} to ${step.to}; ${mend}`);
      return;
    }
    if (step.refundAfterMs !== undefined && step.to !== 'failed') {
      complain(
        context,
        [index, 'refund'],
        `only a failed order is refunded, and this step leads to ${step.to}`,
      );
    }
    from = step.to;
  }
}

/** Refuses deliveries that could never happen as written. */
export function checkDeliver(
  rule: { readonly match: WebhookMatch; readonly deliver?: DeliverDirective; readonly corrupt?: string },
  context: Context,
): void {
  const { match, deliver } = rule;
  if (!deliver) return;
  if (deliver.drop && (Object.keys(deliver).length > 1 || rule.corrupt !== undefined)) {
    complain(context, ['deliver', 'drop'], 'what is dropped is not delivered, so drop stands alone');
  }
  for (const [field, event] of [
    ['hold_until', deliver.holdUntil],
    ['replay', deliver.replay],
  ] as const) {
    if (event !== undefined && event === match.event) {
      complain(context, ['deliver', field], `${event} cannot wait for or replay itself; name another event`);
    }
  }
  if (deliver.apartMs !== undefined && (deliver.copies ?? 1) < 2) {
    complain(context, ['deliver', 'apart'], 'apart is the pause between copies; give copies, 2 or more');
  }
}

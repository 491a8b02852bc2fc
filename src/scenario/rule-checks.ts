import type { z } from 'zod';
import { isLegalEdge, isTerminal, type OrderStatus, TRANSITIONS } from '../domain/order.ts';
import type { WebhookMatch } from './conditions.ts';
import type { DeliverDirective, LifecycleStep } from './scenario-types.ts';

/*
 * Checks across fields: rules without an effect, lifecycles that no order can have, and deliveries that contradict
 * themselves. Each message is a complete sentence.
 */

type Context = z.core.$RefinementCtx;

const complain = (context: Context, path: (string | number)[], message: string): void => {
  context.addIssue({ code: 'custom', path, message, params: { sentence: true } });
};

/** Rejects an empty mapping. */
export function checkNotEmpty(mapping: object, context: Context): void {
  if (Object.keys(mapping).length === 0)
    complain(context, [], 'this mapping is empty; remove it or add a key');
}

/** Rejects a rule without an effect. */
export function checkOutcome(rule: object, outcomes: readonly string[], context: Context): void {
  if (outcomes.some(outcome => outcome in rule)) return;
  complain(context, [], `this rule has no effect; add one of ${outcomes.join(', ')}`);
}

const inWords = (statuses: readonly OrderStatus[]): string =>
  statuses.length > 1 ? `${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}` : String(statuses[0]);

/** Rejects a step that is not in the transition table, and a refund on any status but failed. */
export function checkLifecycle(steps: readonly LifecycleStep[], context: Context): void {
  let from: OrderStatus = 'processing';
  for (const [index, step] of steps.entries()) {
    if (!isLegalEdge(from, step.to)) {
      const fix = isTerminal(from)
        ? `${from} is a final status`
        : `from ${from} it can go to ${inWords(TRANSITIONS[from])}`;
      complain(context, [index, 'to'], `an order cannot go from ${from} to ${step.to}; ${fix}`);
      return;
    }
    if (step.refundAfterMs !== undefined && step.to !== 'failed') {
      complain(
        context,
        [index, 'refund'],
        `only a failed order can be refunded, but this step goes to ${step.to}`,
      );
    }
    from = step.to;
  }
}

/** The options that can be combined with corrupt_copies. */
const BESIDE_HOSTILE_COPIES: readonly string[] = ['copies', 'beforeResponse'];

/** Rejects corrupt_copies without copies, and with options that are about the time of copies or the attempt. */
function checkHostileCopies(
  { deliver = {}, corrupt }: { readonly deliver?: DeliverDirective; readonly corrupt?: string },
  context: Context,
): void {
  if ((deliver.copies ?? 1) < 2) {
    complain(
      context,
      ['corrupt_copies'],
      'without copies, corrupt_copies has no effect; set copies to 2 or more in deliver',
    );
  }
  const others = Object.keys(deliver).filter(name => !BESIDE_HOSTILE_COPIES.includes(name));
  if (others.length > 0 || corrupt !== undefined) {
    complain(
      context,
      ['corrupt_copies'],
      'corrupt_copies can be combined with copies and before_response only; remove the other delivery options and corrupt',
    );
  }
}

/** Rejects deliveries that could never happen as written. */
export function checkDeliver(
  rule: {
    readonly match: WebhookMatch;
    readonly deliver?: DeliverDirective;
    readonly corrupt?: string;
    readonly corrupt_copies?: string;
    readonly corruptCopies?: string;
  },
  context: Context,
): void {
  const { match, deliver } = rule;
  const corruptCopies = rule.corrupt_copies ?? rule.corruptCopies;
  if (corruptCopies !== undefined) checkHostileCopies(rule, context);
  if (!deliver) return;
  if (deliver.drop && (Object.keys(deliver).length > 1 || rule.corrupt !== undefined)) {
    complain(
      context,
      ['deliver', 'drop'],
      'drop cannot be combined with other delivery options or with corrupt; remove either drop or the others',
    );
  }
  for (const [field, event] of [
    ['hold_until', deliver.holdUntil],
    ['replay', deliver.replay],
  ] as const) {
    if (event !== undefined && event === match.event) {
      complain(
        context,
        ['deliver', field],
        `${event} cannot wait for or replay itself; name a different event`,
      );
    }
  }
  if (deliver.apartMs !== undefined && (deliver.copies ?? 1) < 2) {
    complain(context, ['deliver', 'apart'], 'apart is the pause between copies; set copies to 2 or more');
  }
}

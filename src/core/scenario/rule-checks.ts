import type { z } from 'zod';
import { isLegalEdge, isTerminal, type OrderStatus, TRANSITIONS } from '../domain/order.ts';

/*
 * Checks across fields: rules without an effect, lifecycles that no order can have, and deliveries that contradict
 * themselves. Each message is a complete sentence.
 */

type Context = z.core.$RefinementCtx;

const complain = (context: Context, path: (string | number)[], message: string): void => {
  context.addIssue({ code: 'custom', path, message, params: { sentence: true } });
};

export function checkNotEmpty(mapping: object, context: Context): void {
  if (Object.keys(mapping).length === 0)
    complain(context, [], 'this mapping is empty; remove it or add a key');
}

export function checkOutcome(rule: object, outcomes: readonly string[], context: Context): void {
  if (outcomes.some(outcome => outcome in rule)) return;
  complain(context, [], `this rule has no effect; add one of ${outcomes.join(', ')}`);
}

const inWords = (statuses: readonly OrderStatus[]): string =>
  statuses.length > 1 ? `${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}` : String(statuses[0]);

export function checkLifecycle(
  steps: readonly { readonly to: OrderStatus; readonly refund?: object }[],
  context: Context,
): void {
  let from: OrderStatus = 'processing';
  for (const [index, step] of steps.entries()) {
    if (!isLegalEdge(from, step.to)) {
      const fix = isTerminal(from)
        ? `${from} is a final status`
        : `from ${from} it can go to ${inWords(TRANSITIONS[from])}`;
      complain(context, [index, 'to'], `an order cannot go from ${from} to ${step.to}; ${fix}`);
      return;
    }
    if (step.refund !== undefined && step.to !== 'failed') {
      complain(
        context,
        [index, 'refund'],
        `only a failed order can be refunded, but this step goes to ${step.to}`,
      );
    }
    from = step.to;
  }
}

interface Delivering {
  readonly match: { readonly event?: string };
  readonly deliver?: {
    readonly copies?: number;
    readonly apart?: string;
    readonly drop?: boolean;
    readonly hold_until?: string;
    readonly replay?: string;
  };
  readonly corrupt?: string;
  readonly corrupt_copies?: string;
}

const BESIDE_HOSTILE_COPIES: readonly string[] = ['copies', 'before_response'];

function checkHostileCopies({ deliver = {}, corrupt }: Delivering, context: Context): void {
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

export function checkDeliver(rule: Delivering, context: Context): void {
  const { match, deliver, corrupt, corrupt_copies } = rule;
  if (corrupt_copies !== undefined) checkHostileCopies(rule, context);
  if (!deliver) return;
  if (deliver.drop && (Object.keys(deliver).length > 1 || corrupt !== undefined)) {
    complain(
      context,
      ['deliver', 'drop'],
      'drop cannot be combined with other delivery options or with corrupt; remove either drop or the others',
    );
  }
  for (const field of ['hold_until', 'replay'] as const) {
    if (deliver[field] !== undefined && deliver[field] === match.event) {
      complain(
        context,
        ['deliver', field],
        `${match.event} cannot wait for or replay itself; name a different event`,
      );
    }
  }
  if (deliver.apart !== undefined && (deliver.copies ?? 1) < 2) {
    complain(context, ['deliver', 'apart'], 'apart is the pause between copies; set copies to 2 or more');
  }
}

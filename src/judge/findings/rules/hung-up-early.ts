import { longestMs } from '../../../core/domain/time.ts';
import type { Exchange } from '../../../core/facts.ts';
import type { RequestRule } from '../../../core/scenario/choose-rule.ts';
import { defineRule, REQUEST } from '../rule.ts';
import { clockTime } from '../wording.ts';

const PATIENT_MS = 5_000;

/** The rules that delay the response to a request, or let it get lost. */
const delaying = ({ rule, itemRules }: Exchange): RequestRule[] =>
  [...(rule ? [rule] : []), ...itemRules].filter(({ fault, reply }) => fault ?? reply?.after);

export const hungUpEarly = defineRule({
  id: 'hung-up-early',
  severity: 'info',
  title: 'The client closed the connection before a response that took less than five seconds.',
  bug: 'The client has a very short timeout, or cancels requests when a user leaves a page or a test ends.',
  cost: 'Each canceled order request may have made an order. The shorter the timeout, the more purchases end in doubt.',
  fix: 'Give order requests a timeout of at least 10 s, do not cancel them, and treat a timeout as "unknown", not as a failure.',
  example: {
    typescript: 'fetch(url, { ...order, signal: AbortSignal.timeout(15_000) });',
    python: 'requests.post(url, json=order, timeout=15)',
  },
  needs: REQUEST,
  start: () => ({ isOnPurpose: false }),
  answered(state, exchange, { report, memory }) {
    const { end, durationMs: tookMs, id, operation, orders, answeredAtMs } = exchange;
    if (end !== 'client-gone' || tookMs >= PATIENT_MS) return;
    const rules = delaying(exchange);
    // A test that makes the service slow may shorten the timeout, too.
    if (rules.some(rule => !memory.disturbing.has(rule))) state.isOnPurpose = true;
    const isSlow = rules.some(({ fault, reply }) => fault ?? longestMs(reply?.after) >= PATIENT_MS);
    if (state.isOnPurpose || isSlow) return;
    report({
      message: () =>
        `At ${clockTime(answeredAtMs)}, the client hung up ${Math.round(tookMs)} ms after it had sent ${id} (${operation}), before the response.`,
      orders,
      requests: [id],
      atMs: answeredAtMs,
    });
  },
});

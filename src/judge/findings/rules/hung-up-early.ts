import { clockTime, defineRule, REQUEST } from '../rule.ts';

const PATIENT_MS = 5_000;

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
  start: () => null,
  answered(_state, { end, durationMs, rule, id, operation, orders, answeredAtMs }, { report }) {
    const isScripted = rule !== null && (rule.fault !== undefined || rule.reply?.after !== undefined);
    if (end !== 'client-gone' || durationMs >= PATIENT_MS || isScripted) return;
    report({
      message: () =>
        `At ${clockTime(answeredAtMs)}, the client hung up ${Math.round(durationMs)} ms after it had sent ${id} (${operation}), before the response.`,
      orders,
      requests: [id],
      atMs: answeredAtMs,
    });
  },
});

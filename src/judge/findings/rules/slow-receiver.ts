import { defineRule, deliveryOccurrence, WEBHOOK } from '../rule.ts';
import { clockTime } from '../wording.ts';

const SLOW_MS = 5_000;

export const slowReceiver = defineRule({
  id: 'slow-receiver',
  severity: 'warning',
  title: 'The receiver took more than five seconds to answer a webhook, or did not answer in time.',
  bug: 'The receiver does the work before it answers: it calls other services, sends mail, or waits for a lock.',
  cost: 'At ten seconds the attempt counts as failed, and the same event comes again while the first is still being processed. Under load, the receiver blocks itself.',
  fix: 'Verify, store the event, answer 2xx, and process it afterwards from a queue or table.',
  example: {
    typescript: [
      'await db.events.insertIgnore({ id: event.event_id, body: rawBody }); // unique index on id',
      'response.writeHead(204).end();',
      'queue.push(event.event_id); // everything else happens here',
    ].join('\n'),
  },
  needs: WEBHOOK,
  start: () => null,
  attempt(_state, fact, { report }) {
    const { outcome, isScripted, orderId, event, atMs } = fact;
    const isTimeout = outcome.kind === 'timeout';
    if (isScripted || (!isTimeout && (outcome.status === null || outcome.durationMs <= SLOW_MS))) return;
    const seconds = (outcome.durationMs / 1_000).toFixed(1);
    const message = () =>
      isTimeout
        ? `At ${clockTime(atMs)}, the receiver had not answered ${event} of order ${orderId} within ${seconds} s.`
        : `At ${clockTime(atMs)}, the receiver took ${seconds} s to answer ${event} of order ${orderId}.`;
    report(deliveryOccurrence(fact, message));
  },
});

import { RECEIVER_DUTIES } from '../../scenario/receiver-duties.ts';
import { defineRule } from '../rule.ts';
import { clockTime } from '../wording.ts';

export const forgedAccepted = defineRule({
  id: 'forged-accepted',
  severity: 'error',
  title: 'A webhook without a valid signature was answered with a 2xx.',
  bug: 'The receiver does not verify the signature, verifies it only if the header is present, or ignores the result.',
  cost: 'Anyone who knows the URL can report orders as delivered, failed or refunded. What your system does then, it does for an attacker.',
  fix: 'Compute HMAC-SHA256 over the raw bytes of the body with the secret, compare it in constant time with the hex digits after `sha256=`, and answer 401 before parsing anything if they differ or the header is missing.',
  start: () => null,
  attempt(_state, { plan, outcome, isScripted, orderId, event, eventId, atMs }, { report }) {
    if (plan.corrupt === null || isScripted || outcome.kind !== 'acknowledged') return;
    if (RECEIVER_DUTIES[plan.corrupt] !== 'refuse') return;
    report({
      key: plan.corrupt,
      message: `At ${clockTime(atMs)}, the receiver answered ${outcome.status} to ${event} of order ${orderId}, whose signature was invalid (${plan.corrupt}).`,
      orders: [orderId],
      events: [eventId()],
      atMs,
    });
  },
});

import { mustBeRefused } from '../../../core/scenario/rule-effects.ts';
import { defineRule, deliveryOccurrence } from '../rule.ts';
import type { AttemptFact } from '../rule-facts.ts';
import { clockTime } from '../wording.ts';

const isForgedAndAnswered = ({ plan, outcome, isScripted }: AttemptFact): boolean =>
  mustBeRefused(plan.corrupt) && !isScripted && outcome.status !== null;

export const forgedAccepted = defineRule({
  id: 'forged-accepted',
  severity: 'error',
  title: 'A webhook without a valid signature was answered with a 2xx.',
  bug: 'The receiver does not verify the signature, verifies it only if the header is present, or computes it and ignores the result.',
  cost: 'Anyone who knows the URL can report orders as delivered, failed or refunded, and your system acts on it: it releases goods or pays customers back.',
  fix: 'Compute HMAC-SHA256 over the raw bytes of the body with the secret, compare it in constant time with the hex digits after `sha256=`, and answer 401 before parsing anything if they differ or the header is missing.',
  example: {
    typescript: [
      "const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(rawBody).digest('hex'));",
      "const given = Buffer.from(request.headers['x-webhook-signature'] ?? '');",
      'if (given.length !== expected.length || !timingSafeEqual(given, expected)) return response.writeHead(401).end();',
    ].join('\n'),
    python: [
      'expected = "sha256=" + hmac.new(secret.encode(), request.get_data(), hashlib.sha256).hexdigest()',
      'if not hmac.compare_digest(expected, request.headers.get("X-Webhook-Signature", "")):',
      '    abort(401)',
    ].join('\n'),
  },
  needs: {
    missing: 'no receiver of the integration answered a webhook with an invalid signature',
    scenario: 'webhook-forged',
    attempt: isForgedAndAnswered,
  },
  start: () => null,
  attempt(_state, fact, { report }) {
    const { plan, outcome, orderId, event, atMs } = fact;
    if (!isForgedAndAnswered(fact) || outcome.kind !== 'acknowledged') return;
    const message = () =>
      `At ${clockTime(atMs)}, the receiver answered ${outcome.status} to ${event} of order ${orderId}, whose signature was invalid (${plan.corrupt}).`;
    report({ ...deliveryOccurrence(fact, message), key: plan.corrupt! });
  },
});

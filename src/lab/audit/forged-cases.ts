import { type AuditMessage, type AuditOrder, withHeaders } from './audit-messages.ts';
import type { AuditCase, CaseStage } from './case-stage.ts';

const FORGED_COST =
  'Anyone who knows the URL can report orders as delivered, failed or refunded, and your system acts on it.';
const FORGED_CRITERION = 'Refused with a status other than 2xx, preferably 401, and nothing is stored.';
const UNCHANGED = 'that it changed nothing';

/** Sends the genuine first event of each order, then a forged one that would change most, and expects no effect of it. */
const forgedCase = (
  texts: Pick<AuditCase, 'id' | 'title' | 'fix'>,
  forge: (stage: CaseStage, order: AuditOrder) => Promise<unknown>,
): AuditCase => ({
  ...texts,
  criterion: FORGED_CRITERION,
  cost: FORGED_COST,
  orders: ['usual', 'refunded'],
  probeShows: UNCHANGED,
  run: async stage => {
    for (const order of stage.orders) {
      await stage.acceptAll(['processing'], order);
      await forge(stage, order);
    }
    await stage.expectState('processing');
  },
});

const withSignature = (order: AuditOrder, label: string, signature: string | null): AuditMessage =>
  withHeaders(order.genuine(order.turn), `order.${order.turn} ${label}`, {
    'X-Webhook-Signature': signature,
  });

/** Deliveries that are not genuine. A receiver must refuse all of them. */
export const FORGED_CASES: readonly AuditCase[] = [
  forgedCase(
    {
      id: 'forged-secret',
      title: 'An event that was signed with another secret.',
      fix: 'Compute HMAC-SHA256 over the raw body with the secret, compare it in constant time with the signature, and answer 401 if they differ.',
    },
    (stage, order) => stage.corrupted(order.turn, 'wrong-secret', order),
  ),
  forgedCase(
    {
      id: 'forged-body',
      title: 'An event whose body was changed after it was signed.',
      fix: 'Compute the signature over the whole raw body, not over some of its fields or over the event id.',
    },
    (stage, order) => stage.corrupted(order.turn, 'altered-body', order),
  ),
  forgedCase(
    {
      id: 'no-signature',
      title: 'An event without the header X-Webhook-Signature.',
      fix: 'Refuse deliveries without a signature: verify every delivery, not only those with the header.',
    },
    (stage, order) => stage.refuse(withSignature(order, 'without a signature', null), order),
  ),
  forgedCase(
    {
      id: 'empty-signature',
      title: 'An event with an empty signature, and one with nothing after sha256=.',
      fix: 'Treat an empty signature as a wrong one; compare lengths before comparing bytes.',
    },
    async (stage, order) => {
      await stage.refuse(withSignature(order, 'with an empty signature', ''), order);
      await stage.refuse(withSignature(order, 'with the signature "sha256="', 'sha256='), order);
    },
  ),
  forgedCase(
    {
      id: 'no-prefix',
      title: 'An event whose signature is the correct digest without sha256= in front of it.',
      fix: 'Require the prefix sha256= and compare the whole value; the name of the algorithm is part of it.',
    },
    (stage, order) => stage.corrupted(order.turn, 'missing-prefix', order),
  ),
  forgedCase(
    {
      id: 'stale-signature',
      title: 'An event with the correct signature of the event before it, which was delivered.',
      fix: 'Compute the signature of this body, instead of comparing with signatures that were seen before.',
    },
    (stage, order) => stage.corrupted(order.life[1]!, 'stale-signature', order),
  ),
];

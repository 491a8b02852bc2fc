import { sign } from '../../core/webhook/signature.ts';
import { type AuditMessage, type AuditOrder, isTemporary, withHeaders } from './audit-messages.ts';
import type { AuditCase, CaseStage, Symptom } from './case-stage.ts';
import { UNUSUAL_SIGNATURES, WRONG_SIGNATURES, wrongKeys } from './unsigned-parts.ts';

const FORGED_COST =
  'Anyone who knows the URL can report orders as delivered, failed or refunded, and your system acts on it.';
const FORGED_CRITERION = 'Refused with a status other than 2xx, preferably 401, and nothing is stored.';
const UNCHANGED = 'that it changed nothing';

/** A body that is not UTF-8, or a header that is no text, must not end a receiver. */
const CRASH = {
  cost: 'A header that anyone can send stops the receiver, and with it all webhooks, or fills its error log.',
  fix: 'Compare signatures as bytes: first their lengths in bytes, not in characters, then the bytes in constant time. Answer 401 if anything is unusual.',
};

/** Sends the genuine first event of each order, then a forged one that would change most, and expects no effect of it. */
const forgedCase = (
  texts: Pick<AuditCase, 'id' | 'title' | 'fix' | 'names'>,
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
    await stage.expectState('processing', { symptom: 'forgery-stored' });
  },
});

const withSignature = (
  order: AuditOrder,
  label: string,
  signature: AuditMessage['headers'][string] | null,
): AuditMessage =>
  withHeaders(order.genuine(order.turn), `order.${order.turn} ${label}`, {
    'X-Webhook-Signature': signature,
  });

/**
 * Sends forgeries one after another. After each, the receiver must still respond. A 5xx is an error, unless every forgery
 * gets it.
 * @returns false if the receiver did not respond
 */
async function refuseEach(
  stage: CaseStage,
  order: AuditOrder,
  forgeries: readonly { message: AuditMessage; symptoms: readonly Symptom[] }[],
): Promise<boolean> {
  const usual = await stage.refuse(order.corrupted(order.turn, 'wrong-secret'), order);
  for (const { message, symptoms } of forgeries) {
    const answer = await stage.refuse(message, order, symptoms);
    if (isTemporary(answer) && answer.status !== usual.status)
      stage.fail(`${message.label} must be refused with a 4xx, but got: ${stage.textOf(answer)}`, CRASH);
    if (answer.status === null || !(await stage.expectAlive(message.label))) return false;
  }
  return true;
}

/** Deliveries that are not genuine. A receiver must refuse all of them. */
export const FORGED_CASES: readonly AuditCase[] = [
  forgedCase(
    {
      id: 'forged-secret',
      title:
        'An event that was signed with another secret, an empty one, or another form of the secret: hexadecimal, base64, uppercase, with a space.',
      fix: 'Compute HMAC-SHA256 over the raw body with the secret exactly as it is displayed, compare it in constant time with the signature, and answer 401 if they differ. Refuse to start without a secret.',
      names: ['unverified', 'forgery-stored'],
    },
    async (stage, order) => {
      const genuine = order.genuine(order.turn);
      const forgeries = wrongKeys(stage.secret).map(({ label, key }) => ({
        message: withSignature(order, label, sign(genuine.body!, key)),
        symptoms: [],
      }));
      await refuseEach(stage, order, forgeries);
    },
  ),
  forgedCase(
    {
      id: 'forged-body',
      title: 'An event whose body was changed after it was signed.',
      fix: 'Compute the signature over the whole raw body, not over some of its fields or over the event id.',
    },
    (stage, order) => stage.corrupted(order.turn, 'altered-body', order),
  ),
  {
    id: 'signature-header',
    title:
      'Events whose signature is missing, empty, without or with another prefix, in uppercase, too short, too long, sent twice, or not ASCII.',
    criterion:
      'Each is refused with a 4xx, and nothing is stored. If the correct signature is in the header, the event may be accepted, and counts once. A genuine event is acknowledged after each.',
    cost: FORGED_COST,
    fix: 'Compare the whole header with sha256= and the digest, as bytes and in constant time. Refuse deliveries without the header or with another length.',
    orders: ['refunded', 'usual', 'refunded'],
    probeShows: 'that forgeries changed nothing, and that genuine events counted once',
    names: ['unsigned', 'forgery-stored'],
    run: async stage => {
      const [forged, ...genuine] = stage.orders as [AuditOrder, ...AuditOrder[]];
      const right = String(forged.genuine(forged.turn).headers['X-Webhook-Signature']);
      const wrong = sign(forged.genuine(forged.turn).body!, `not ${stage.secret}`);
      const forgeries = WRONG_SIGNATURES.map(({ label, value }, index) => ({
        message: withSignature(forged, label, value(right, wrong)),
        symptoms: (index < 2 ? ['unverified', 'unsigned'] : ['unverified']) as Symptom[],
      }));
      await stage.acceptAll(['processing'], forged);
      if (!(await refuseEach(stage, forged, forgeries))) return;
      for (const order of genuine) {
        await stage.acceptAll(['processing'], order);
        const { body, headers } = order.genuine(order.turn);
        const [valid, invalid] = [String(headers['X-Webhook-Signature']), sign(body!, `not ${stage.secret}`)];
        for (const { label, value } of UNUSUAL_SIGNATURES) {
          const message = withSignature(order, label, value(valid, invalid));
          if ((await stage.offer(message, order)) === null || !(await stage.expectAlive(message.label)))
            return;
        }
        await stage.acceptAll(order.life.slice(1), order);
      }
      await stage.expectState(index => (index === 0 ? 'processing' : 'end'), { symptom: 'repeat-counted' });
    },
  },
  forgedCase(
    {
      id: 'stale-signature',
      title: 'An event with the correct signature of the event before it, which was delivered.',
      fix: 'Compute the signature of this body, instead of comparing with signatures that were seen before.',
    },
    (stage, order) => stage.corrupted(order.life[1]!, 'stale-signature', order),
  ),
];

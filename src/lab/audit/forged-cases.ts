import { sign } from '../../core/webhook/signature.ts';
import {
  type AuditMessage,
  type AuditOrder,
  type HeaderValue,
  isTemporary,
  withHeaders,
} from './audit-messages.ts';
import type { AuditCase, CaseStage, Symptom } from './case-stage.ts';
import { CAUSES } from './causes.ts';
import { NO_SIGNATURES, UNUSUAL_SIGNATURES, WRONG_SIGNATURES, wrongKeys } from './unsigned-parts.ts';

const FORGED_COST =
  'Anyone who knows the URL can report orders as delivered, failed or refunded, and your system acts on it.';
const REMEMBERED = { cause: CAUSES.remembered, symptoms: ['forgery-remembered'] } as const;
const STORED = { symptoms: ['forgery-stored', 'repeat-counted'] } as const;

/** Sends the genuine first event of each order, then forged ones that would change most, and expects no effect of them. */
const forgedCase = (
  texts: Pick<AuditCase, 'id' | 'title' | 'fix' | 'names'>,
  forge: (stage: CaseStage, order: AuditOrder) => Promise<unknown>,
): AuditCase => ({
  ...texts,
  criterion:
    'Refused with a status other than 2xx, preferably 401, and nothing is stored. The genuine event that follows with the same event_id counts.',
  cost: FORGED_COST,
  orders: ['usual', 'refunded'],
  probeShows: 'that it changed nothing, and that the genuine event counted',
  run: async stage => {
    for (const order of stage.orders) {
      await stage.acceptAll(['processing'], order);
      await forge(stage, order);
    }
    await stage.expectState('processing', STORED);
    for (const order of stage.orders) await stage.acceptAll(order.life.slice(1), order);
    if (stage.problems.length === 0) await stage.expectState('end', REMEMBERED);
  },
});

const withSignature = (order: AuditOrder, label: string, signature: HeaderValue): AuditMessage =>
  withHeaders(order.genuine(order.turn), `order.${order.turn} ${label}`, {
    'X-Webhook-Signature': signature,
  });

/** The correct signature of an order's most important event, and a wrong one. */
function signaturesOf({ secret }: CaseStage, order: AuditOrder): [right: string, wrong: string] {
  const body = order.genuine(order.turn).body!;
  return [sign(body, secret), sign(body, `not ${secret}`)];
}

/**
 * Sends a forgery, after which the receiver must still respond.
 * @param usualStatus of the response to a forgery in the usual form: another one may be a 5xx only if that is one, too
 * @returns whether it does
 */
async function refuseAlive(
  stage: CaseStage,
  message: AuditMessage,
  { usualStatus, symptoms }: { usualStatus: number | null; symptoms: readonly Symptom[] },
): Promise<boolean> {
  const answer = await stage.refuse(message, stage.order, symptoms);
  if (isTemporary(answer) && answer.status !== usualStatus)
    stage.fail(
      `${message.label} must be refused with a 4xx, but got: ${stage.textOf(answer)}`,
      CAUSES.header,
    );
  return answer.status !== null && (await stage.expectAlive(message.label));
}

/** Sends all forgeries of the signature header. @returns whether the receiver still responds */
async function forgeHeaders(stage: CaseStage): Promise<boolean> {
  const signatures = signaturesOf(stage, stage.order);
  await stage.acceptAll(['processing']);
  const { status: usualStatus } = await stage.refuse(stage.order.corrupted(stage.order.turn, 'wrong-secret'));
  for (const [label, value] of [...NO_SIGNATURES, ...WRONG_SIGNATURES]) {
    const isNone = NO_SIGNATURES.some(([none]) => none === label);
    const symptoms: Symptom[] = isNone ? ['unverified', 'unsigned'] : ['unverified'];
    const message = withSignature(stage.order, label, value(...signatures));
    if (!(await refuseAlive(stage, message, { usualStatus, symptoms }))) return false;
  }
  return true;
}

/** Deliveries that are not genuine. A receiver must refuse all of them. */
export const FORGED_CASES: readonly AuditCase[] = [
  forgedCase(
    {
      id: 'forged-secret',
      title:
        'Events signed with another secret, with an empty key, or with another form of the secret: in hexadecimal, in base64, in uppercase, with a space.',
      fix: 'Compute HMAC-SHA256 over the raw body with the secret exactly as displayed, compare it in constant time with the signature, and answer 401 if they differ. Refuse to start without a secret.',
      names: ['unverified', 'forgery-stored', 'forgery-remembered'],
    },
    async (stage, order) => {
      await stage.corrupted(order.turn, 'wrong-secret', order);
      for (const [label, key] of wrongKeys(stage.secret)) {
        const signature = sign(order.genuine(order.turn).body!, key);
        await stage.refuse(withSignature(order, label, signature), order, []);
      }
    },
  ),
  forgedCase(
    {
      id: 'forged-body',
      title:
        'Events with a signature of other bytes: of the body before it was changed, or of the event before.',
      fix: 'Compute the signature over the whole raw body, not over some of its fields or over the event id, and do not compare with signatures that were seen before.',
    },
    async (stage, order) => {
      await stage.corrupted(order.turn, 'altered-body', order);
      await stage.corrupted(order.life[1]!, 'stale-signature', order);
    },
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
      if (!(await forgeHeaders(stage))) return;
      for (const order of stage.orders.slice(1)) {
        await stage.acceptAll(['processing'], order);
        for (const [label, value] of UNUSUAL_SIGNATURES) {
          const message = withSignature(order, label, value(...signaturesOf(stage, order)));
          if ((await stage.offer(message, order)) === null || !(await stage.expectAlive(message.label)))
            return;
        }
        await stage.acceptAll(order.life.slice(1), order);
      }
      await stage.expectState(index => (index === 0 ? 'processing' : 'end'), STORED);
    },
  },
];

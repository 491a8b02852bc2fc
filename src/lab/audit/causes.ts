import { type AuditAnswer, isTimeout } from './audit-messages.ts';

/** What a bug costs, and how to fix it. */
export interface Cause {
  readonly cost: string;
  readonly fix: string;
}

/** Causes that do not depend on the case in which they are seen. */
export const CAUSES = {
  slow: {
    cost: 'At ten seconds the attempt counts as failed, and the same event comes again while the first is still being processed.',
    fix: 'Verify, store the event, answer 2xx, and do the work afterwards from a queue or table.',
  },
  redirect: {
    cost: 'The service never follows redirects: the event is retried and then lost.',
    fix: 'Answer at the URL that is configured. Exempt it from redirects to https, to a final slash or to a login page.',
  },
  cut: {
    cost: 'A delivery without a response is retried, and whatever else the receiver was working on is lost with it.',
    fix: 'Let the receiver catch the error that ended the connection or its process; its log says which one.',
  },
  refused: {
    cost: 'Events that are not acknowledged are retried and then lost.',
    fix: 'Answer 2xx to every delivery whose signature is correct, whatever its event.',
  },
  header: {
    cost: 'A header that anyone can send stops the receiver, and with it all webhooks, or fills its error log.',
    fix: 'Compare signatures as bytes: first their lengths in bytes, not in characters, then the bytes in constant time. Answer 401 if anything is unusual.',
  },
  remembered: {
    cost: 'Anyone who can guess an event_id makes the receiver ignore the genuine event as a repeat.',
    fix: 'Record an event_id only after the signature was verified, and in the same transaction as the event.',
  },
  unsignedAccepted: {
    cost: 'Anyone who knows the URL can send events, and your system acts on them.',
    fix: 'Refuse deliveries without a signature: verify every delivery, not only those with the header.',
  },
  lostByRepeat: {
    cost: 'After a short failure of the database, say, the event never counts: an order stays open forever, or a refund is missed.',
    fix: 'Store the event_id in the same transaction as the effect of the event, so that a failure undoes both.',
  },
  notRestarted: {
    cost: 'Whether the receiver keeps what it has acknowledged was not judged.',
    fix: 'Let --restart name a command that restarts the receiver, and ends once it is being started.',
  },
  idUsedAgain: {
    cost: 'The service returns the earlier order: the purchase is paid, and its Energy is never delivered.',
    fix: 'Derive the external_id from something that is unique and stored, such as the number of the purchase.',
  },
  repeatRefused: {
    cost: 'The service repeats an event whenever an acknowledgment is lost. A refused repeat is sent up to eight times, and is then lost.',
    fix: 'Answer 2xx to an event_id that was handled before, without acting again.',
  },
} as const satisfies Record<string, Cause>;

/** The cause that an answer shows, whatever was sent; null if it shows none. */
export function causeOf(answer: AuditAnswer): Cause | null {
  if (isTimeout(answer)) return CAUSES.slow;
  if (answer.status === null) return CAUSES.cut;
  return answer.status >= 300 && answer.status < 400 ? CAUSES.redirect : null;
}

import { type HostClock, pause } from '../../host/node/host-clock.ts';
import { evidenceOf } from './assess-case.ts';
import {
  type AuditAnswer,
  type AuditMessage,
  type AuditOrder,
  type Exchange,
  isAccepted,
  type Sender,
  SLOW_MS,
  shownUrl,
} from './audit-messages.ts';
import { type AuditCase, type CaseStage, firstLine } from './case-stage.ts';
import { CAUSES } from './causes.ts';
import { AuditError, type AuditedCase, type AuditOptions } from './options-and-result.ts';

const HOW_TO_PLACE = `If the receiver accepts only events of orders that its own system has placed, pass --place COMMAND: a command that
makes the system place one order. It is run with ENERGY_SANDBOX_URL, ENERGY_SANDBOX_API_KEY and
ENERGY_SANDBOX_EXTERNAL_ID, the external_id to use. If the configuration of the system fixes the address and the key of
the service, fix them here too, with --port and --api-key.`;

/** A hint at the cause of a missing response, to append to the error. */
function noResponseHint(url: string, error: string): string {
  const isCut = /^(UND_ERR_SOCKET|ECONNRESET)/.test(error) && url.startsWith('http:');
  return isCut ? ', or whether it uses TLS: then the URL begins with https://' : '';
}

/** A hint from a status that both deliveries got, whatever their signatures; null if there is none. */
function statusHint(status: number): string | null {
  if (status === 404 || status === 405)
    return `Both deliveries were answered ${status}, so it may be the URL: check that the receiver takes POST requests at this path. Or it looks for the order before it verifies the signature.`;
  return status >= 500
    ? `Both deliveries were answered ${status}, which is an error within the receiver: its log tells more.`
    : null;
}

const UNKNOWN =
  ': probably because it does not know the order. An event can overtake the response to its order, so it has to be answered with a 2xx anyway.';

/** The probable cause of the refusal of the genuine delivery, judged by the answer to a forgery of it. */
function inference(genuine: AuditAnswer, forged: AuditAnswer): string {
  const isSame = genuine.status === forged.status && genuine.body === forged.body;
  if (isAccepted(forged))
    return 'The same delivery signed with another secret was accepted, so the receiver does not verify signatures as the service signs.';
  if (isSame && genuine.status !== null) {
    const hint = statusHint(genuine.status);
    if (hint) return hint;
  }
  return isSame
    ? 'The same delivery signed with another secret was answered the same way, so it may be the signature: check that the receiver has the secret given with --secret, and that it verifies the raw body.'
    : `The same delivery signed with another secret was answered differently (${forged.status ?? forged.error}), so the receiver accepts this signature and refuses the event for another reason${genuine.status === 404 ? UNKNOWN : '.'}`;
}

/** Why nothing can be assessed, after a receiver refused the first genuine delivery. */
export async function refusedFirst(
  url: string,
  { place, secret }: AuditOptions,
  { order, answer, sender }: { order: AuditOrder; answer: AuditAnswer; sender: Sender },
): Promise<AuditError> {
  const { status, error } = answer;
  if (status === null) {
    const hint = noResponseHint(url, error ?? '');
    return new AuditError(`cannot deliver to ${shownUrl(url)}: ${error}${hint}`);
  }
  const line = firstLine(answer.body, order);
  const what = [
    `${shownUrl(url)} refused the first genuine delivery, order.processing, so nothing was judged.`,
    `Status: ${status}`,
    `First line of the body: ${line === '' ? '(empty)' : line}`,
  ];
  if (status >= 300 && status < 400) {
    const target = String(answer.headers.location ?? 'no location');
    const hint = `It redirects to ${target}. The service does not follow redirects: audit the URL that answers itself.`;
    return new AuditError([...what, hint].join('\n'));
  }
  const forged = await sender.send(order.corrupted('processing', 'wrong-secret'));
  const given =
    secret === undefined ? 'the secret of the demo account, as none was given' : 'the given secret';
  const signature = `Signature: the one that was sent is correct for these bytes and ${given}.`;
  return new AuditError(
    [...what, signature, inference(answer, forged), ...(place === undefined ? [HOW_TO_PLACE] : [])].join(
      '\n',
    ),
  );
}

/** How long a receiver that has crashed may take to be started again. */
const RESTART_MS = 5_000;
/** How long a receiver that was restarted on purpose may take to respond. */
const AFTER_RESTART_MS = 30_000;
const POLL_MS = 100;

/** A receiver that no longer responds. */
export interface Gone {
  /** The case after which it did not respond. */
  readonly since: string;
  readonly why: string;
}

const isAnswered = ({ answer }: Exchange): boolean => answer.status !== null;

/** True if nothing was listening any longer when the delivery should have been sent. */
const isUnsent = ({ answer }: Exchange): boolean => answer.error?.startsWith('ECONNREFUSED') === true;

/** Checks whether a receiver still responds: a delivery can crash it, and every further one would wait in vain. */
export class Survival {
  readonly #sender: Sender;
  readonly #message: AuditMessage;
  readonly #clock: HostClock;
  #before: string | null = null;

  /** @param message a delivery that the receiver knows, and may accept or refuse */
  constructor(sender: Sender, message: AuditMessage, clock: HostClock) {
    this.#sender = sender;
    this.#message = message;
    this.#clock = clock;
  }

  /**
   * Checks a receiver that did not answer everything, and fails the case if the receiver no longer responds.
   * @param isSuspect true to check the receiver even if it answered everything
   * @returns null if the receiver responds
   */
  async after(id: string, stage: CaseStage, isSuspect: boolean): Promise<Gone | null> {
    const before = this.#before;
    this.#before = id;
    if (!isSuspect && stage.exchanges.every(isAnswered)) return null;
    const why = await this.#whyGone();
    if (why === null) return null;
    const isBlameless = before !== null && stage.exchanges.length > 0 && stage.exchanges.every(isUnsent);
    const hint = isBlameless ? `; perhaps the case before, ${before}, has ended it` : '';
    const [first] = stage.problems;
    const text = `the receiver no longer responds${hint}: ${why}`;
    stage.problems.unshift({ text, cause: first ? first.cause : CAUSES.cut, symptoms: [] });
    return { since: id, why };
  }

  /**
   * Waits until the receiver responds after its restart.
   * @throws AuditError (as a rejection) if it does not
   */
  async restarted(): Promise<void> {
    const why = await this.#whyGone(AFTER_RESTART_MS);
    if (why !== null)
      throw new AuditError(
        `restart: the receiver does not respond ${AFTER_RESTART_MS / 1_000} s after the command: ${why}`,
      );
  }

  async #whyGone(withinMs = RESTART_MS): Promise<string | null> {
    const deadlineMs = this.#clock.monotonicMs() + withinMs;
    for (;;) {
      const { status, error } = await this.#sender.send(this.#message);
      if (status !== null) return null;
      if (this.#clock.monotonicMs() >= deadlineMs) return error ?? 'no response';
      await pause(this.#clock, POLL_MS);
    }
  }
}

/** The result of a case that was not run, because the receiver was gone. */
export const notRun = (id: string, { since, why }: Gone): AuditedCase => ({
  id,
  verdict: 'not-judged',
  message: `not tried: since the case ${since}, the receiver no longer responds: ${why}`,
  cost: null,
  fix: null,
  evidence: [],
});

/**
 * The results of an audit that ended because the receiver responds too slowly.
 * @param results of the cases that were finished
 * @param slow the slow responses
 */
export function slowResults(
  cases: readonly AuditCase[],
  results: readonly AuditedCase[],
  slow: readonly Exchange[],
): AuditedCase[] {
  const named: AuditedCase = {
    id: 'answer-time',
    verdict: 'failed',
    message: `${slow.map(({ message }) => message.label).join(', ')}: each was answered after more than ${SLOW_MS / 1_000} s, or not at all, so nothing more was sent`,
    ...CAUSES.slow,
    evidence: evidenceOf(slow),
  };
  const rest = cases.slice(results.length).map(({ id }): AuditedCase => {
    if (id === named.id) return named;
    const message = `not tried: the receiver takes more than ${SLOW_MS / 1_000} s to answer`;
    return { id, verdict: 'not-judged', message, cost: null, fix: null, evidence: [] };
  });
  return [...(rest.includes(named) ? [] : [named]), ...results, ...rest];
}

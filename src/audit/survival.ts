import { type HostClock, pause } from '../clock/host-clock.ts';
import type { AuditedCase } from './audit-options.ts';
import type { CaseStage } from './case-stage.ts';
import type { AuditMessage, Exchange } from './message.ts';
import type { Sender } from './sender.ts';

/** How long a receiver that has crashed may take to be started again. */
const RESTART_MS = 5_000;
const POLL_MS = 100;

/** The case after which a receiver did not respond any more. */
export interface Gone {
  readonly since: string;
  /** What its connections end with. */
  readonly why: string;
}

const isAnswered = ({ answer }: Exchange): boolean => answer.status !== null;

/** True if nothing listened any more when a delivery was to be sent. */
const isUnsent = ({ answer }: Exchange): boolean => answer.error?.startsWith('ECONNREFUSED') === true;

/** Tells whether a receiver still responds: a delivery can end it, and every further one would wait in vain. */
export class Survival {
  readonly #sender: Sender;
  readonly #clock: HostClock;
  readonly #message: AuditMessage;
  #before: string | null = null;

  /** @param message a delivery that the receiver knows, and may treat either way */
  constructor(sender: Sender, clock: HostClock, message: AuditMessage) {
    this.#sender = sender;
    this.#clock = clock;
    this.#message = message;
  }

  /**
   * Checks the receiver after a case in which not everything was answered, and makes the case fail if it is gone.
   * @param isSuspect checks it in any case
   * @returns null if it responds
   */
  async after(id: string, stage: CaseStage, isSuspect: boolean): Promise<Gone | null> {
    const before = this.#before;
    this.#before = id;
    if (!isSuspect && stage.exchanges.every(isAnswered)) return null;
    const why = await this.#whyGone();
    if (why === null) return null;
    const isBlameless = before !== null && stage.exchanges.length > 0 && stage.exchanges.every(isUnsent);
    const hint = isBlameless ? `; perhaps the case before, ${before}, has ended it` : '';
    stage.problems.unshift(`the receiver does not respond any more${hint}: ${why}`);
    return { since: id, why };
  }

  async #whyGone(): Promise<string | null> {
    const deadlineMs = this.#clock.monotonicMs() + RESTART_MS;
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
  message: `not tried: since the case ${since}, the receiver does not respond any more: ${why}`,
  fix: null,
  evidence: [],
});

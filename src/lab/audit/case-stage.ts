import type { OrderStatus } from '../../core/domain/order.ts';
import { type Corruption, receiverDuty } from '../../core/scenario/rule-effects.ts';
import { escapeControls } from '../../core/text/escape.ts';
import {
  type AuditAnswer,
  type AuditMessage,
  type AuditOrder,
  type Exchange,
  isAccepted,
  isTemporary,
  isTimeout,
  type OrderKind,
  type Sender,
} from './audit-messages.ts';
import { CAUSES, type Cause, causeOf } from './causes.ts';
import { AuditError } from './options-and-result.ts';
import { anonymousText } from './order-placeholders.ts';
import type { CheckpointOf, Comparison, PlainStates, StateOracle } from './stored-state.ts';

/** The genuine events of a delivered and of a refunded order, in sequence, and what the probe returned in between. */
export interface PlainRun {
  readonly order: AuditOrder;
  readonly exchanges: readonly Exchange[];
  /** The orders that had an event refused with a 5xx and accepted when it was sent again. */
  readonly stumbled: readonly AuditOrder[];
  /** Null without a probe, and if an event was not accepted. */
  readonly states: PlainStates | null;
}

/**
 * A genuine event is refused; a wrong signature is accepted, or a missing one; a forgery is stored, or
 * its event_id is; a repeat is refused,
 * or counted; an older event sets an order back.
 */
export type SymptomKind =
  | 'refused'
  | 'unverified'
  | 'unsigned'
  | 'forgery-stored'
  | 'forgery-remembered'
  | 'repeat-refused'
  | 'repeat-counted'
  | 'set-back';

/** A symptom that may be seen in several cases: its kind, and what distinguishes it from others of this kind. */
export type Symptom = SymptomKind | `refused ${string}`;

/** One case of the audit. The texts are for the report and the documentation. */
export interface AuditCase {
  readonly id: string;
  readonly title: string;
  readonly criterion: string;
  /** The cost of the bug that the case looks for. */
  readonly cost: string;
  readonly fix: string;
  /** The orders that the case needs, with no earlier deliveries. */
  readonly orders: readonly OrderKind[];
  /** The finding that only a probe can show: `that it was counted once`; null if the answers show everything. */
  readonly probeShows: string | null;
  /**
   * The kinds of symptoms whose cause the case names: it looks for nothing else. Later cases with the same symptom refer
   * to it.
   */
  readonly names?: readonly SymptomKind[];
  readonly run: (stage: CaseStage) => Promise<void>;
}

const MAX_BODY = 100;

/** The first line of a response body, without what differs from order to order. */
export function firstLine(body: string, order: AuditOrder | null): string {
  const line = body.trim().split(/\r?\n/)[0] ?? '';
  const plain = order ? anonymousText(line, order.identity()) : line;
  return escapeControls(plain.length > MAX_BODY ? `${plain.slice(0, MAX_BODY)}…` : plain);
}

/** The answer to a message, in words: `401 (bad signature)`. */
export function answerText(answer: AuditAnswer, order: AuditOrder | null): string {
  if (answer.status === null) return answer.error ?? 'no response';
  const line = isAccepted(answer) ? '' : firstLine(answer.body, order);
  return line === '' ? `${answer.status}` : `${answer.status} (${line})`;
}

/** How the states of a case have to compare with the states of a plain run. */
interface Expectation {
  readonly compare?: Comparison;
  /** What is special about an order, by its index; ends with a comma and a space. */
  readonly nameOf?: (index: number) => string;
  /** The cause of a difference; null if it is the one that the case looks for. */
  readonly cause?: Cause | null;
  readonly symptoms?: readonly Symptom[];
}

/** What is wrong, and why; null if the cause is the one that the case looks for. */
interface Problem {
  readonly text: string;
  readonly cause: Cause | null;
  readonly symptoms: readonly Symptom[];
}

interface StageParts {
  readonly orders: readonly AuditOrder[];
  readonly secret: string;
  /** The first plain run. */
  readonly plain: PlainRun;
  readonly sender: Sender;
  /** Null without a usable probe. */
  readonly oracle: StateOracle | null;
  /** Why the probe cannot be used; null if it can, or if there is none. */
  readonly probeProblem: string | null;
  /** Restarts the receiver, or rejects with an AuditError; null if the audit was not told how. */
  readonly restart: (() => Promise<void>) | null;
  /** Places an order as the receiver's system does, and says why that failed; null if the audit places all orders. */
  readonly placeAnother: (() => Promise<string | null>) | null;
  /** The symptoms whose cause an earlier case names, with its id. */
  readonly known: ReadonlyMap<Symptom, string>;
}

/** What a case works with: its orders, and functions to send and to assess. Problems fail the case. */
export class CaseStage {
  readonly orders: readonly AuditOrder[];
  readonly secret: string;
  readonly plain: PlainRun;
  readonly exchanges: Exchange[] = [];
  readonly problems: Problem[] = [];
  /** What is wrong for a cause that an earlier case names. */
  readonly references: { readonly id: string; readonly text: string }[] = [];
  /** Why the case could not be judged; null if it could. */
  unseen: string | null = null;
  readonly probeProblem: string | null;
  readonly #parts: StageParts;
  readonly #stumbled = new Set<AuditOrder>();

  constructor(parts: StageParts) {
    this.orders = parts.orders;
    this.secret = parts.secret;
    this.plain = parts.plain;
    this.probeProblem = parts.probeProblem;
    this.#parts = parts;
  }

  /** The first order of the case. */
  get order(): AuditOrder {
    return this.orders[0]!;
  }

  /** The answer to a message about the first order, in words. */
  textOf(answer: AuditAnswer): string {
    return answerText(answer, this.orders[0] ?? null);
  }

  /**
   * Fails the case, unless an earlier case names the cause of one of the symptoms.
   * @param cause null if it is the one that the case looks for
   */
  fail(text: string, cause: Cause | null = null, symptoms: readonly Symptom[] = []): void {
    const known = symptoms.find(one => this.#parts.known.has(one));
    if (known) this.references.push({ id: this.#parts.known.get(known)!, text });
    else if (!this.problems.some(one => one.text === text)) this.problems.push({ text, cause, symptoms });
  }

  get canRestart(): boolean {
    return this.#parts.restart !== null;
  }

  /** Whether the receiver's system places the orders. */
  get isPlacedBySystem(): boolean {
    return this.#parts.placeAnother !== null;
  }

  /** Checks that the receiver's system still places new orders after a restart. */
  async expectNewOrder(): Promise<void> {
    const problem = await this.#parts.placeAnother?.();
    if (problem) this.fail(`after the restart, ${problem.replace(/^place: /, '')}`, CAUSES.idUsedAgain);
  }

  /** Restarts the receiver, and fails the case if that does not work. @returns whether it worked */
  async restart(): Promise<boolean> {
    try {
      await this.#parts.restart?.();
      return true;
    } catch (error) {
      if (!(error instanceof AuditError)) throw error;
      this.fail(error.message, CAUSES.notRestarted);
      return false;
    }
  }

  /** Sends a message without assessing the answer. */
  async send(message: AuditMessage): Promise<Exchange> {
    const entry: { message: AuditMessage; answer: AuditAnswer | null } = { message, answer: null };
    const position = this.exchanges.push(entry as Exchange) - 1;
    const exchange = { message, answer: await this.#parts.sender.send(message) };
    this.exchanges[position] = exchange;
    return exchange;
  }

  /**
   * Sends a message that must be answered with a 2xx. After a 5xx it is sent once more, as the service does.
   * @param cause of another answer; null if it is the one that the case looks for
   * @returns whether it was
   */
  async accept(
    message: AuditMessage,
    order = this.order,
    cause: Cause | null = null,
    symptoms: readonly Symptom[] = [],
  ): Promise<boolean> {
    const { answer } = await this.send(message);
    if (isAccepted(answer)) return true;
    this.refused({ message, answer }, order, cause, symptoms);
    if (isTemporary(answer) && isAccepted((await this.send(message)).answer)) this.#stumbled.add(order);
    return false;
  }

  /** Fails the case because a delivery was refused that has to be accepted. */
  refused(
    { message, answer }: Exchange,
    order: AuditOrder,
    cause: Cause | null = null,
    symptoms: readonly Symptom[] = [],
  ): void {
    const text = `${message.label} must be answered with a 2xx, but got: ${answerText(answer, order)}`;
    const [event] = message.label.split(/[ ,]/);
    this.fail(text, causeOf(answer) ?? cause, [`refused ${event} ${answer.status}`, ...symptoms]);
  }

  /** Takes over orders whose events were refused and sent again before the case. */
  takeOver(stumbled: readonly AuditOrder[]): void {
    for (const order of stumbled) this.#stumbled.add(order);
  }

  /** Checks that an event that was refused with a 5xx, and accepted when it was sent again, was counted. */
  async expectRepeatsCounted(): Promise<void> {
    for (const order of this.#stumbled) {
      for (const status of order.life) await this.send(order.genuine(status));
      const comparison = { compare: 'losses', deliveries: order.life.length, nameOf: () => '' } as const;
      const problem = await this.#parts.oracle?.problem([order], 'end', comparison);
      if (!problem) continue;
      const text = `an event was answered with a 5xx and acknowledged when it was sent again, but it is lost: ${problem}`;
      this.problems.unshift({ text, cause: CAUSES.lostByRepeat, symptoms: [] });
    }
  }

  /**
   * Checks that a receiver still responds to a genuine delivery, after another one.
   * @param after what was sent before, for reports
   */
  async expectAlive(after: string): Promise<boolean> {
    const message = this.order.genuine('processing');
    const { answer } = await this.send({ ...message, label: `${message.label} again` });
    const isAlive = answer.status !== null && !isTemporary(answer);
    if (!isAlive)
      this.fail(
        `after ${after}, a genuine delivery must be acknowledged, but got: ${this.textOf(answer)}`,
        causeOf(answer) ?? CAUSES.cut,
      );
    return isAlive;
  }

  /** Sends an event again, or several times at once; a 2xx is expected. @param how it is sent, for reports */
  async repeat(order: AuditOrder, status: OrderStatus, how: string): Promise<void> {
    const message = order.genuine(status);
    const again = { ...message, label: `${message.label} ${how}` };
    await this.accept(again, order, CAUSES.repeatRefused, ['repeat-refused']);
  }

  /**
   * Sends a message that must be accepted, at the latest when it is sent again: a receiver that is still handling the same
   * order may ask for that.
   */
  async acceptAtLast(message: AuditMessage, order = this.order): Promise<void> {
    const { answer } = await this.send(message);
    if (isAccepted(answer)) return;
    const again = { ...message, label: `${message.label}, sent again` };
    const isAcceptedAtLast = await this.accept(again, order, CAUSES.repeatRefused, ['repeat-refused']);
    if (isTimeout(answer) && !isAcceptedAtLast) this.#parts.sender.isStuck = true;
  }

  /** True if the receiver did not answer simultaneous deliveries in time, and not when they were repeated. */
  get isStuck(): boolean {
    return this.#parts.sender.isStuck;
  }

  /** Sends the genuine events of an order one after another; all must be accepted. */
  async acceptAll(statuses: readonly OrderStatus[], order = this.order): Promise<void> {
    for (const status of statuses) await this.accept(order.genuine(status), order, CAUSES.refused);
  }

  /** Sends the genuine events of all orders, one order after another; all must be accepted. */
  async acceptLives(): Promise<void> {
    for (const order of this.orders) await this.acceptAll(order.life, order);
  }

  /**
   * Sends the events of all orders. Those that change most, a delivery and a failure with its refund, are sent by the
   * function; all others are genuine.
   */
  async sendAll(strike: (order: AuditOrder, status: OrderStatus) => Promise<unknown>): Promise<void> {
    for (const order of this.orders) {
      for (const status of order.life) {
        if (status === order.turn) await strike(order, status);
        else await this.acceptAll([status], order);
      }
    }
  }

  /**
   * Sends a message that must not be accepted.
   * @param symptoms of its acceptance
   * @returns the answer
   */
  async refuse(
    message: AuditMessage,
    order = this.order,
    symptoms: readonly Symptom[] = ['unverified'],
  ): Promise<AuditAnswer> {
    const { answer } = await this.send(message);
    if (isAccepted(answer)) {
      const text = `${message.label} must be refused with a 4xx, but was answered ${answerText(answer, order)}`;
      this.fail(text, null, symptoms);
    } else if (answer.status === null) {
      const text = `${message.label} must be refused with a 4xx, but got: ${answerText(answer, order)}`;
      this.fail(text, causeOf(answer));
    }
    return answer;
  }

  /**
   * Sends a corrupted delivery. Depending on the corruption, a receiver must accept it, must refuse it, or may do either.
   * @returns whether it was accepted
   */
  async corrupted(status: OrderStatus, corruption: Corruption, order = this.order): Promise<boolean> {
    const message = order.corrupted(status, corruption);
    const duty = receiverDuty(corruption);
    if (duty === 'accept') return this.accept(message, order);
    if (duty === 'refuse') {
      await this.refuse(message, order);
      return false;
    }
    return (await this.offer(message, order)) === true;
  }

  /**
   * Sends a message that a receiver may accept or refuse.
   * @returns whether it was accepted; null if there was no response
   */
  async offer(message: AuditMessage, order = this.order): Promise<boolean | null> {
    const { answer } = await this.send(message);
    if (answer.status !== null) return isAccepted(answer);
    this.fail(`${message.label} got: ${answerText(answer, order)}`, causeOf(answer));
    return null;
  }

  /**
   * Checks that the probe returns for each order of the case what it returned in a plain run. Does nothing without a
   * usable probe, and if an earlier case names why an event was not counted.
   * @param at `end`: the last event of each order; or a function of its index, with null for orders not to compare
   */
  async expectState(at: CheckpointOf, expectation: Expectation = {}): Promise<void> {
    if (this.references.length > 0) return;
    const { compare = 'all', nameOf = () => '', cause = null, symptoms = [] } = expectation;
    const comparison = { compare, deliveries: this.exchanges.length, nameOf };
    const problem = await this.#parts.oracle?.problem(this.orders, at, comparison);
    if (problem) this.fail(problem, cause, symptoms);
  }

  /** Checks that a failed order does not stay open. */
  expectFailure(): void {
    const problem = this.#parts.oracle?.openProblem();
    if (problem) this.fail(problem);
  }

  /** Checks that orders that were not refunded were not credited. */
  async expectNoCredit(): Promise<void> {
    for (const order of this.orders)
      this.#judge(await this.#parts.oracle?.creditProblem(order), 'that a refund changes');
  }

  /** Checks that the amounts of the orders are exact. */
  async expectExactMoney(): Promise<void> {
    this.#judge(await this.#parts.oracle?.moneyProblem(this.orders), 'like the price');
  }

  /** @param amount that the probe does not return if the problem is `unseen` */
  #judge(problem: string | null | undefined, amount: string): void {
    if (problem === 'unseen') this.unseen = `answered correctly, but the probe returns no amount ${amount}`;
    else if (problem) this.fail(problem);
  }
}

import type { OrderStatus } from '../../core/domain/order.ts';
import { type Corruption, receiverDuty } from '../../core/scenario/rule-effects.ts';
import { escapeControls } from '../../core/text/escape.ts';
import {
  type AuditAnswer,
  type AuditMessage,
  type AuditOrder,
  type Exchange,
  isAccepted,
  isTimeout,
  type OrderKind,
  type Sender,
} from './audit-messages.ts';
import { AuditError, type AuditEvidence, type AuditedCase } from './options-and-result.ts';
import { anonymousText } from './order-placeholders.ts';
import type { Checkpoint, Comparison, PlainStates, StateOracle } from './stored-state.ts';

/** The genuine events of a delivered and of a refunded order, in sequence, and what the probe returned in between. */
export interface PlainRun {
  readonly order: AuditOrder;
  readonly exchanges: readonly Exchange[];
  /** Null without a probe, and if an event was not accepted. */
  readonly states: PlainStates | null;
}

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
  unsignedAccepted: {
    cost: 'Anyone who knows the URL can send events, and your system acts on them.',
    fix: 'Refuse deliveries without a signature: verify every delivery, not only those with the header.',
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
function causeOf(answer: AuditAnswer): Cause | null {
  if (isTimeout(answer)) return CAUSES.slow;
  if (answer.status === null) return CAUSES.cut;
  return answer.status >= 300 && answer.status < 400 ? CAUSES.redirect : null;
}

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
  readonly run: (stage: CaseStage) => Promise<void>;
}

/** Whether what is stored can be assessed, and why not. */
export type ProbeUse =
  | { readonly kind: 'none' | 'used' }
  | { readonly kind: 'useless'; readonly why: string };

const MAX_EVIDENCE = 50;
const MAX_PROBLEMS = 2;

const answerOf = ({ status, error }: AuditAnswer): string =>
  status === null ? (error ?? 'no response') : `HTTP ${status}`;

/** The deliveries in the order in which they were begun. Equal ones are counted together. */
export function evidenceOf(exchanges: readonly Exchange[]): AuditEvidence[] {
  const found: { sent: string; answer: string; count: number }[] = [];
  for (const { message, answer } of exchanges) {
    const entry = { sent: message.label, answer: answerOf(answer), count: 1 };
    const same = found.find(one => one.sent === entry.sent && one.answer === entry.answer);
    if (same) same.count += 1;
    else found.push(entry);
  }
  return found.slice(0, MAX_EVIDENCE);
}

function messageOf(problems: readonly string[]): string {
  const shown = problems.slice(0, MAX_PROBLEMS).join('. ');
  const others = problems.length - MAX_PROBLEMS;
  return others > 0 ? `${shown}. ${others} more of this kind` : shown;
}

/** The result of a case that was run. */
export function assess({ id, probeShows, ...own }: AuditCase, stage: CaseStage, use: ProbeUse): AuditedCase {
  const { problems, unseen } = stage;
  const [first] = problems;
  const evidence = evidenceOf(stage.exchanges);
  if (first) {
    const { cost, fix } = first.cause ?? own;
    return { id, verdict: 'failed', message: messageOf(problems.map(one => one.text)), cost, fix, evidence };
  }
  const without = (verdict: 'passed' | 'not-judged', message: string): AuditedCase => ({
    id,
    verdict,
    message,
    cost: null,
    fix: null,
    evidence,
  });
  if (unseen !== null) return without('not-judged', unseen);
  if (probeShows === null) return without('passed', 'answered correctly');
  if (use.kind === 'useless')
    return without('not-judged', `answered correctly, but what is stored was not judged: ${use.why}`);
  return use.kind === 'used'
    ? without('passed', 'answered correctly, and stored as in a plain run')
    : without('passed', `answered correctly; pass --probe to check ${probeShows}`);
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
}

/** What is wrong, and why; null if the cause is the one that the case looks for. */
interface Problem {
  readonly text: string;
  readonly cause: Cause | null;
}

/** What a case works with: its orders, and functions to send and to assess. Problems fail the case. */
export class CaseStage {
  readonly orders: readonly AuditOrder[];
  readonly secret: string;
  /** The first plain run. */
  readonly plain: PlainRun;
  readonly exchanges: Exchange[] = [];
  readonly problems: Problem[] = [];
  /** Why the case could not be judged; null if it could. */
  unseen: string | null = null;
  /** Why the probe cannot be used; null if it can, or if there is none. */
  readonly probeProblem: string | null;
  readonly #restart: (() => Promise<void>) | null;
  readonly #placeAnother: (() => Promise<string | null>) | null;
  readonly #sender: Sender;
  readonly #oracle: StateOracle | null;

  constructor(parts: {
    readonly orders: readonly AuditOrder[];
    readonly secret: string;
    readonly plain: PlainRun;
    readonly sender: Sender;
    /** Null without a usable probe. */
    readonly oracle: StateOracle | null;
    readonly probeProblem: string | null;
    /** Restarts the receiver, or rejects with an AuditError; null if the audit was not told how. */
    readonly restart: (() => Promise<void>) | null;
    /** Places an order as the receiver's system does, and says why that failed; null if the audit places all orders. */
    readonly placeAnother: (() => Promise<string | null>) | null;
  }) {
    this.orders = parts.orders;
    this.secret = parts.secret;
    this.plain = parts.plain;
    this.#sender = parts.sender;
    this.#oracle = parts.oracle;
    this.probeProblem = parts.probeProblem;
    this.#restart = parts.restart;
    this.#placeAnother = parts.placeAnother;
  }

  /** The first order of the case. */
  get order(): AuditOrder {
    return this.orders[0]!;
  }

  /** The answer to a message about the first order, in words. */
  textOf(answer: AuditAnswer): string {
    return answerText(answer, this.orders[0] ?? null);
  }

  /** @param cause null if it is the one that the case looks for */
  fail(text: string, cause: Cause | null = null): void {
    if (!this.problems.some(one => one.text === text)) this.problems.push({ text, cause });
  }

  get canRestart(): boolean {
    return this.#restart !== null;
  }

  /** Whether the receiver's system places the orders. */
  get isPlacedBySystem(): boolean {
    return this.#placeAnother !== null;
  }

  /** Checks that the receiver's system still places new orders after a restart. */
  async expectNewOrder(): Promise<void> {
    const problem = await this.#placeAnother?.();
    if (problem) this.fail(`after the restart, ${problem.replace(/^place: /, '')}`, CAUSES.idUsedAgain);
  }

  /** Restarts the receiver, and fails the case if that does not work. @returns whether it worked */
  async restart(): Promise<boolean> {
    try {
      await this.#restart?.();
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
    const exchange = { message, answer: await this.#sender.send(message) };
    this.exchanges[position] = exchange;
    return exchange;
  }

  /**
   * Sends a message that must be answered with a 2xx.
   * @param cause of another answer; null if it is the one that the case looks for
   * @returns whether it was
   */
  async accept(message: AuditMessage, order = this.order, cause: Cause | null = null): Promise<boolean> {
    const { answer } = await this.send(message);
    if (!isAccepted(answer)) {
      const text = `${message.label} must be answered with a 2xx, but got: ${answerText(answer, order)}`;
      this.fail(text, causeOf(answer) ?? cause);
    }
    return isAccepted(answer);
  }

  /** Sends an event again, or several times at once; a 2xx is expected. @param how it is sent, for reports */
  async repeat(order: AuditOrder, status: OrderStatus, how: string): Promise<void> {
    const message = order.genuine(status);
    await this.accept({ ...message, label: `${message.label} ${how}` }, order, CAUSES.repeatRefused);
  }

  /**
   * Sends a message that must be accepted, at the latest when it is sent again: a receiver that is still handling the same
   * order may ask for that.
   */
  async acceptAtLast(message: AuditMessage, order = this.order): Promise<void> {
    const { answer } = await this.send(message);
    if (isAccepted(answer)) return;
    const again = { ...message, label: `${message.label}, sent again` };
    const isAcceptedAtLast = await this.accept(again, order, CAUSES.repeatRefused);
    if (isTimeout(answer) && !isAcceptedAtLast) this.#sender.isStuck = true;
  }

  /** True if the receiver did not answer simultaneous deliveries in time, and not when they were repeated. */
  get isStuck(): boolean {
    return this.#sender.isStuck;
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

  /** Sends a message that must not be accepted. */
  async refuse(message: AuditMessage, order = this.order): Promise<void> {
    const { answer } = await this.send(message);
    if (isAccepted(answer)) {
      this.fail(`${message.label} must be refused with a 4xx, but was answered ${answerText(answer, order)}`);
    } else if (answer.status === null) {
      const text = `${message.label} must be refused with a 4xx, but got: ${answerText(answer, order)}`;
      this.fail(text, causeOf(answer));
    }
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
    const { answer } = await this.send(message);
    if (answer.status === null)
      this.fail(`${message.label} got: ${answerText(answer, order)}`, causeOf(answer));
    return isAccepted(answer);
  }

  /**
   * Checks that the probe returns for each order of the case what it returned in a plain run. Does nothing without a
   * usable probe.
   * @param at `end`: the last event of each order
   */
  async expectState(at: Checkpoint | 'end', expectation: Expectation = {}): Promise<void> {
    const { compare = 'all', nameOf = () => '', cause = null } = expectation;
    const comparison = { compare, deliveries: this.exchanges.length, nameOf };
    const problem = await this.#oracle?.problem(this.orders, at, comparison);
    if (problem) this.fail(problem, cause);
  }

  /** Checks that a failed order does not stay open. */
  expectFailure(): void {
    const problem = this.#oracle?.openProblem();
    if (problem) this.fail(problem);
  }

  /** Checks that orders that were not refunded were not credited. */
  async expectNoCredit(): Promise<void> {
    for (const order of this.orders)
      this.#judge(await this.#oracle?.creditProblem(order), 'that a refund changes');
  }

  /** Checks that the amounts of the orders are exact. */
  async expectExactMoney(): Promise<void> {
    this.#judge(await this.#oracle?.moneyProblem(this.orders), 'like the price');
  }

  /** @param amount that the probe does not return if the problem is `unseen` */
  #judge(problem: string | null | undefined, amount: string): void {
    if (problem === 'unseen') this.unseen = `answered correctly, but the probe returns no amount ${amount}`;
    else if (problem) this.fail(problem);
  }
}

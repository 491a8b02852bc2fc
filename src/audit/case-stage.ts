import type { OrderStatus } from '../domain/order.ts';
import { RECEIVER_DUTIES } from '../scenario/receiver-duties.ts';
import type { Corruption } from '../scenario/scenario-types.ts';
import { escapeControls } from '../text/escape-controls.ts';
import type { AuditOrder } from './audit-order.ts';
import { type AuditAnswer, type AuditMessage, type Exchange, isAccepted } from './message.ts';
import { anonymousText } from './normalize.ts';
import type { PlainRun } from './plain-run.ts';
import type { Sender } from './sender.ts';
import type { Checkpoint, Comparison, StateOracle } from './state-oracle.ts';

const MAX_BODY = 100;

/** The first line of a response body, without what differs from order to order. */
export function firstLine(body: string, order: AuditOrder | null): string {
  const line = body.trim().split(/\r?\n/)[0] ?? '';
  const plain = order ? anonymousText(line, order.identity()) : line;
  return escapeControls(plain.length > MAX_BODY ? `${plain.slice(0, MAX_BODY)}…` : plain);
}

/** How a message was answered, in words: `401 (bad signature)`. */
export function answerText(answer: AuditAnswer, order: AuditOrder | null): string {
  if (answer.status === null) return answer.error ?? 'no response';
  const line = isAccepted(answer) ? '' : firstLine(answer.body, order);
  return line === '' ? `${answer.status}` : `${answer.status} (${line})`;
}

/** What a case works with: its orders, and the means to send and to judge. Problems make the case fail. */
export class CaseStage {
  readonly orders: readonly AuditOrder[];
  readonly secret: string;
  /** The first plain run. */
  readonly plain: PlainRun;
  readonly exchanges: Exchange[] = [];
  readonly problems: string[] = [];
  readonly #sender: Sender;
  readonly #oracle: StateOracle | null;

  constructor(parts: {
    readonly orders: readonly AuditOrder[];
    readonly secret: string;
    readonly plain: PlainRun;
    readonly sender: Sender;
    /** Null without a usable probe. */
    readonly oracle: StateOracle | null;
  }) {
    this.orders = parts.orders;
    this.secret = parts.secret;
    this.plain = parts.plain;
    this.#sender = parts.sender;
    this.#oracle = parts.oracle;
  }

  /** The first order of the case. */
  get order(): AuditOrder {
    return this.orders[0]!;
  }

  /** How a message about the first order was answered, in words. */
  textOf(answer: AuditAnswer): string {
    return answerText(answer, this.orders[0] ?? null);
  }

  fail(problem: string): void {
    if (!this.problems.includes(problem)) this.problems.push(problem);
  }

  /** Sends a message without judging the answer. */
  async send(message: AuditMessage): Promise<Exchange> {
    const entry: { message: AuditMessage; answer: AuditAnswer | null } = { message, answer: null };
    const position = this.exchanges.push(entry as Exchange) - 1;
    const exchange = { message, answer: await this.#sender.send(message) };
    this.exchanges[position] = exchange;
    return exchange;
  }

  /** Sends a message that must be answered with a 2xx. @returns whether it was */
  async accept(message: AuditMessage, order = this.order): Promise<boolean> {
    const { answer } = await this.send(message);
    if (!isAccepted(answer)) {
      this.fail(`${message.label} must be answered with a 2xx, but got: ${answerText(answer, order)}`);
    }
    return isAccepted(answer);
  }

  /**
   * Sends a message that must be accepted, at the latest when it is sent again: a receiver that handles the same order
   * at that moment may ask for that.
   */
  async acceptAtLast(message: AuditMessage, order = this.order): Promise<void> {
    const { answer } = await this.send(message);
    if (!isAccepted(answer)) await this.accept({ ...message, label: `${message.label}, sent again` }, order);
  }

  /** Sends the genuine events of an order one after another; all must be accepted. */
  async acceptAll(statuses: readonly OrderStatus[], order = this.order): Promise<void> {
    for (const status of statuses) await this.accept(order.genuine(status), order);
  }

  /** Sends a message that must not be accepted. */
  async refuse(message: AuditMessage, order = this.order): Promise<void> {
    const { answer } = await this.send(message);
    if (isAccepted(answer)) {
      this.fail(`${message.label} must be refused with a 4xx, but was answered ${answerText(answer, order)}`);
    } else if (answer.status === null) {
      this.fail(`${message.label} must be refused with a 4xx, but got: ${answerText(answer, order)}`);
    }
  }

  /**
   * Sends a corrupted delivery, which a receiver must accept or refuse, or may treat either way.
   * @returns whether it was accepted
   */
  async corrupted(status: OrderStatus, corruption: Corruption): Promise<boolean> {
    const message = this.order.corrupted(status, corruption);
    const duty = RECEIVER_DUTIES[corruption];
    if (duty === 'accept') return this.accept(message);
    if (duty === 'refuse') {
      await this.refuse(message);
      return false;
    }
    const { answer } = await this.send(message);
    if (answer.status === null) this.fail(`${message.label} got: ${answerText(answer, this.order)}`);
    return isAccepted(answer);
  }

  /**
   * Checks that the probe returns for each order of the case what it returned in a plain run. Does nothing without a
   * usable probe.
   * @param nameOf what is special about an order, by its index; ends with a comma and a space
   */
  async expectState(
    at: Checkpoint,
    compare: Comparison = 'all',
    nameOf: (index: number) => string = () => '',
  ): Promise<void> {
    const comparison = { compare, deliveries: this.exchanges.length, nameOf };
    const problem = await this.#oracle?.problem(this.orders, at, comparison);
    if (problem) this.fail(problem);
  }

  /**
   * Checks that the probe returns for an order what it returns for two others, which were sent each event once. Does
   * nothing without a usable probe.
   */
  async expectCountedOnce(repeated: AuditOrder, once: readonly [AuditOrder, AuditOrder]): Promise<void> {
    const problem = await this.#oracle?.repeatProblem(repeated, once, this.exchanges.length);
    if (problem) this.fail(problem);
  }
}

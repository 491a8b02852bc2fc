import type { OrderStatus } from '../../core/domain/order.ts';
import { type Corruption, receiverDuty } from '../../core/scenario/rule-effects.ts';
import { escapeControls } from '../../core/text/escape.ts';
import type { OrderKind } from './audit-sandbox.ts';
import type { AuditEvidence, AuditedCase } from './audit-types.ts';
import {
  type AuditAnswer,
  type AuditMessage,
  type AuditOrder,
  anonymousText,
  type Exchange,
  isAccepted,
  type Sender,
} from './deliveries.ts';
import type { Checkpoint, Comparison, PlainStates, StateOracle } from './stored-state.ts';

/** The genuine events of an order, in sequence, and what the probe returned in between. */
export interface PlainRun {
  readonly order: AuditOrder;
  readonly exchanges: readonly Exchange[];
  /** Null without a probe, and if an event was not accepted. */
  readonly states: PlainStates | null;
}

/** One case of the audit. The texts are for the report and the documentation. */
export interface AuditCase {
  readonly id: string;
  /** One line: what is sent. */
  readonly title: string;
  /** The condition for the case to pass. */
  readonly criterion: string;
  /** The cost of the bug that the case finds. */
  readonly cost: string;
  readonly fix: string;
  /** The orders that the case needs, with no earlier deliveries. */
  readonly orders: readonly OrderKind[];
  /** The finding that only a probe can show: `that it was counted once`; null if the answers show everything. */
  readonly probeShows: string | null;
  /** Sends the deliveries, and reports problems to the stage. */
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
function evidenceOf(exchanges: readonly Exchange[]): AuditEvidence[] {
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
export function assess(one: AuditCase, { problems, exchanges }: CaseStage, use: ProbeUse): AuditedCase {
  const { id, probeShows } = one;
  const evidence = evidenceOf(exchanges);
  if (problems.length > 0)
    return { id, verdict: 'failed', message: messageOf(problems), fix: one.fix, evidence };
  if (probeShows === null)
    return { id, verdict: 'passed', message: 'answered correctly', fix: null, evidence };
  if (use.kind === 'useless') {
    const message = `answered correctly, but what is stored was not judged: ${use.why}`;
    return { id, verdict: 'not-judged', message, fix: null, evidence };
  }
  const message =
    use.kind === 'used'
      ? 'answered correctly, and stored as in a plain run'
      : `answered correctly; pass --probe to check ${probeShows}`;
  return { id, verdict: 'passed', message, fix: null, evidence };
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

/** The means of a case: its orders, and functions to send and to assess. Problems fail the case. */
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

  /** The answer to a message about the first order, in words. */
  textOf(answer: AuditAnswer): string {
    return answerText(answer, this.orders[0] ?? null);
  }

  fail(problem: string): void {
    if (!this.problems.includes(problem)) this.problems.push(problem);
  }

  /** Sends a message without assessing the answer. */
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
   * Sends a message that must be accepted, at the latest when it is sent again: a receiver that is still handling the same
   * order may ask for that.
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
   * Sends a corrupted delivery. Depending on the corruption, a receiver must accept it, must refuse it, or may do either.
   * @returns whether it was accepted
   */
  async corrupted(status: OrderStatus, corruption: Corruption): Promise<boolean> {
    const message = this.order.corrupted(status, corruption);
    const duty = receiverDuty(corruption);
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
   * Checks that the probe returns the same for an order as for two others, which got each event once. Does
   * nothing without a usable probe.
   */
  async expectCountedOnce(repeated: AuditOrder, once: readonly [AuditOrder, AuditOrder]): Promise<void> {
    const problem = await this.#oracle?.repeatProblem(repeated, once, this.exchanges.length);
    if (problem) this.fail(problem);
  }
}

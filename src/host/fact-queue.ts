import type { Account } from '../core/engine/account.ts';
import type { AccountEvent } from '../core/engine/command-context.ts';
import type { AccountListener, EndOfAccount, Exchange, NodeCall } from '../core/facts.ts';
import type { HostClock } from './node/host-clock.ts';
import { MAX_BODY_BYTES } from './request-journal.ts';

/** How long facts wait, so that those of many requests are passed on together. */
export const WAIT_MS = 5;
/** How many facts are passed on before other requests are served; together they take less than a millisecond. */
const FACTS_PER_SLICE = 200;
/** More facts do not wait: those that stay in memory for long survive garbage collections, which are expensive. */
const MAX_WAITING = 100;

type FactKind = 'decided' | 'answered' | 'happened';
type Fact = Exchange | readonly AccountEvent[];

interface FactQueueParts {
  readonly clock: HostClock;
  readonly listener: Required<AccountListener>;
  /** Called if the listener throws. Other facts are not affected. */
  readonly fail: (account: Account | null, error: unknown) => void;
}

/**
 * Passes on facts after the requests to which they belong: in short slices, or when somebody asks what the listener
 * knows. The waiting facts take little memory: the journals hold the same exchanges, and fewer wait than one journal
 * holds.
 */
export class FactQueue implements Required<AccountListener> {
  readonly #parts: FactQueueParts;
  /** The facts, with their kinds and accounts at the same positions, which saves one object per fact. */
  readonly #facts: (Fact | null)[] = [];
  readonly #kinds: FactKind[] = [];
  readonly #accounts: (Account | null)[] = [];
  #passed = 0;
  #bytes = 0;
  #isScheduled = false;

  constructor(parts: FactQueueParts) {
    this.#parts = parts;
  }

  decided(account: Account | null, exchange: Exchange): void {
    this.#bytes += (exchange.body?.length ?? 0) + exchange.answer.length;
    this.#add('decided', account, exchange);
  }

  answered(account: Account | null, exchange: Exchange): void {
    this.#add('answered', account, exchange);
  }

  happened(account: Account, accountEvents: readonly AccountEvent[]): void {
    this.#add('happened', account, accountEvents);
    // What a delivery shows depends on the deliveries before it, and the state does not say which came later.
    if (accountEvents.some(({ kind }) => kind === 'attempt')) this.settle();
  }

  nodeCalled(account: Account, call: NodeCall): void {
    this.settle();
    this.#parts.listener.nodeCalled(account, call);
  }

  restarted(account: Account): void {
    this.settle();
    this.#parts.listener.restarted(account);
  }

  closed(account: Account, end: EndOfAccount): void {
    this.settle();
    this.#parts.listener.closed(account, end);
  }

  readonly settle = (): void => this.#pass(Number.POSITIVE_INFINITY);

  #add(kind: FactKind, account: Account | null, fact: Fact): void {
    this.#kinds.push(kind);
    this.#accounts.push(account);
    this.#facts.push(fact);
    const isFull = this.#facts.length > MAX_WAITING || this.#bytes > MAX_BODY_BYTES;
    if (isFull) this.settle();
    else if (!this.#isScheduled) this.#schedule(WAIT_MS);
  }

  #schedule(afterMs: number): void {
    this.#isScheduled = true;
    this.#parts.clock.wake(afterMs, this.#passSlice);
  }

  readonly #passSlice = (): void => {
    this.#isScheduled = false;
    this.#pass(FACTS_PER_SLICE);
    if (this.#facts.length > 0) this.#schedule(0);
  };

  #pass(most: number): void {
    const end = Math.min(this.#facts.length, this.#passed + most);
    while (this.#passed < end) this.#passNext();
    if (this.#passed < this.#facts.length) return;
    this.#facts.length = this.#kinds.length = this.#accounts.length = 0;
    this.#passed = this.#bytes = 0;
  }

  #passNext(): void {
    const { listener, fail } = this.#parts;
    const at = this.#passed++;
    const kind = this.#kinds[at]!;
    const account = this.#accounts[at]!;
    const fact = this.#facts[at]!;
    this.#facts[at] = null;
    try {
      if (kind === 'happened') listener.happened(account, fact as readonly AccountEvent[]);
      else listener[kind](account, fact as Exchange);
    } catch (error) {
      fail(account, error);
    }
    if (kind === 'answered') release(fact as Exchange);
  }
}

/** Drops what no later reader needs; the outcome of a bulk request is large. */
function release(exchange: Exchange): void {
  exchange.outcome = null;
  exchange.made = NOTHING_MADE;
}

const NOTHING_MADE: Exchange['made'] = [];

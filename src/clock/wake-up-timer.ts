import TinyQueue from 'tinyqueue';
import type { HostClock } from './host-clock.ts';

interface Entry<Who> {
  readonly who: Who;
  readonly atMs: number;
}

const byTime = (a: Entry<unknown>, b: Entry<unknown>): number => a.atMs - b.atMs;

/** So many wishes that hold no more are kept at most, beside as many as hold. */
const MAX_VOID = 64;

/** Wakes many accounts with one timer of the host: always for the earliest of them. */
export class WakeUpTimer<Who> {
  readonly #clock: HostClock;
  readonly #ring: (who: Who) => void;
  #queue = new TinyQueue<Entry<Who>>([], byTime);
  /** Each account's valid entry; entries that were replaced stay in the queue until they come up or are swept out. */
  readonly #wanted = new Map<Who, Entry<Who>>();
  #cancel: (() => void) | null = null;
  #armedForMs = Number.POSITIVE_INFINITY;
  #isStopped = false;

  constructor(clock: HostClock, ring: (who: Who) => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Asks to be rung so much later; Infinity takes the wish back. A new wish replaces the one before. */
  set(who: Who, afterMs: number): void {
    if (this.#isStopped) return;
    if (afterMs === Number.POSITIVE_INFINITY) {
      this.#wanted.delete(who);
      this.#sweep();
      return;
    }
    const atMs = this.#clock.monotonicMs() + afterMs;
    const before = this.#wanted.get(who);
    if (before && Math.abs(before.atMs - atMs) < 1) return;
    const entry = { who, atMs };
    this.#wanted.set(who, entry);
    this.#queue.push(entry);
    this.#sweep();
    this.#arm();
  }

  /** How many wishes are kept, those that hold no more included. */
  get kept(): number {
    return this.#queue.length;
  }

  /** Rings nobody any more, whoever asks for it from now on. */
  stop(): void {
    this.#isStopped = true;
    this.#wanted.clear();
    this.#cancel?.();
    this.#cancel = null;
  }

  /** An account that was dropped would otherwise be kept until its work had been due, which can be never. */
  #sweep(): void {
    if (this.#queue.length <= 2 * this.#wanted.size + MAX_VOID) return;
    this.#queue = new TinyQueue([...this.#wanted.values()], byTime);
  }

  #arm(): void {
    let next = this.#queue.peek();
    while (next && this.#wanted.get(next.who) !== next) {
      this.#queue.pop();
      next = this.#queue.peek();
    }
    if (!next) return;
    if (this.#cancel && this.#armedForMs <= next.atMs) return;
    this.#cancel?.();
    this.#armedForMs = next.atMs;
    this.#cancel = this.#clock.wake(Math.max(0, next.atMs - this.#clock.monotonicMs()), () => this.#fire());
  }

  #fire(): void {
    this.#cancel = null;
    const nowMs = this.#clock.monotonicMs();
    for (let next = this.#queue.peek(); next && next.atMs <= nowMs; next = this.#queue.peek()) {
      this.#queue.pop();
      if (this.#wanted.get(next.who) !== next) continue;
      this.#wanted.delete(next.who);
      this.#ring(next.who);
    }
    this.#arm();
  }
}

import TinyQueue from 'tinyqueue';
import type { HostClock } from './node/host-clock.ts';

interface Entry<Key> {
  readonly key: Key;
  readonly atMs: number;
}

const byTime = (a: Entry<unknown>, b: Entry<unknown>): number => a.atMs - b.atMs;

/** The queue may hold this many more obsolete entries than valid ones. */
const MAX_OBSOLETE = 64;

/** Schedules wake-ups for many accounts with one host timer, which is always set for the earliest. */
export class WakeUpTimer<Key> {
  readonly #clock: HostClock;
  readonly #wakeUp: (key: Key) => void;
  #queue = new TinyQueue<Entry<Key>>([], byTime);
  /** The valid entry of each account. Replaced entries stay in the queue until they are due or removed by #sweep. */
  readonly #valid = new Map<Key, Entry<Key>>();
  #cancel: (() => void) | null = null;
  #armedForMs = Number.POSITIVE_INFINITY;
  #isStopped = false;

  constructor(clock: HostClock, wakeUp: (key: Key) => void) {
    this.#clock = clock;
    this.#wakeUp = wakeUp;
  }

  /** Schedules a wake-up after a delay; Infinity cancels it. A new wake-up replaces the previous one of the account. */
  set(key: Key, afterMs: number): void {
    if (this.#isStopped) return;
    if (afterMs === Number.POSITIVE_INFINITY) {
      this.#valid.delete(key);
      this.#sweep();
      return;
    }
    const atMs = this.#clock.monotonicMs() + afterMs;
    const before = this.#valid.get(key);
    if (before && Math.abs(before.atMs - atMs) < 1) return;
    const entry = { key, atMs };
    this.#valid.set(key, entry);
    this.#queue.push(entry);
    this.#sweep();
    this.#arm();
  }

  /** The number of entries in the queue, including obsolete ones. */
  get queueLength(): number {
    return this.#queue.length;
  }

  /** Cancels all wake-ups and ignores later ones. */
  stop(): void {
    this.#isStopped = true;
    this.#valid.clear();
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Removes obsolete entries. Otherwise a deleted account would stay in memory until its wake-up was due. */
  #sweep(): void {
    if (this.#queue.length <= 2 * this.#valid.size + MAX_OBSOLETE) return;
    this.#queue = new TinyQueue([...this.#valid.values()], byTime);
  }

  #arm(): void {
    let next = this.#queue.peek();
    while (next && this.#valid.get(next.key) !== next) {
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
      if (this.#valid.get(next.key) !== next) continue;
      this.#valid.delete(next.key);
      this.#wakeUp(next.key);
    }
    this.#arm();
  }
}

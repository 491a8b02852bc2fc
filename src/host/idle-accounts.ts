import { getOrMake } from '../core/domain/collections.ts';
import { durationMs, formatDuration, parseDuration } from '../core/domain/time.ts';
import type { Account } from '../core/engine/account.ts';
import type { FactStream } from '../core/facts.ts';
import type { AccountRegistry } from './account-registry.ts';
import { runInSlices } from './node/concurrency.ts';
import type { HostClock } from './node/host-clock.ts';

/** The bounds of an idle time, in milliseconds. */
const SHORTEST_MS = durationMs('1s');
const LONGEST_MS = durationMs('365d');
const SWEEP_MS = durationMs('5s');

/** The problem with an idle time as a duration, and what is allowed; null if there is none. */
export function idleTimeProblem(text: unknown): string | null {
  const ms = typeof text === 'string' ? parseDuration(text) : null;
  if (ms !== null && ms >= SHORTEST_MS && ms <= LONGEST_MS) return null;
  const bounds = `from ${formatDuration(SHORTEST_MS)} to ${formatDuration(LONGEST_MS)}`;
  return `expected a duration ${bounds}, such as 10m or 1d, got ${JSON.stringify(text)}`;
}

/** When an account was last used, on the host's monotonic clock, and the number of control calls in progress. */
interface Use {
  lastMs: number;
  calls: number;
}

interface IdleParts {
  readonly accounts: AccountRegistry;
  readonly facts: FactStream;
  readonly clock: HostClock;
  readonly defaults: IdleDefaults;
  readonly remove: (account: Account) => void;
}

export interface IdleDefaults {
  /** The time without use after which accounts are removed; null: never. */
  readonly idleMs: number | null;
  /** The names of the accounts that the server itself creates. They are not removed by default. */
  readonly configuredAccounts: readonly string[];
}

/**
 * Removes accounts that nobody has used for their idle time, in the time of the host. A request with a key of the
 * account counts as a use when it arrives, and a control call about the account as long as it is in progress. Webhooks
 * and scheduled work do not count, because nobody may be waiting for them. When the server starts, the idle time begins
 * again.
 */
export class IdleAccounts {
  readonly #parts: IdleParts;
  readonly #uses = new Map<Account, Use>();
  #cancel: (() => void) | null = null;
  #isStopped = false;

  constructor(parts: IdleParts) {
    this.#parts = parts;
    parts.facts.join({
      decided: (account, { receivedMs }) => {
        const use = account && this.#uses.get(account);
        if (use) use.lastMs = receivedMs;
      },
      closed: account => this.#uses.delete(account),
    });
  }

  /** The idle time of an account: its own, or the server's default. Null if it is never removed. */
  ttlMs({ state: { name, origin } }: Account): number | null {
    const { idleMs, configuredAccounts } = this.#parts.defaults;
    return origin?.idleMs ?? (configuredAccounts.includes(name) ? null : idleMs);
  }

  /** Begins the idle time of an account that was created or loaded, if it has one. */
  watch(account: Account): void {
    if (this.ttlMs(account) === null) return;
    this.#useOf(account);
    if (!this.#cancel) this.#schedule();
  }

  /** @returns a function that notes the end of the control call */
  begin(account: Account): () => void {
    const use = this.#useOf(account);
    use.calls += 1;
    return () => {
      use.calls -= 1;
      use.lastMs = this.#parts.clock.monotonicMs();
    };
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
  }

  #useOf(account: Account): Use {
    return getOrMake(this.#uses, account, () => ({ lastMs: this.#parts.clock.monotonicMs(), calls: 0 }));
  }

  #schedule(): void {
    this.#cancel = this.#parts.clock.wake(SWEEP_MS, async () => {
      await runInSlices(this.#parts.clock, this.#sweepSteps());
      if (!this.#isStopped) this.#schedule();
    });
  }

  *#sweepSteps(): Generator<void, void> {
    const { accounts, clock, remove } = this.#parts;
    for (const account of accounts.list()) {
      yield;
      if (this.#isStopped) return;
      const ttlMs = this.ttlMs(account);
      if (ttlMs === null || accounts.get(account.state.name) !== account) continue;
      const { lastMs, calls } = this.#useOf(account);
      if (calls === 0 && clock.monotonicMs() - lastMs >= ttlMs) remove(account);
    }
  }
}

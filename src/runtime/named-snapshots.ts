import type { Account } from '../engine/account.ts';
import type { AccountState, ApiKey } from '../engine/account-state.ts';
import { nextEpoch } from '../engine/event-epoch.ts';
import type { Core } from './core.ts';

/** The format of the snapshots that this version exports. */
export const SNAPSHOT_FORMAT = 2;

/** The state that a snapshot has: without the epoch, so that a restore never repeats the id of an event. */
export type SnapshotState = Omit<AccountState, 'epoch'>;

/** An account as it was at an instant of its clock. */
export interface ExportedSnapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly account: string;
  readonly takenAtMs: number;
  readonly state: SnapshotState;
}

/** A snapshot as it is kept: its state as text, which nothing can change any more. */
export interface NamedSnapshot {
  readonly name: string;
  readonly account: string;
  readonly takenAtMs: number;
  readonly balanceSun: number;
  readonly orders: number;
  readonly events: number;
  readonly stateText: string;
}

/** NamedSnapshots of all accounts, by name, in memory. */
export class NamedSnapshots {
  readonly #core: Core;
  readonly #kept = new WeakMap<Account, Map<string, NamedSnapshot>>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Oldest first. */
  list(account: Account): NamedSnapshot[] {
    return [...this.#of(account).values()];
  }

  get(account: Account, name: string): NamedSnapshot | null {
    return this.#of(account).get(name) ?? null;
  }

  /** Keeps the account as it is once its advances are done; one of the same name is replaced. */
  take(account: Account, name: string): Promise<NamedSnapshot> {
    const { runner, advancer } = this.#core;
    return advancer.alone(account, () => {
      runner.execute(account, 'elapse', {});
      const { state } = account;
      const nowMs = runner.nowMs(account);
      const clock = { ...state.clock, hostMs: 0, virtualMs: nowMs };
      return this.keep(account, name, {
        format: SNAPSHOT_FORMAT,
        account: state.name,
        takenAtMs: nowMs,
        state: { ...state, clock },
      });
    });
  }

  /** Keeps a snapshot; one of the same name is replaced. */
  keep(
    account: Account,
    name: string,
    { account: takenOf, takenAtMs, state }: ExportedSnapshot,
  ): NamedSnapshot {
    const kept: NamedSnapshot = {
      name,
      account: takenOf,
      takenAtMs,
      balanceSun: state.balanceSun,
      orders: state.orders.length,
      events: state.events.length,
      stateText: JSON.stringify({ ...state, epoch: undefined, keys: state.keys.map(withoutHint) }),
    };
    this.#of(account).set(name, kept);
    return kept;
  }

  /** @returns false where there is none of that name */
  delete(account: Account, name: string): boolean {
    return this.#of(account).delete(name);
  }

  /**
   * Makes an account what it was, once its advances are done. Name, keys and what a reset goes back to belong to the
   * account and stay; of its keys, the snapshot brings back how they stood then. Events keep their ids; new ones get
   * ids of the next epoch.
   */
  restore(account: Account, { stateText }: NamedSnapshot): Promise<void> {
    const core = this.#core;
    return core.advancer.alone(account, () => {
      const then = JSON.parse(stateText) as SnapshotState;
      const { name, keys, origin } = account.state;
      const epoch = nextEpoch(account.state.epoch);
      const clock = { ...then.clock, hostMs: core.clock.monotonicMs() };
      core.replaceState(
        account,
        { ...then, name, epoch, origin, clock, keys: keysAsThen(keys, then.keys) },
        'restored',
      );
    });
  }

  #of(account: Account): Map<string, NamedSnapshot> {
    let kept = this.#kept.get(account);
    if (!kept) {
      kept = new Map();
      this.#kept.set(account, kept);
    }
    return kept;
  }
}

/** A snapshot goes from hand to hand; a hint tells nothing there. */
const withoutHint = (key: ApiKey): ApiKey => ({ ...key, hint: '' });

/** The keys that an account has, each as it stood then; one that is younger stays as it is. */
const keysAsThen = (keys: readonly ApiKey[], then: readonly ApiKey[]): ApiKey[] =>
  keys.map(key => {
    const old = then.find(one => one.digest === key.digest);
    return old ? { ...old, id: key.id, name: key.name, hint: key.hint } : key;
  });

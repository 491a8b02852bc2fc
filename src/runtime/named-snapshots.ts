import type { Account } from '../engine/account.ts';
import type { AccountState, ApiKey } from '../engine/account-state.ts';
import { nextEpoch } from '../engine/event-id-epoch.ts';
import type { Core } from './core.ts';

/** The format of the snapshots that this version exports. */
export const SNAPSHOT_FORMAT = 2;

/** The state in a snapshot: without the epoch, so that a restore never repeats the id of an event. */
export type SnapshotState = Omit<AccountState, 'epoch'>;

/** An account as it was at an instant of its clock. */
export interface ExportedSnapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly account: string;
  readonly takenAtMs: number;
  readonly state: SnapshotState;
}

/** A stored snapshot. Its state is serialized, so that it cannot be changed. */
export interface NamedSnapshot {
  readonly name: string;
  readonly account: string;
  readonly takenAtMs: number;
  readonly balanceSun: number;
  readonly orders: number;
  readonly events: number;
  readonly stateText: string;
}

/** The snapshots of all accounts, by name, in memory. */
export class NamedSnapshots {
  readonly #core: Core;
  readonly #kept = new WeakMap<Account, Map<string, NamedSnapshot>>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** The snapshots of an account, oldest first. */
  list(account: Account): NamedSnapshot[] {
    return [...this.#of(account).values()];
  }

  get(account: Account, name: string): NamedSnapshot | null {
    return this.#of(account).get(name) ?? null;
  }

  /**
   * Takes a snapshot of an account as it is now; during an advance, at the instant that it has reached. A snapshot of the
   * same name is replaced.
   */
  take(account: Account, name: string): NamedSnapshot {
    const { runner } = this.#core;
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
  }

  /** Stores a snapshot. A snapshot of the same name is replaced. */
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

  /** Deletes a snapshot. @returns false if there is none of that name */
  delete(account: Account, name: string): boolean {
    return this.#of(account).delete(name);
  }

  /**
   * Restores an account from a snapshot and interrupts its advances. The account keeps its name, its keys and what a
   * reset restores; keys that are also in the snapshot get their state from it, except that a revoked key stays revoked.
   * Events keep their ids; new events get ids of the next epoch.
   * @throws AccountDeletedError
   */
  restore(account: Account, { stateText }: NamedSnapshot): void {
    const core = this.#core;
    const saved = JSON.parse(stateText) as SnapshotState;
    const { name, keys, origin } = account.state;
    const epoch = nextEpoch(account.state.epoch);
    const clock = { ...saved.clock, hostMs: core.clock.monotonicMs() };
    const revoked = new Set(origin.keys.filter(key => key.revoked).map(key => key.id));
    const restored = restoredKeys(keys, saved.keys).map(key =>
      revoked.has(key.id) ? { ...key, revoked: true } : key,
    );
    core.replaceState(account, { ...saved, name, epoch, origin, clock, keys: restored }, 'restored');
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

/** Snapshots are shared, so they do not contain parts of keys. */
const withoutHint = (key: ApiKey): ApiKey => ({ ...key, hint: '' });

/** The keys of an account, with their state from the snapshot. A key that is not in it stays unchanged. */
const restoredKeys = (keys: readonly ApiKey[], saved: readonly ApiKey[]): ApiKey[] =>
  keys.map(key => {
    const old = saved.find(one => one.digest === key.digest);
    return old ? { ...old, id: key.id, name: key.name, hint: key.hint } : key;
  });

import { getOrMake } from '../../core/domain/collections.ts';
import { nextEpoch } from '../../core/domain/seeded-values.ts';
import type { Account } from '../../core/engine/account.ts';
import type { AccountState, ApiKey } from '../../core/engine/account-state.ts';
import { runInSlices } from '../node/concurrency.ts';
import type { SandboxCore } from '../sandbox-core.ts';
import type { StateProblem } from './import-check.ts';
import {
  captureState,
  parseState,
  type SnapshotState,
  type StateText,
  stateTextSteps,
} from './state-text.ts';

export const SNAPSHOT_FORMAT = 2;

interface SnapshotFile {
  readonly format: number;
  readonly account: string;
  /** See `NamedSnapshot.checksum`. Files of versions that exported no checksum lack it. */
  readonly checksum?: string;
  readonly state: object;
}

/**
 * The state is serialized, so that it cannot be changed. The checksum shows whether an exported snapshot was changed.
 */
export interface NamedSnapshot extends StateText {
  readonly name: string;
  /** The name of the account that the snapshot was taken of. */
  readonly account: string;
  readonly takenAtMs: number;
  readonly balanceSun: number;
  readonly orders: number;
  readonly events: number;
}

export const MAX_SNAPSHOT_BYTES = 64 * 1024 * 1024;

export class SnapshotLimitError extends Error {
  override readonly name = 'SnapshotLimitError';
}

export class SnapshotInvalidError extends Error {
  override readonly name = 'SnapshotInvalidError';
  /** The part of the file that is wrong, such as `state.orders[0].id`. */
  readonly path: string;

  constructor({ path, message }: StateProblem) {
    super(message);
    this.path = path;
  }
}

/** @throws SnapshotLimitError if an account has no room for a snapshot, even though it replaces one of the same name */
export function checkSnapshotLimits(
  stored: ReadonlyMap<string, Pick<NamedSnapshot, 'name' | 'bytes'>>,
  name: string,
  bytes: number,
): void {
  const others = [...stored.values()].filter(one => one.name !== name);
  const total = others.reduce((sum, one) => sum + one.bytes, bytes);
  if (total > MAX_SNAPSHOT_BYTES) {
    throw new SnapshotLimitError(
      `with this one, the snapshots of the account would have ${total} bytes, and the maximum is ${MAX_SNAPSHOT_BYTES}; delete one first`,
    );
  }
}

export class NamedSnapshots {
  readonly #core: SandboxCore;
  readonly #ofAccount = new WeakMap<Account, Map<string, NamedSnapshot>>();

  constructor(core: SandboxCore) {
    this.#core = core;
  }

  of(account: Account): Map<string, NamedSnapshot> {
    return getOrMake(this.#ofAccount, account, () => new Map());
  }

  /**
   * Takes a snapshot of an account as it is now; during an advance, at the instant that it has reached. A snapshot of the
   * same name is replaced.
   * @throws SnapshotLimitError
   */
  take(account: Account, name: string): Promise<NamedSnapshot> {
    const { runner } = this.#core;
    runner.execute(account, 'elapse', {});
    const { state } = account;
    const takenAtMs = runner.nowMs(account);
    const clock = { ...state.clock, hostMs: 0, virtualMs: takenAtMs };
    return this.#store(account, name, { takenOf: state.name, state: { ...state, clock } });
  }

  /**
   * Checks an exported snapshot and stores it. A snapshot of the same name is replaced.
   * @param force whether its state may have been changed since the export
   * @throws SnapshotInvalidError, SnapshotLimitError, AccountDeletedError (as rejections)
   */
  async import(account: Account, name: string, file: SnapshotFile, force: boolean): Promise<NamedSnapshot> {
    const { clock, runner } = this.#core;
    if (file.format !== SNAPSHOT_FORMAT) {
      const message = `the snapshot has format ${file.format}; this version reads format ${SNAPSHOT_FORMAT}, so export it again with this version`;
      throw new SnapshotInvalidError({ path: 'format', message });
    }
    // Loaded on demand: a server that imports no snapshot starts without the schema.
    const { checkSteps } = await import('./import-check.ts');
    const state = file.state as SnapshotState;
    const problem = await runInSlices(clock, checkSteps({ ...state }));
    if (problem) {
      const path = problem.path === '' ? 'state' : `state.${problem.path}`;
      throw new SnapshotInvalidError({ ...problem, path });
    }
    runner.checkExists(account);
    const expected = force ? null : (file.checksum ?? null);
    return this.#store(account, name, { takenOf: file.account, state }, expected);
  }

  /** @param expected the checksum that the snapshot must have; null for any */
  async #store(
    account: Account,
    name: string,
    { takenOf, state }: { readonly takenOf: string; readonly state: SnapshotState },
    expected: string | null = null,
  ): Promise<NamedSnapshot> {
    const { balanceSun, orders, events, keys, clock } = state;
    const summary = {
      account: takenOf,
      takenAtMs: clock.virtualMs,
      balanceSun,
      orders: orders.length,
      events: events.length,
    };
    // JSON leaves out the epoch. Snapshots are shared, so they do not contain parts of keys.
    const shared = { ...state, keys: keys.map(key => ({ ...key, hint: '' })), epoch: undefined };
    const captured = captureState(shared as unknown as AccountState);
    const text = await runInSlices(this.#core.clock, stateTextSteps(captured));
    const { bytes, checksum } = text;
    if (expected !== null && checksum !== expected) {
      const message = `the file says ${expected}, but its state has the checksum ${checksum}: it was changed after it was exported; export it again, or import it all the same with query.force`;
      throw new SnapshotInvalidError({ path: 'checksum', message });
    }
    const stored = this.of(account);
    checkSnapshotLimits(stored, name, bytes);
    const snapshot = { name, ...summary, ...text };
    stored.set(name, snapshot);
    return snapshot;
  }

  /**
   * Restores an account from a snapshot and interrupts its advances. The account keeps its name, its keys and what a
   * reset restores; keys that are also in the snapshot get their state from it, except that a revoked key stays revoked.
   * Events keep their ids; new events get ids of the next epoch.
   * @throws AccountDeletedError (as a rejection)
   */
  async restore(account: Account, { pieces }: NamedSnapshot): Promise<void> {
    const core = this.#core;
    const { completeState } = await import('../../core/engine/stored-defaults.ts');
    const saved = completeState(await parseState(core.clock, pieces));
    core.runner.checkExists(account);
    const { name, keys, origin } = account.state;
    const epoch = nextEpoch(account.state.epoch);
    const clock = { ...saved.clock, hostMs: core.clock.monotonicMs() };
    const revoked = new Set(origin.keys.filter(key => key.revoked).map(key => key.id));
    const restored = restoredKeys(keys, saved.keys).map(key =>
      revoked.has(key.id) ? { ...key, revoked: true } : key,
    );
    core.replaceState(account, { ...saved, name, epoch, origin, clock, keys: restored }, 'restored');
  }
}

/** The keys of an account, with their state from the snapshot. A key that is not in it stays unchanged. */
const restoredKeys = (keys: readonly ApiKey[], saved: readonly ApiKey[]): ApiKey[] =>
  keys.map(key => {
    const old = saved.find(one => one.digest === key.digest);
    return old ? { ...old, id: key.id, name: key.name, hint: key.hint } : key;
  });

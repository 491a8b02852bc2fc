import { runInSlices } from '../clock/slices.ts';
import { clockReads } from '../domain/clock.ts';
import type { Account } from '../engine/account.ts';
import type { AccountState, EventEpoch, Handover } from '../engine/account-state.ts';
import { epochOf } from '../engine/event-id-epoch.ts';
import type { StateProblem } from '../storage/account-schema/problems.ts';
import { captureState } from '../storage/capture-state.ts';
import { AccountNotStoredError, HandoverConflictError, interruptedBy } from './account-errors.ts';
import type { Core } from './core.ts';
import { SNAPSHOT_FORMAT, type SnapshotState } from './named-snapshots.ts';
import { readSnapshot, type SnapshotFile } from './snapshot-import.ts';
import { stateTextSteps } from './state-text.ts';

/** An account that was handed over, as JSON: `head` has all fields except its state, which is in pieces. */
export interface HandedOver {
  readonly head: HandoverHead;
  readonly state: readonly Buffer[];
}

interface HandoverHead {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly account: string;
  /** The account's time, in milliseconds since 1970. It stands still until the account is imported. */
  readonly takenAtMs: number;
  /** The host's time at that moment. */
  readonly hostAtMs: number;
  readonly epoch: Pick<EventEpoch, 'root' | 'generation'>;
}

/** A handed-over account to import; its state is not checked yet. */
export interface HandoverFile extends SnapshotFile {
  readonly hostAtMs: number;
  readonly epoch: Pick<EventEpoch, 'root' | 'generation'>;
}

/** The maximum number of canceled handovers whose files a server refuses; the oldest are forgotten. */
export const MAX_REFUSED_HANDOVERS = 10_000;

const handoverKey = (name: string, hostAtMs: number): string => `${name} ${hostAtMs}`;

/** Moves accounts between servers. An account executes commands on one of them at a time. */
export class AccountHandover {
  readonly #core: Core;
  /** Handovers that were canceled where the account is. Their files may still be on the way. */
  readonly #refused = new Set<string>();

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Stops an account and returns it with everything that its files would have. It executes no command until `cancel`,
   * also after a restart, once `settled` of the runner has resolved. A second call returns the same.
   * @param to the address of the other server; null if it is unknown
   * @throws AccountDeletedError, AccountFailedError
   * @throws HandoverConflictError if the account is already being moved to another server
   */
  async begin(account: Account, to: string | null): Promise<HandedOver> {
    const { state } = account;
    const { hostAtMs } = state.handover
      ? this.#continued(account, state.handover, to)
      : this.#stop(account, to);
    const { name, nowMs: takenAtMs, epoch } = state;
    const { root, generation } = epoch;
    const head = {
      format: SNAPSHOT_FORMAT,
      account: name,
      takenAtMs,
      hostAtMs,
      epoch: { root, generation },
    } as const;
    const clock = { ...state.clock, hostMs: 0, virtualMs: takenAtMs };
    // JSON leaves out the epoch, which is in the head, and the handover, which ends with the import.
    const shared = { ...state, clock, epoch: undefined, handover: undefined } as unknown as AccountState;
    return { head, state: await runInSlices(this.#core.clock, stateTextSteps(captureState(shared))) };
  }

  /** A handover that has begun. Its destination is recorded now if it was unknown. @throws HandoverConflictError */
  #continued(account: Account, handover: Handover, to: string | null): Handover {
    if (to === null || handover.to === to) return handover;
    if (handover.to !== undefined) throw new HandoverConflictError(account.state.name, handover.to, to);
    this.#core.runner.execute(account, 'setHandover', { handover: { ...handover, to } });
    return handover;
  }

  #stop(account: Account, to: string | null): Handover {
    const { advancer, clock, runner } = this.#core;
    const hostAtMs = Math.floor(clock.wallMs());
    const handover = to === null ? { hostAtMs } : { hostAtMs, to };
    runner.handOver(account, handover);
    advancer.interrupt(account, interruptedBy(account.state.name, 'handed over'));
    return handover;
  }

  /** Lets an account continue as if the handover had not begun. Does nothing if it is not handed over. */
  cancel(account: Account): void {
    if (account.state.handover) this.#core.runner.takeBack(account);
  }

  /**
   * Makes `open` refuse the file of a handover, also one that is being checked. So the account cannot begin to exist here
   * once its handover is canceled where it is.
   * @param hostAtMs the host's time at the handover
   */
  refuse(name: string, hostAtMs: number): void {
    this.#refused.add(handoverKey(name, hostAtMs));
    const [oldest] = this.#refused;
    if (this.#refused.size > MAX_REFUSED_HANDOVERS) this.#refused.delete(oldest!);
  }

  /**
   * Opens an account that another server has handed over, with its keys, and resolves once it is stored. Real and scaled
   * clocks advance by the time that has passed. Events keep their ids; new events get ids of the next epoch.
   * @returns the account, or the first problem of the file
   * @throws AccountNotStoredError (as a rejection) if it cannot be stored; then there is no such account
   */
  async open(file: HandoverFile): Promise<Account | StateProblem> {
    const core = this.#core;
    const read = await readSnapshot(file, core.clock);
    if ('problem' in read) return read.problem;
    const { state } = read.snapshot;
    const problem = this.#conflict(file, state);
    if (problem) return problem;
    const account = core.accounts.open(this.#opened(file, state));
    try {
      await core.runner.settled(account);
    } catch (error) {
      await core.discard(account);
      throw new AccountNotStoredError(`the account was not imported: ${(error as Error).message}`);
    }
    core.runner.resume(account);
    return account;
  }

  /** A key that another account has would lead its requests to this one. */
  #conflict(file: HandoverFile, { keys, origin }: SnapshotState): StateProblem | null {
    const { account: name, hostAtMs } = file;
    const { accounts } = this.#core;
    if (this.#refused.has(handoverKey(name, hostAtMs))) {
      return { path: 'host_time', message: `the handover of ${name} at this time was canceled` };
    }
    if (accounts.get(name)) return { path: 'account', message: `an account named ${name} already exists` };
    for (const [path, list] of [
      ['state.keys', keys],
      ['state.origin.keys', origin.keys],
    ] as const) {
      const index = list.findIndex(key => accounts.hasDigest(key.digest));
      if (index >= 0) return { path: `${path}[${index}].digest`, message: 'another account has this key' };
    }
    return null;
  }

  #opened({ account: name, hostAtMs, epoch }: HandoverFile, state: SnapshotState): AccountState {
    const { clock } = this.#core;
    const before = { ...state.clock, hostMs: hostAtMs };
    const virtualMs = Math.max(state.clock.virtualMs, Math.floor(clockReads(before, clock.wallMs())));
    const resumed = { ...state.clock, hostMs: clock.monotonicMs(), virtualMs };
    return { ...state, name, epoch: epochOf(epoch.root, epoch.generation + 1), clock: resumed };
  }
}

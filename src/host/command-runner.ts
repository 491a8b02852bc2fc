import { getOrMake } from '../core/domain/collections.ts';
import { type ClockMode, clockReads, hostMsUntil } from '../core/domain/time.ts';
import type { Account } from '../core/engine/account.ts';
import type { AccountState } from '../core/engine/account-state.ts';
import type { AccountEvent } from '../core/engine/command-context.ts';
import type { CommandKind, Commands, Engine, Replies } from '../core/engine/engine.ts';
import { AccountFailedError, AccountHealth, interruptedBy } from './account-health.ts';
import {
  type ClockHold,
  Deliverer,
  type DeliveryGroup,
  NO_GROUPS,
  RunState,
  type Sender,
} from './delivery-runner.ts';
import type { HostClock } from './node/host-clock.ts';
import type { ExecutedCommand, Storage, StorageError } from './storage/storage.ts';
import { WakeUpTimer } from './wake-up-timer.ts';

type Listener = (account: Account, accountEvents: readonly AccountEvent[]) => void;

interface RunnerParts {
  readonly engine: Engine;
  readonly sender: Sender;
  readonly clock: HostClock;
  readonly storage: Storage;
  readonly listener: Listener;
  readonly remark: (text: string) => void;
}

/** The reply of a command, and a promise for the deliveries that must be complete before the API response is sent. */
interface CommandResult<Reply> {
  readonly reply: Reply;
  readonly beforeResponse: Promise<unknown> | null;
}

/** How many tasks run before other requests are served; each may move an order and plan a webhook. */
const TASKS_PER_SLICE = 20;

/**
 * Runs the engine: supplies the time of each command, sends the webhooks, and runs the work that is due. An internal
 * error affects only its account, which executes no command afterwards; a deleted account executes none either.
 */
export class CommandRunner {
  readonly #engine: Engine;
  readonly #clock: HostClock;
  readonly #storage: Storage;
  readonly #listener: Listener;
  readonly #health: AccountHealth;
  readonly #deliverer: Deliverer;
  readonly #timer: WakeUpTimer<Account>;
  readonly #runStates = new WeakMap<Account, RunState>();

  constructor({ engine, sender, clock, storage, listener, remark }: RunnerParts) {
    this.#engine = engine;
    this.#clock = clock;
    this.#storage = storage;
    this.#listener = listener;
    this.#health = new AccountHealth(remark);
    this.#deliverer = new Deliverer({
      sender,
      clock,
      storage,
      record: (account, delivered, groups) => {
        const isHeld = this.#runStateOf(account).hold !== null;
        this.execute(account, 'recordAttempt', isHeld ? { ...delivered, maxTasks: 0 } : delivered, groups);
      },
      fail: (account, error) => this.fail(account, error),
    });
    this.#timer = new WakeUpTimer(clock, account => this.#wake(account));
  }

  /** The current time of an account's clock. It stands still once the account has failed. */
  nowMs(account: Account): number {
    const { state } = account;
    if (this.#health.failureOf(account)) return state.nowMs;
    const { hold } = this.#runStateOf(account);
    return Math.max(state.nowMs, hold?.atMs ?? clockReads(state.clock, this.#clock.monotonicMs()));
  }

  /**
   * @param groups wait for the deliveries that the command causes
   * @throws AccountDeletedError
   * @throws AccountFailedError if the account has failed, now or earlier
   */
  execute<Kind extends CommandKind>(
    account: Account,
    kind: Kind,
    command: Commands[Kind],
    groups: readonly DeliveryGroup[] = NO_GROUPS,
  ): CommandResult<Replies[Kind]> {
    this.#health.checkUsable(account);
    try {
      return this.#execute(account, kind, command, groups);
    } catch (error) {
      throw this.fail(account, error);
    }
  }

  #execute<Kind extends CommandKind>(
    account: Account,
    kind: Kind,
    command: Commands[Kind],
    groups: readonly DeliveryGroup[],
  ): CommandResult<Replies[Kind]> {
    const run = this.#runStateOf(account);
    const nowMs = this.nowMs(account);
    const waiting = kind === 'recordAttempt' ? groups : run.groupsOf(account.agenda.nextDueMs(), groups);
    const { reply, effects, accountEvents, changed } = this.#engine.execute(account, kind, command, nowMs);
    if (kind === 'elapse' && !changed) checkNothingDue(account, nowMs);
    if (changed) {
      const executed = { kind, command } as ExecutedCommand;
      this.#storage.record(account, { kind: 'executed', command: executed, nowMs });
    }
    run.joinOrders(accountEvents, waiting);
    const awaited: Promise<void>[] = [];
    for (const { plan } of effects) {
      const delivered = this.#deliverer.send(account, run, plan, waiting);
      if (plan.beforeResponse) awaited.push(delivered);
    }
    if (accountEvents.length > 0) this.#listener(account, accountEvents);
    this.#setTimer(account);
    return { reply, beforeResponse: awaited.length > 0 ? Promise.all(awaited) : null };
  }

  /**
   * Marks an account as failed because its work or its data caused an internal error. It executes no command until its
   * state is replaced. Its stored state stays as it was before the error. Other accounts are not affected.
   */
  fail(account: Account, cause: unknown): AccountFailedError {
    if (cause instanceof AccountFailedError) return cause;
    const failure = this.#health.fail(account, cause);
    this.#storage.suspend(account);
    this.#endRun(account, failure);
    return failure;
  }

  /**
   * Does work and waits for the deliveries that its commands cause, and for the deliveries that were in flight before.
   * @param work executes the commands for the group
   * @throws InterruptedError, AccountFailedError (as a rejection) if that ends the wait
   */
  async withDeliveries<Result>(
    account: Account,
    work: (groups: readonly DeliveryGroup[]) => Result,
  ): Promise<Result> {
    const run = this.#runStateOf(account);
    const group = run.openGroup();
    try {
      const result = work([group]);
      await group.done();
      return result;
    } finally {
      run.closeGroup(group);
    }
  }

  /**
   * Null if all changes to an account are stored; otherwise a promise that resolves once they are. A response or webhook
   * that shows a change must not be sent earlier.
   * @param account by default, all accounts
   * @throws StorageError (as a rejection) while the changes cannot be stored
   */
  settled(account?: Account): Promise<void> | null {
    return this.#storage.settled(account);
  }

  /** Why an account cannot be used: it has failed, or it cannot be stored at present. Null if it can be used. */
  trouble(account: Account): AccountFailedError | StorageError | null {
    return this.#health.failureOf(account) ?? this.#storage.failure(account);
  }

  /** The clock's current time stays the same. */
  setClock(account: Account, mode: ClockMode): void {
    const clock = { ...mode, hostMs: this.#clock.monotonicMs(), virtualMs: this.nowMs(account) };
    this.execute(account, 'setClock', { clock });
  }

  /** Holds an account's clock at its current time, until `release`. */
  hold(account: Account): ClockHold {
    this.#health.checkUsable(account);
    const run = this.#runStateOf(account);
    const hold = { run, group: run.openGroup(), atMs: this.nowMs(account) };
    run.hold = hold;
    return hold;
  }

  /** Runs a slice of the work that is due by an instant. @returns true if more work is due by then */
  holdAt(account: Account, hold: ClockHold, instantMs: number): boolean {
    if (Number.isNaN(instantMs)) throw this.fail(account, new TypeError(`work is due at ${instantMs}`));
    hold.atMs = instantMs;
    this.execute(account, 'elapse', { maxTasks: TASKS_PER_SLICE }, [hold.group]);
    return (account.agenda.nextDueMs() ?? Number.POSITIVE_INFINITY) <= instantMs;
  }

  /** Lets a held clock continue from its instant. Does nothing if the state was replaced since. */
  release(account: Account, { run, group }: ClockHold): void {
    run.closeGroup(group);
    if (run.hasEnded) return;
    const { mode, speed } = account.state.clock;
    const clock = { mode, speed, hostMs: this.#clock.monotonicMs(), virtualMs: this.nowMs(account) };
    this.execute(account, 'setClock', { clock });
    run.hold = null;
    this.#setTimer(account);
  }

  quiet(account: Account): Promise<void> {
    return this.#runStateOf(account).quiet();
  }

  /** Repeats the deliveries that were in flight when the process ended, and schedules the work of a usable account. */
  resume(account: Account): void {
    if (this.#health.failureOf(account)) return;
    try {
      const run = this.#runStateOf(account);
      for (const plan of Object.values(account.state.inFlight)) {
        void this.#deliverer.send(account, run, plan, NO_GROUPS);
      }
      this.#setTimer(account);
    } catch (error) {
      this.fail(account, error);
    }
  }

  /**
   * Replaces the state of an account, even of a failed one. Calls that wait for its deliveries are interrupted,
   * outcomes of deliveries in flight are ignored, and deliveries that the new state has in flight are sent again.
   * @throws AccountDeletedError
   */
  replaceState(account: Account, state: AccountState, change: 'reset' | 'restored'): void {
    this.#health.checkExists(account);
    this.#endRun(account, interruptedBy(account.state.name, change));
    this.#health.recover(account);
    try {
      account.replaceState(state);
      this.#storage.record(account, { kind: 'replaced' });
      this.#listener(account, [{ kind: 'account', atMs: this.nowMs(account), change }]);
    } catch (error) {
      throw this.fail(account, error);
    }
    this.resume(account);
  }

  forget(account: Account): void {
    this.#health.delete(account);
    this.#endRun(account, interruptedBy(account.state.name, 'deleted'));
  }

  /** Deliveries in flight get no outcome, because the receiver did not fail. */
  stop(): void {
    this.#deliverer.stop();
    this.#timer.stop();
  }

  /** @throws AccountDeletedError */
  checkExists(account: Account): void {
    this.#health.checkExists(account);
  }

  #endRun(account: Account, error: Error): void {
    this.#timer.set(account, Number.POSITIVE_INFINITY);
    this.#runStates.get(account)?.end(error);
    this.#runStates.delete(account);
    this.#deliverer.abort(account);
  }

  #runStateOf(account: Account): RunState {
    return getOrMake(this.#runStates, account, () => new RunState());
  }

  #wake(account: Account): void {
    if (this.#runStateOf(account).hold) return;
    try {
      this.execute(account, 'elapse', { maxTasks: TASKS_PER_SLICE });
    } catch {
      // `execute` has marked the account as failed and reported it.
    }
  }

  /** @throws TypeError if the due time is not a number: the timer would fire at once, again and again */
  #setTimer(account: Account): void {
    if (this.#health.failureOf(account)) return;
    const dueMs = account.agenda.nextDueMs();
    const isHeld = this.#runStateOf(account).hold !== null;
    const afterMs =
      dueMs === null || isHeld
        ? Number.POSITIVE_INFINITY
        : hostMsUntil(account.state.clock, dueMs, this.#clock.monotonicMs());
    if (Number.isNaN(afterMs)) throw new TypeError(`the next work is due at ${dueMs}`);
    this.#timer.set(account, afterMs);
  }
}

/** @throws Error if work is due although none could be run: an advance and the timer would try forever */
function checkNothingDue({ agenda }: Account, nowMs: number): void {
  const dueMs = agenda.nextDueMs();
  if (dueMs !== null && dueMs <= nowMs) throw new Error(`the work that was due at ${dueMs} cannot be run`);
}

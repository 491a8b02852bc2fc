import { type HostClock, pause } from '../clock/host-clock.ts';
import { WakeUpTimer } from '../clock/wake-up-timer.ts';
import { type ClockMode, clockReads, hostMsUntil } from '../domain/clock.ts';
import type { Account } from '../engine/account.ts';
import type { AccountState, AttemptOutcome, SendPlan } from '../engine/account-state.ts';
import type { Happening } from '../engine/command-context.ts';
import type { CommandKind, Commands, Replies } from '../engine/command-types.ts';
import type { Engine } from '../engine/engine.ts';
import type { ExecutedCommand, Storage, StorageError } from '../storage/storage.ts';
import { renderMessage, type WebhookMessage } from '../webhooks/render-message.ts';

/** Sends a message and returns the outcome. The promise never rejects. */
export interface Sender {
  deliver(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome>;
}

/** Called with everything that happens to an account. */
export type Listener = (account: Account, happenings: readonly Happening[]) => void;

/** The reply of a command, and the deliveries that must be complete before the API response is sent. */
export interface CommandResult<Reply> {
  readonly reply: Reply;
  readonly beforeResponse: Promise<unknown> | null;
}

/** The part of an account that exists only while the process runs. */
interface RunState {
  /** The instant at which an advance holds the account's clock, or null if none does. */
  heldMs: number | null;
  /** The number of deliveries that are being made. */
  deliveries: number;
  /** Called once there are none. */
  onQuiet: (() => void)[];
}

/** How many tasks run without interruption: well under a millisecond, so that requests are served in between. */
const TASKS_PER_SLICE = 250;

const STORAGE_RETRY_MS = 1_000;

/** The dependencies of a runner. */
export interface RunnerParts {
  readonly engine: Engine;
  readonly sender: Sender;
  readonly clock: HostClock;
  readonly storage: Storage;
  readonly listener: Listener;
}

/** Runs the engine: supplies the time of each command, sends the webhooks, and runs the work that is due. */
export class CommandRunner {
  readonly #engine: Engine;
  readonly #sender: Sender;
  readonly #clock: HostClock;
  readonly #storage: Storage;
  readonly #listener: Listener;
  readonly #timer: WakeUpTimer<Account>;
  #isStopped = false;
  readonly #runStates = new WeakMap<Account, RunState>();

  constructor({ engine, sender, clock, storage, listener }: RunnerParts) {
    this.#engine = engine;
    this.#sender = sender;
    this.#clock = clock;
    this.#storage = storage;
    this.#listener = listener;
    this.#timer = new WakeUpTimer(clock, account => this.#wake(account));
  }

  /** The current time of an account's clock. */
  nowMs(account: Account): number {
    const { heldMs } = this.#runStateOf(account);
    return Math.max(
      account.state.nowMs,
      heldMs ?? clockReads(account.state.clock, this.#clock.monotonicMs()),
    );
  }

  /** Executes a command at the current time of the account's clock. */
  execute<Kind extends CommandKind>(
    account: Account,
    kind: Kind,
    command: Commands[Kind],
  ): CommandResult<Replies[Kind]> {
    const nowMs = this.nowMs(account);
    const { reply, effects, happenings, changed } = this.#engine.execute(account, kind, command, nowMs);
    if (changed) {
      const executed = { kind, command } as ExecutedCommand;
      this.#storage.record(account, { kind: 'executed', command: executed, nowMs });
    }
    const awaited: Promise<void>[] = [];
    for (const { plan } of effects) {
      const delivered = this.#send(account, plan);
      if (plan.beforeResponse) awaited.push(delivered);
    }
    if (happenings.length > 0) this.#listener(account, happenings);
    this.#setTimer(account);
    return { reply, beforeResponse: awaited.length > 0 ? Promise.all(awaited) : null };
  }

  /**
   * Null if all changes to an account are stored, otherwise a promise for it. A response or webhook that shows a change
   * must not be sent earlier.
   * @param account all accounts by default
   * @throws StorageError (as a rejection) while the changes cannot be stored
   */
  settled(account?: Account): Promise<void> | null {
    return this.#storage.settled(account);
  }

  /** Why an account cannot be stored at present, or null. While it cannot, it should not be changed. */
  trouble(account: Account): StorageError | null {
    return this.#storage.failure(account);
  }

  /** Changes the mode and speed of an account's clock. Its current time stays the same. */
  setClock(account: Account, mode: ClockMode): void {
    const clock = { ...mode, hostMs: this.#clock.monotonicMs(), virtualMs: this.nowMs(account) };
    this.execute(account, 'setClock', { clock });
  }

  /**
   * Holds an account's clock at an instant, and runs a slice of the work that is due by then.
   * @returns true if more work is due by then
   */
  holdAt(account: Account, instantMs: number): boolean {
    this.#runStateOf(account).heldMs = instantMs;
    this.execute(account, 'elapse', { maxTasks: TASKS_PER_SLICE });
    return (account.agenda.nextDueMs() ?? Number.POSITIVE_INFINITY) <= instantMs;
  }

  /** Lets a held clock continue from an instant. */
  release(account: Account, instantMs: number): void {
    const { mode, speed } = account.state.clock;
    const run = this.#runStateOf(account);
    run.heldMs = instantMs;
    const clock = { mode, speed, hostMs: this.#clock.monotonicMs(), virtualMs: this.nowMs(account) };
    this.execute(account, 'setClock', { clock });
    run.heldMs = null;
    this.#setTimer(account);
  }

  /** Resolves once no delivery of the account is in flight. */
  quiet(account: Account): Promise<void> {
    const run = this.#runStateOf(account);
    if (run.deliveries === 0) return Promise.resolve();
    return new Promise(resolve => run.onQuiet.push(resolve));
  }

  /** Repeats the deliveries that were in flight when the process ended, and schedules the work that is due. */
  resume(account: Account): void {
    for (const plan of Object.values(account.state.inFlight)) void this.#send(account, plan);
    this.#setTimer(account);
  }

  /**
   * Replaces the state of an account. The outcomes of deliveries in flight are ignored; deliveries that the new state
   * has in flight are sent again.
   */
  replaceState(account: Account, state: AccountState, change: string): void {
    account.replaceState(state);
    this.#storage.record(account, { kind: 'replaced' });
    this.#runStates.delete(account);
    this.#listener(account, [{ kind: 'account', atMs: this.nowMs(account), change }]);
    this.resume(account);
  }

  /** Stops running an account. The outcomes of its deliveries are ignored. */
  forget(account: Account): void {
    this.#runStates.delete(account);
    this.#timer.set(account, Number.POSITIVE_INFINITY);
  }

  /** Stops running all accounts. Deliveries in flight get no outcome, because the receiver did not fail. */
  stop(): void {
    this.#isStopped = true;
    this.#timer.stop();
  }

  #runStateOf(account: Account): RunState {
    let run = this.#runStates.get(account);
    if (!run) {
      run = { heldMs: null, deliveries: 0, onQuiet: [] };
      this.#runStates.set(account, run);
    }
    return run;
  }

  #wake(account: Account): void {
    if (this.#runStateOf(account).heldMs === null)
      this.execute(account, 'elapse', { maxTasks: TASKS_PER_SLICE });
  }

  #setTimer(account: Account): void {
    const dueMs = account.agenda.nextDueMs();
    const isHeld = this.#runStateOf(account).heldMs !== null;
    const afterMs =
      dueMs === null || isHeld
        ? Number.POSITIVE_INFINITY
        : hostMsUntil(account.state.clock, dueMs, this.#clock.monotonicMs());
    this.#timer.set(account, afterMs);
  }

  /** Makes a delivery, and records its outcome by a command. */
  async #send(account: Account, plan: SendPlan): Promise<void> {
    const run = this.#runStateOf(account);
    run.deliveries += 1;
    const message = renderMessage(account.state, plan);
    if (this.#storage.settled(account)) await this.#untilStored(account);
    if (this.#isStopped) return;
    const outcome = await this.#sender.deliver(message, account.state.settings.webhook_timeout_ms);
    if (this.#isStopped) return;
    if (this.#runStates.get(account) === run) {
      const attempt = { plan, url: message.url, outcome };
      this.execute(account, 'recordAttempt', run.heldMs === null ? attempt : { ...attempt, maxTasks: 0 });
    }
    run.deliveries -= 1;
    if (run.deliveries > 0) return;
    for (const resolve of run.onQuiet.splice(0)) resolve();
  }

  /** Waits until the changes that a webhook shows are stored, so that a crash cannot undo them. */
  async #untilStored(account: Account): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#storage.settled(account);
        return;
      } catch {
        await pause(this.#clock, STORAGE_RETRY_MS);
      }
    }
  }
}

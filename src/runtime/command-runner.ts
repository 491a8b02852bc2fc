import { type HostClock, pause } from '../clock/host-clock.ts';
import { WakeUpTimer } from '../clock/wake-up-timer.ts';
import { type ClockMode, clockReads, hostMsUntil } from '../domain/clock.ts';
import type { Account } from '../engine/account.ts';
import type { AccountState, AttemptOutcome, SendPlan } from '../engine/account-state.ts';
import type { Happening } from '../engine/command-context.ts';
import type { CommandKind, Commands, Replies } from '../engine/commands.ts';
import type { Engine } from '../engine/engine.ts';
import type { ExecutedCommand, Storage, StorageError } from '../storage/storage.ts';
import { renderMessage, type WebhookMessage } from '../webhooks/render-message.ts';

/** Sends a message and tells what came back; it never rejects. */
export interface Sender {
  deliver(message: WebhookMessage, timeoutMs: number): Promise<AttemptOutcome>;
}

/** Hears of everything that happens to an account. */
export type Listener = (account: Account, happenings: readonly Happening[]) => void;

/** What a command answered, and the deliveries that must be answered before the API's own answer leaves. */
export interface Carried<Reply> {
  readonly reply: Reply;
  readonly beforeResponse: Promise<unknown> | null;
}

/** What an account needs beyond its state while the process runs. */
interface Running {
  /** Where an advance holds the account's clock, or null while it runs by itself. */
  heldMs: number | null;
  underWay: number;
  whenQuiet: (() => void)[];
}

/** How much due work is done at a stretch: well under a millisecond's worth, so that requests are served in between. */
const SLICE = 250;

const SETTLE_AGAIN_MS = 1_000;

/** What a runner joins. */
export interface RunnerParts {
  readonly engine: Engine;
  readonly sender: Sender;
  readonly clock: HostClock;
  readonly storage: Storage;
  readonly listener: Listener;
}

/** Joins the engine to the edges: gives each command its instant, sends what it asks for, wakes it for due work. */
export class CommandRunner {
  readonly #engine: Engine;
  readonly #sender: Sender;
  readonly #clock: HostClock;
  readonly #storage: Storage;
  readonly #listener: Listener;
  readonly #alarm: WakeUpTimer<Account>;
  #isStopped = false;
  readonly #running = new WeakMap<Account, Running>();

  constructor({ engine, sender, clock, storage, listener }: RunnerParts) {
    this.#engine = engine;
    this.#sender = sender;
    this.#clock = clock;
    this.#storage = storage;
    this.#listener = listener;
    this.#alarm = new WakeUpTimer(clock, account => this.#ring(account));
  }

  /** What an account's clock shows. */
  nowMs(account: Account): number {
    const { heldMs } = this.#runningOf(account);
    return Math.max(
      account.state.nowMs,
      heldMs ?? clockReads(account.state.clock, this.#clock.monotonicMs()),
    );
  }

  /** Carries out a command now, on the account's clock. */
  execute<Kind extends CommandKind>(
    account: Account,
    kind: Kind,
    command: Commands[Kind],
  ): Carried<Replies[Kind]> {
    const nowMs = this.nowMs(account);
    const { reply, effects, happenings, changed } = this.#engine.execute(account, kind, command, nowMs);
    if (changed) {
      const executed = { kind, command } as ExecutedCommand;
      this.#storage.record(account, { kind: 'executed', command: executed, nowMs });
    }
    const awaited: Promise<void>[] = [];
    for (const { plan } of effects) {
      const answered = this.#send(account, plan);
      if (plan.beforeResponse) awaited.push(answered);
    }
    if (happenings.length > 0) this.#listener(account, happenings);
    this.#setAlarm(account);
    return { reply, beforeResponse: awaited.length > 0 ? Promise.all(awaited) : null };
  }

  /**
   * Null where all that was done to an account is safe, else a promise of it. Whatever tells of an account leaves
   * after it.
   * @param account left out: all accounts
   * @throws (by rejecting) StorageError while it cannot be written
   */
  settled(account?: Account): Promise<void> | null {
    return this.#storage.settled(account);
  }

  /** Why an account cannot be written at present, or null; nothing should be done to it then. */
  trouble(account: Account): StorageError | null {
    return this.#storage.failure(account);
  }

  /** Sets an account's clock going in another way; it shows the same instant before and after. */
  setClock(account: Account, mode: ClockMode): void {
    const clock = { ...mode, hostMs: this.#clock.monotonicMs(), virtualMs: this.nowMs(account) };
    this.execute(account, 'setClock', { clock });
  }

  /**
   * Holds an account's clock at an instant, and does a slice of what is due by then.
   * @returns true where more is due by then
   */
  holdAt(account: Account, instantMs: number): boolean {
    this.#runningOf(account).heldMs = instantMs;
    this.execute(account, 'elapse', { maxTasks: SLICE });
    return (account.agenda.nextDueMs() ?? Number.POSITIVE_INFINITY) <= instantMs;
  }

  /** Lets a held clock go on from an instant. */
  release(account: Account, instantMs: number): void {
    const { mode, speed } = account.state.clock;
    const running = this.#runningOf(account);
    running.heldMs = instantMs;
    const clock = { mode, speed, hostMs: this.#clock.monotonicMs(), virtualMs: this.nowMs(account) };
    this.execute(account, 'setClock', { clock });
    running.heldMs = null;
    this.#setAlarm(account);
  }

  /** Resolves once no delivery of the account is under way. */
  quiet(account: Account): Promise<void> {
    const running = this.#runningOf(account);
    if (running.underWay === 0) return Promise.resolve();
    return new Promise(resolve => running.whenQuiet.push(resolve));
  }

  /** Sends again what was under way when the process ended, and wakes the account for what is due. */
  resume(account: Account): void {
    for (const plan of Object.values(account.state.inFlight)) void this.#send(account, plan);
    this.#setAlarm(account);
  }

  /**
   * Puts another state in the place of an account's. Deliveries that are under way end unheard; those that are under
   * way by the new state are sent again.
   */
  replaceState(account: Account, state: AccountState, change: string): void {
    account.replaceState(state);
    this.#storage.record(account, { kind: 'replaced' });
    this.#running.delete(account);
    this.#listener(account, [{ kind: 'account', atMs: this.nowMs(account), change }]);
    this.resume(account);
  }

  /** Wakes an account no more, and hears of none of its deliveries. */
  forget(account: Account): void {
    this.#running.delete(account);
    this.#alarm.set(account, Number.POSITIVE_INFINITY);
  }

  /** Wakes no account any more, and leaves under way what is under way: it is no failure of the receiver's. */
  stop(): void {
    this.#isStopped = true;
    this.#alarm.stop();
  }

  #runningOf(account: Account): Running {
    let running = this.#running.get(account);
    if (!running) {
      running = { heldMs: null, underWay: 0, whenQuiet: [] };
      this.#running.set(account, running);
    }
    return running;
  }

  #ring(account: Account): void {
    if (this.#runningOf(account).heldMs === null) this.execute(account, 'elapse', { maxTasks: SLICE });
  }

  #setAlarm(account: Account): void {
    const dueMs = account.agenda.nextDueMs();
    const isHeld = this.#runningOf(account).heldMs !== null;
    const afterMs =
      dueMs === null || isHeld
        ? Number.POSITIVE_INFINITY
        : hostMsUntil(account.state.clock, dueMs, this.#clock.monotonicMs());
    this.#alarm.set(account, afterMs);
  }

  /** Sends a plan's bytes; the outcome comes back as a command, at whatever instant it is then. */
  async #send(account: Account, plan: SendPlan): Promise<void> {
    const running = this.#runningOf(account);
    running.underWay += 1;
    const message = renderMessage(account.state, plan);
    if (this.#storage.settled(account)) await this.#untilSettled(account);
    if (this.#isStopped) return;
    const outcome = await this.#sender.deliver(message, account.state.settings.webhook_timeout_ms);
    if (this.#isStopped) return;
    if (this.#running.get(account) === running) {
      const attempt = { plan, url: message.url, outcome };
      this.execute(account, 'recordAttempt', running.heldMs === null ? attempt : { ...attempt, maxTasks: 0 });
    }
    running.underWay -= 1;
    if (running.underWay > 0) return;
    for (const resolve of running.whenQuiet.splice(0)) resolve();
  }

  /** Nobody is told of what a crash would undo: a webhook waits until the disk has what it tells. */
  async #untilSettled(account: Account): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#storage.settled(account);
        return;
      } catch {
        await pause(this.#clock, SETTLE_AGAIN_MS);
      }
    }
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { type HostClock, pause } from '../../clock/host-clock.ts';

const POLL_MS = 20;

export const IS_WINDOWS = process.platform === 'win32';

/**
 * A child process and those that it has started. On POSIX systems, they are the process group that it leads. On Windows,
 * they are what `taskkill` finds below it as long as it runs itself; there is no gentle way to end them.
 */
export class ProcessTree {
  readonly #child: ChildProcess;
  readonly #clock: HostClock;
  readonly #leadsGroup: boolean;

  /** @param leadsGroup whether it was started as `detached`; otherwise signals reach only the child itself */
  constructor(child: ChildProcess, leadsGroup: boolean, clock: HostClock) {
    this.#child = child;
    this.#clock = clock;
    this.#leadsGroup = leadsGroup;
  }

  /**
   * Sends a signal to all of them; 0 only asks whether there is one.
   * @returns whether there is a process that got the signal
   */
  send(signal: NodeJS.Signals | 0): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined) return false;
    if (IS_WINDOWS) {
      if (exitCode !== null || signalCode !== null) return false;
      if (signal !== 0) spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
      return true;
    }
    try {
      return this.#leadsGroup ? process.kill(-pid, signal) : this.#child.kill(signal);
    } catch {
      return false;
    }
  }

  /** Ends all of them: with SIGTERM, and those that are left after a while with SIGKILL. */
  async end(graceMs: number): Promise<void> {
    if (!this.send('SIGTERM')) return;
    const deadlineMs = this.#clock.monotonicMs() + graceMs;
    while (this.#clock.monotonicMs() < deadlineMs) {
      await pause(this.#clock, POLL_MS);
      if (!this.send(0)) return;
    }
    this.send('SIGKILL');
  }
}

import type { ServerResponse } from 'node:http';

/**
 * Loads modules shortly before they may be needed: once a response is sent, because the response must not wait for them.
 * Their first use would be too late: Node remembers an import that failed, for example because no file descriptors were
 * left, and fails it again until the process ends.
 */
export class Preloader {
  #loading: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  /** Calls `load` after a response. If that fails, the first use of what it loads reports the reason. */
  after(response: ServerResponse, load: () => Promise<unknown>): void {
    response.once('close', () => this.load(load));
  }

  /** Calls `load` now. */
  load(load: () => Promise<unknown> | null): void {
    if (!this.#isStopped) this.#loading = this.#loading.then(load).catch(() => undefined);
  }

  /** Loads nothing more. Resolves when nothing is loading. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#loading;
  }
}

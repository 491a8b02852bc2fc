import type { ApiRequest, Reply, ServiceApi } from './service-api.ts';
import { type Clock, withJitter } from './time.ts';

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** How far apart the waiting requests of a limited key are spread. */
const SPREAD_MS = 1_000;

export interface PatientApiOptions {
  readonly api: ServiceApi;
  readonly clock: Clock;
  /** From 0 to 1, such as Math.random. */
  readonly random: () => number;
}

/**
 * Repeats requests whose outcome is unknown, unchanged. For orders this is safe only because each has an external_id.
 * All requests of an instance wait while its key is limited, so use one instance per key.
 */
export class PatientApi {
  readonly #options: PatientApiOptions;
  /** Until when the key is limited. */
  #limitedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(options: PatientApiOptions) {
    this.#options = options;
  }

  /** Sends a request until its outcome is known; `unknown` if it still is not after several attempts. */
  async send(request: ApiRequest): Promise<Reply> {
    const { api, clock, random } = this.#options;
    for (let attempt = 1; ; attempt++) {
      await this.#waitForLimit();
      const reply = await api.send(request);
      if (reply.kind !== 'unknown') return reply;
      this.#limitedUntilMs = Math.max(this.#limitedUntilMs, clock.now() + reply.retryAfterMs);
      if (attempt === ATTEMPTS) return reply;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
      await clock.sleep(withJitter(pauseMs, random));
    }
  }

  async #waitForLimit(): Promise<void> {
    const { clock, random } = this.#options;
    for (let left = this.#leftMs(); left > 0; left = this.#leftMs())
      await clock.sleep(left + random() * SPREAD_MS);
  }

  #leftMs(): number {
    return this.#limitedUntilMs - this.#options.clock.now();
  }
}

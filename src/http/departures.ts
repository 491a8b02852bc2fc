import type { ServerResponse } from 'node:http';
import type { HostClock } from '../clock/host-clock.ts';
import type { Answer } from './answer.ts';

interface Departure {
  readonly response: ServerResponse;
  readonly body: string;
}

/**
 * Whole answers on their way out. Those that are ready within one turn of the event loop leave together at its end:
 * a write that finds the client asleep pays for waking it, so answers that leave one by one between the reading of
 * requests take half as long again.
 */
export class Departures {
  readonly #clock: HostClock;
  #ready: Departure[] = [];

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Sends an answer with this turn's others. */
  add(
    response: ServerResponse,
    { status, body }: Answer,
    headers: Readonly<Record<string, string | number>>,
  ): void {
    response.writeHead(status, headers);
    this.#ready.push({ response, body });
    if (this.#ready.length === 1) void this.#clock.breathe().then(() => this.#leave());
  }

  #leave(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (const { response, body } of ready) response.end(body);
  }
}

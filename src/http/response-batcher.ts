import type { ServerResponse } from 'node:http';
import type { HostClock } from '../clock/host-clock.ts';
import type { ApiResponse } from './api-response.ts';

/** A response whose head is written. */
interface Ready {
  readonly response: ServerResponse;
  readonly body: string;
}

/**
 * Sends the responses that are ready within one turn of the event loop together at its end. A write to a client that
 * is asleep pays for waking it, so responses that leave one by one between the reading of requests take half as long
 * again.
 */
export class ResponseBatcher {
  readonly #clock: HostClock;
  #ready: Ready[] = [];

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Sends a response with the others of this turn. */
  add(
    response: ServerResponse,
    { status, body }: ApiResponse,
    headers: Readonly<Record<string, string | number>>,
  ): void {
    response.writeHead(status, headers);
    this.#ready.push({ response, body });
    if (this.#ready.length === 1) void this.#clock.yieldToEventLoop().then(() => this.#flush());
  }

  #flush(): void {
    const ready = this.#ready;
    this.#ready = [];
    for (const { response, body } of ready) response.end(body);
  }
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type HostClock, pause } from '../../clock/host-clock.ts';
import { plainIp } from '../../domain/ip.ts';
import { bearerTokenOf } from '../read-request.ts';
import { ControlError } from './control-errors.ts';

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;
/** After this time without a wrong token, an address begins again with the first delay. */
const FORGET_AFTER_MS = 60_000;
const MAX_ADDRESSES = 1_000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const addressOf = (request: IncomingMessage): string => plainIp(request.socket.remoteAddress ?? '');

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

/**
 * Checks the server's admin token. Responses to wrong tokens are delayed, by 100 ms at first and up to 2 s, separately
 * for each address of a caller. A right token is never delayed.
 */
export class AdminTokenCheck {
  readonly #digest: Buffer | null;
  readonly #clock: HostClock;
  readonly #failures = new Map<string, Failures>();

  /** @param token undefined if the server has none; then every request passes */
  constructor(token: string | undefined, clock: HostClock) {
    this.#digest = token === undefined ? null : digest(token);
    this.#clock = clock;
  }

  /** @throws ControlError ADMIN_TOKEN_REQUIRED if the request does not carry the token */
  check(request: IncomingMessage): void {
    if (!this.#digest) return;
    const given = this.#givenBy(request);
    if (given !== null && timingSafeEqual(digest(given), this.#digest)) return;
    throw new ControlError(
      'ADMIN_TOKEN_REQUIRED',
      given === null
        ? 'this server requires its admin token: send it as X-Admin-Token, or call …/accounts/me with an API key'
        : 'the admin token is not the one that the server was started with',
      'header.x-admin-token',
    );
  }

  /** Waits after `check` refused a request; a request without any token is not a guess and does not wait. */
  async delayAfter(request: IncomingMessage): Promise<void> {
    if (this.#givenBy(request) !== null) await pause(this.#clock, this.#nextDelayMs(addressOf(request)));
  }

  #givenBy(request: IncomingMessage): string | null {
    const header = request.headers['x-admin-token'];
    return typeof header === 'string' ? header : bearerTokenOf(request.headers.authorization);
  }

  #nextDelayMs(address: string): number {
    const nowMs = this.#clock.monotonicMs();
    const before = this.#failures.get(address);
    const count = before && nowMs - before.lastMs < FORGET_AFTER_MS ? before.count + 1 : 1;
    // The map is ordered by the last failure: the first entry is the oldest.
    this.#failures.delete(address);
    this.#failures.set(address, { count, lastMs: nowMs });
    if (this.#failures.size > MAX_ADDRESSES) this.#failures.delete(this.#failures.keys().next().value!);
    return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(count - 1, 10));
  }
}

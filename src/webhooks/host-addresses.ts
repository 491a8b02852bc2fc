import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { HostClock } from '../host/node/host-clock.ts';
import type { AddressCheck } from '../host/node/webhook-destination.ts';

const ADDRESS_REFUSED = 'ADDRESS_NOT_ALLOWED';

export const LOOKUP_TTL_MS = 1_000;

/** The addresses of a host name, or why it has none to which webhooks may be sent. */
type Found = { readonly addresses: readonly LookupAddress[] } | { readonly error: Error };

interface HostAddressesOptions {
  readonly lookUp: () => Promise<readonly LookupAddress[]>;
  /** Checks each address; null if all are allowed. */
  readonly check: AddressCheck | null;
  readonly clock: HostClock;
}

/** Looked up before a delivery starts, and again if they are older than 1 s. */
export class HostAddresses {
  readonly #options: HostAddressesOptions;
  #found: Found | null = null;
  #foundMs = 0;
  #isLookingUp = false;

  constructor(options: HostAddressesOptions) {
    this.#options = options;
  }

  /** Returns the result of the last lookup. If it is too old, looks the name up again, returns null, and calls back. */
  current(again: () => void): Found | null {
    const { clock } = this.#options;
    if (this.#found && clock.monotonicMs() - this.#foundMs < LOOKUP_TTL_MS) return this.#found;
    if (!this.#isLookingUp) void this.#lookUp().then(again);
    return null;
  }

  /**
   * The lookup of sockets: they connect to one of the checked addresses, so a name cannot evade the check by resolving
   * differently the next time.
   */
  readonly lookup: LookupFunction = (_host, { all }, callback) => {
    if (this.#found === null || 'error' in this.#found)
      callback(this.#found?.error ?? new Error('the name has not been looked up'), []);
    else if (all) callback(null, [...this.#found.addresses]);
    else callback(null, this.#found.addresses[0]!.address, this.#found.addresses[0]!.family);
  };

  async #lookUp(): Promise<void> {
    const { lookUp, check, clock } = this.#options;
    this.#isLookingUp = true;
    try {
      const addresses = await lookUp();
      const refusal = check && addresses.map(({ address }) => check(address)).find(reason => reason !== null);
      this.#found = refusal
        ? { error: Object.assign(new Error(refusal), { code: ADDRESS_REFUSED }) }
        : { addresses };
    } catch (error) {
      this.#found = { error: error as Error };
    }
    this.#foundMs = clock.monotonicMs();
    this.#isLookingUp = false;
  }
}

import type { PatientApi } from './patient-api.ts';
import type { PurchaseStore } from './purchase-store.ts';
import { hasOrder, isSettled, learn, type Purchase, type PurchaseRequest } from './purchases.ts';
import type { ApiRequest, Reply } from './service-api.ts';
import { type Clock, withJitter } from './time.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
const GROWTH = 1.6;
/** How long an order is followed before a person looks at it. A refund may take a day. */
const PATIENCE_MS = 48 * 60 * 60_000;

/** The service does not accept the key. That says nothing about any purchase: restore the access, then resume. */
export class AccessError extends Error {
  override readonly name = 'AccessError';
}

export interface EnergyClientOptions {
  readonly api: PatientApi;
  readonly store: PurchaseStore;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Buys Energy, each purchase once, and follows orders to their end. */
export class EnergyClient {
  readonly #options: EnergyClientOptions;

  constructor(options: EnergyClientOptions) {
    this.#options = options;
  }

  /**
   * Buys, or continues a purchase with the same id. The purchase is stored before the first attempt, so that a crash at
   * any point leaves something to resume. A purchase that was refused may be tried again once the cause is removed.
   * @returns the purchase; its status is `unknown` if the service could not be reached for too long
   * @throws AccessError; Error if the id belongs to another purchase
   */
  async buy({ externalId, packageId, address }: PurchaseRequest): Promise<Purchase> {
    const wanted = { externalId, packageId, address, status: 'unknown', refunded: false, refusal: null };
    const stored = await this.#options.store.add(wanted);
    if (stored.packageId !== packageId || stored.address !== address)
      throw new Error(`${externalId} is the id of another purchase`);
    return hasOrder(stored) ? stored : this.#order(stored);
  }

  /**
   * Waits until a purchase is settled. Webhooks normally report what happens; the status is queried if they are overdue,
   * less and less often.
   * @returns the purchase; if it is not settled by then, a person has to look at it
   * @throws AccessError
   */
  async follow(externalId: string): Promise<Purchase | null> {
    const { store, clock, random } = this.#options;
    const untilMs = clock.now() + PATIENCE_MS;
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      await clock.sleep(withJitter(pauseMs, random));
      const purchase = await store.get(externalId);
      if (!purchase || isSettled(purchase) || clock.now() >= untilMs) return purchase;
      await (purchase.status === 'unknown' ? this.#order(purchase) : this.#query(purchase));
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * GROWTH);
    }
  }

  /** Continues all purchases that are not settled. Call it when the process starts. */
  async resume(): Promise<void> {
    const purchases = await this.#options.store.unsettled();
    await Promise.all(purchases.map(({ externalId }) => this.follow(externalId)));
  }

  /** Orders. A repeat with the same external_id returns the order that exists and costs nothing. */
  async #order({ externalId, packageId, address }: Purchase): Promise<Purchase> {
    const body = { external_id: externalId, package_id: packageId, address };
    const reply = await this.#send({ method: 'POST', path: '/api/v1/order/', body });
    return this.#update(externalId, purchase => {
      if (reply.kind === 'data')
        return learn(purchase, { status: String(reply.data.status), refunded: false });
      // An order that exists is returned before anything is refused, so a refusal proves that there is none.
      const isRefused = reply.kind === 'refused' && !hasOrder(purchase);
      return isRefused ? { ...purchase, status: 'refused', refusal: reply.code } : purchase;
    });
  }

  async #query({ externalId }: Purchase): Promise<Purchase> {
    const query = { external_id: externalId };
    const reply = await this.#send({ method: 'GET', path: '/api/v1/status/', query });
    return this.#update(externalId, purchase => {
      // A 404 means that the order is not visible yet, because it was accepted.
      if (reply.kind !== 'data') return purchase;
      const { status, refunded } = reply.data;
      return learn(purchase, { status: String(status), refunded: refunded === true });
    });
  }

  async #send(request: ApiRequest): Promise<Reply> {
    const reply = await this.#options.api.send(request);
    if (reply.kind === 'refused' && (reply.status === 401 || reply.status === 403))
      throw new AccessError(`the service refused the key with ${reply.status} ${reply.code}`);
    return reply;
  }

  async #update(externalId: string, change: (purchase: Purchase) => Purchase): Promise<Purchase> {
    return (await this.#options.store.update(externalId, change))!;
  }
}

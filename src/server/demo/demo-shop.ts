import type { Account } from '../../core/engine/account.ts';
import type { SandboxCore } from '../../host/sandbox-core.ts';
import { exchange } from './demo-exchange.ts';
import type { Reception } from './demo-receiver.ts';
import type { DemoWallet } from './demo-wallet.ts';

/** A millionth is the smallest amount of TRX and of USDT. */
const UNIT = 1_000_000;
/** Longer than the chain takes to confirm a transaction. */
const CONFIRMED_MS = 90_000;

/** What a customer of a shop buys. */
export interface Purchase {
  readonly id: string;
  readonly address: string;
  readonly minutes?: number;
  /** The scenario that the order follows. */
  readonly scenario?: string;
}

export interface ShopParts {
  readonly core: SandboxCore;
  readonly account: Account;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly reception: Reception;
}

/** A shop of the demo: a client of the service with an account of its own. */
export class Shop {
  readonly account: Account;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly reception: Reception;
  /** Its wallets, by the chapter in which they transfer. */
  readonly wallets = new Map<string, DemoWallet>();
  readonly #core: SandboxCore;

  constructor({ core, account, apiKey, baseUrl, reception }: ShopParts) {
    this.#core = core;
    this.account = account;
    this.apiKey = apiKey;
    this.baseUrl = baseUrl;
    this.reception = reception;
  }

  get name(): string {
    return this.account.state.name;
  }

  /** The sound shop repeats a purchase under its own id; the naive one makes a new one of it. */
  get isSound(): boolean {
    return this.reception.verifies;
  }

  /** Buys Energy. If the response is lost, it tries again. */
  async buy({ id, scenario, ...purchase }: Purchase): Promise<void> {
    const place = (externalId: string, headers = {}): Promise<unknown> =>
      this.call('POST', '/order/', orderOf(externalId, purchase), headers);
    try {
      await place(id, scenario === undefined ? {} : { 'X-Sandbox-Scenario': scenario });
    } catch {
      await this.advance(4_000);
      await place(this.isSound ? id : `${id}-retry`);
    }
  }

  /** Asks for the status of an order, as a client does that wants to know about a refund. */
  ask(id: string): Promise<unknown> {
    return this.call('GET', `/status/?external_id=${encodeURIComponent(id)}`);
  }

  /** A wallet of the shop with TRX and USDT. */
  async wallet(name: string): Promise<DemoWallet> {
    const wallet = await this.knownWallet(name);
    await this.#fund(wallet.address);
    return wallet;
  }

  /** A wallet as it is, such as after a restart. Its key follows from its name. */
  async knownWallet(name: string): Promise<DemoWallet> {
    const { DemoWallet: Wallet } = await import('./demo-wallet.ts');
    const wallet = new Wallet(`${this.name} ${name}`);
    this.wallets.set(name, wallet);
    return wallet;
  }

  /** Transfers USDT from a wallet, and waits until the transfer is confirmed. */
  async transfer(wallet: DemoWallet, to: string, amountUsdt: number): Promise<void> {
    const node = `${this.baseUrl}/_sandbox/accounts/me/tron`;
    // The recipient holds USDT already, which costs half as much Energy.
    await this.#fund(to);
    await wallet.send(node, this.apiKey, to, amountUsdt);
    await this.advance(CONFIRMED_MS);
  }

  async #fund(address: string): Promise<void> {
    // Loaded on demand: a server without the demo starts without the chain.
    const { storeBalances } = await import('../tron/store-balances.ts');
    storeBalances(this.#core, this.account, address, { trxSun: 50 * UNIT, usdt: 500 * UNIT });
  }

  call(method: 'GET' | 'POST', path: string, body?: unknown, headers: object = {}): Promise<unknown> {
    const all = { Authorization: `Bearer ${this.apiKey}`, ...headers };
    return exchange(this.baseUrl, { method, path: `/api/v1${path}`, body, headers: all });
  }

  /** Advances the clock of the shop, unless it runs by itself. */
  async advance(byMs: number): Promise<void> {
    if (this.account.state.clock.mode !== 'manual') return;
    await this.#core.advancer.advance(this.account, nowMs => ({ kind: 'instant', atMs: nowMs + byMs }));
  }
}

const orderOf = (
  externalId: string,
  { address, minutes = 60 }: Omit<Purchase, 'id' | 'scenario'>,
): object => ({
  external_id: externalId,
  package_id: 1,
  duration_minutes: minutes,
  address,
});

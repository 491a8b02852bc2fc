import { SUN_PER_TRX } from '../../core/domain/money.ts';
import { BUILT_IN_RECEIVER } from '../../core/webhook/read-webhook.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import type { OpenedAccount, SandboxCore } from '../../host/sandbox-core.ts';
import { DemoReceiver } from './demo-receiver.ts';
import { Shop } from './demo-shop.ts';
import { CHAPTERS, type Chapter, isToldTo, ordersOf } from './demo-story.ts';
import { DemoTraffic } from './demo-traffic.ts';

/** The accounts of the demo: two shops with the same customers. */
export const SHOPS = ['naive', 'sound'] as const;

const SEED = 20_260_101;
/** At this speed an order is delivered within seconds, and a rental of five minutes takes half a minute. */
const SPEED = 10;
const OPENING_SUN = 120 * SUN_PER_TRX;
const TOP_UP_SUN = 120 * SUN_PER_TRX;
/** Below this balance a shop makes a deposit. */
const LOW_SUN = 10 * SUN_PER_TRX;
/** The pause between two purchases: long enough to follow each. */
const PAUSE_MS = 10_000;

/** A chapter with the orders that the shops made in it. */
export interface ToldChapter extends Pick<Chapter, 'title' | 'text'> {
  readonly orders: readonly { readonly account: string; readonly orderId: number }[];
  /** The wallets that transferred USDT in it, if this run has told the story. */
  readonly wallets: { readonly account: string; readonly address: string }[];
}

export interface DemoState {
  readonly running: boolean;
  /** The accounts of the demo; empty if they do not exist. */
  readonly accounts: readonly string[];
  /** The key that the first of them uses; null without it. */
  readonly apiKey: string | null;
  readonly chapters: readonly ToldChapter[];
}

interface DemoParts {
  readonly core: SandboxCore;
  readonly clock: HostClock;
  readonly baseUrl: () => string;
  /** Whether webhooks may be sent to a receiver of the demo's own, on this machine. */
  readonly hasReceiver: boolean;
}

/**
 * Two shops with the same customers and the same misfortunes: a naive and a sound one. When it starts, it tells a story in
 * chapters, so that its history is there at once; then the customers go on buying, at a speed that a person can follow.
 * All of it is real HTTP over the loopback interface.
 */
export class Demo {
  readonly #core: SandboxCore;
  readonly #clock: HostClock;
  readonly #baseUrl: () => string;
  readonly #receiver: DemoReceiver | null;
  #shops: readonly Shop[] = [];
  #starting: Promise<void> | null = null;
  #traffic: DemoTraffic | null = null;
  /** Grows with every start and stop; work that belongs to an earlier run ends. */
  #run = 0;
  #running = false;
  #cancel: () => void = () => undefined;

  constructor({ core, clock, baseUrl, hasReceiver }: DemoParts) {
    this.#core = core;
    this.#clock = clock;
    this.#baseUrl = baseUrl;
    this.#receiver = hasReceiver ? new DemoReceiver() : null;
  }

  get state(): DemoState {
    const shops = this.#present;
    return {
      running: this.#running,
      accounts: shops.map(({ name }) => name),
      apiKey: shops[0]?.apiKey ?? null,
      chapters: this.#isTold ? CHAPTERS.map(chapter => told(chapter, shops)) : [],
    };
  }

  /** Whether both shops have lived through the story, and neither was deleted, replaced or reset since. */
  get #isTold(): boolean {
    const shops = this.#present;
    return shops.length === SHOPS.length && shops.every(({ account }) => isToldTo(account));
  }

  /** The shops whose accounts have been neither deleted nor replaced. */
  get #present(): readonly Shop[] {
    return this.#shops.filter(({ account, name }) => this.#core.accounts.get(name) === account);
  }

  async start(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const run = ++this.#run;
    if (this.#traffic && !this.#isTold) this.#starting = null;
    this.#starting ??= this.#setUp();
    try {
      await this.#starting;
    } catch (error) {
      this.#starting = null;
      this.stop();
      throw error;
    }
    if (run === this.#run) this.#scheduleNext(run);
  }

  /** Stops the traffic. Existing orders continue their lifecycle. */
  stop(): void {
    this.#running = false;
    this.#run += 1;
    this.#cancel();
  }

  /** Stops the traffic, and receives no more webhooks. */
  close(): void {
    this.stop();
    this.#receiver?.close();
  }

  async #setUp(): Promise<void> {
    const { faker } = await import('@faker-js/faker/locale/en');
    faker.seed(SEED);
    this.#traffic = null;
    const shops: Shop[] = [];
    for (const name of SHOPS) shops.push(await this.#openShop(name));
    this.#shops = shops;
    const before = this.#shops.map(({ account }) => account.state.orders.length);
    // Both shops live through the story at the same time, and neither waits for the other.
    await Promise.all(this.#shops.map(shop => (isToldTo(shop.account) ? remember(shop) : tell(shop))));
    this.#traffic = new DemoTraffic(faker, Math.max(...before));
    for (const { account } of this.#shops)
      this.#core.runner.setClock(account, { mode: 'scaled', speed: SPEED });
  }

  async #openShop(name: string): Promise<Shop> {
    const { account, apiKey } = await this.#openAccount(name);
    const secret = () => account.state.webhook.secret;
    const reception = { secret, verifies: name === 'sound', failures: 0 };
    const url = (await this.#receiver?.open(name, reception)) ?? BUILT_IN_RECEIVER;
    this.#core.runner.execute(account, 'setWebhook', { ...account.state.webhook, url });
    return new Shop({ core: this.#core, account, apiKey, baseUrl: this.#baseUrl(), reception });
  }

  /** An account restored from disk is reused, with a new key. */
  async #openAccount(name: string): Promise<OpenedAccount> {
    const core = this.#core;
    const existing = core.accounts.get(name);
    if (existing) return { account: existing, apiKey: core.makeKey(existing, { name: 'shop' }).apiKey };
    return core.createAccount({
      name,
      balanceSun: OPENING_SUN,
      clock: { mode: 'manual', speed: 0 },
      webhookUrl: null,
      scenarios: [],
      key: { name: 'shop' },
    });
  }

  #scheduleNext(run: number): void {
    this.#cancel = this.#clock.wake(PAUSE_MS, async () => {
      // An account may be deleted, fail, or be replaced by another at any time.
      await this.#sell().catch(() => this.stop());
      if (run === this.#run) this.#scheduleNext(run);
    });
  }

  /** One customer buys the same at both shops. */
  async #sell(): Promise<void> {
    const purchase = this.#traffic!.next();
    if (!this.#isTold) return this.stop();
    for (const { account } of this.#shops) {
      if (account.state.balanceSun < LOW_SUN)
        this.#core.runner.execute(account, 'deposit', { amountSun: TOP_UP_SUN });
    }
    await Promise.all(this.#shops.map(shop => shop.buy(purchase)));
  }
}

async function tell(shop: Shop): Promise<void> {
  for (const chapter of CHAPTERS) await chapter.tell(shop);
}

/** Finds the wallets of a story that was told before. */
async function remember(shop: Shop): Promise<void> {
  for (const { hasWallet, orders } of CHAPTERS) if (hasWallet) await shop.knownWallet(orders[0]!);
}

const told = (chapter: Chapter, shops: readonly Shop[]): ToldChapter => ({
  title: chapter.title,
  text: chapter.text,
  orders: shops.flatMap(({ account, name }) =>
    ordersOf(chapter, account).map(orderId => ({ account: name, orderId })),
  ),
  wallets: shops.flatMap(({ wallets, name }) => {
    const wallet = wallets.get(chapter.orders[0]!);
    return wallet ? [{ account: name, address: wallet.address }] : [];
  }),
});

import type { HostClock } from '../clock/host-clock.ts';
import { SUN_PER_TRX } from '../domain/money.ts';
import { drawOf } from '../domain/seeded-ids.ts';
import type { Account } from '../engine/account.ts';
import type { Core, OpenedAccount } from '../runtime/core.ts';
import { DemoReceiver } from './demo-receiver.ts';
import { type DemoCall, DemoTraffic, FATES } from './demo-traffic.ts';

/** The account that the demonstration has to itself. */
export const SHOWROOM = 'showroom';

const SEED = 20_260_101;
/** So fast that an order is delivered in a second or two, and a rental of five minutes takes half a minute. */
const SPEED = 10;
const OPENING_SUN = 120 * SUN_PER_TRX;
const TOP_UP_SUN = 250 * SUN_PER_TRX;
/** Below this the shop's owner notices, sooner or later, and pays in. */
const LOW_SUN = 6 * SUN_PER_TRX;
const SHORTEST_PAUSE_MS = 900;
const LONGEST_PAUSE_MS = 3_200;
/** Some fates leave a client without an answer; the shop does not wait for ever. */
const PATIENCE_MS = 5_000;

/** Whether the demonstration is going on. */
export interface DemoState {
  readonly running: boolean;
  /** The account that it plays on; null before it ran for the first time. */
  readonly account: string | null;
}

interface Stage {
  readonly account: Account;
  readonly apiKey: string;
  readonly traffic: DemoTraffic;
  readonly draw: () => number;
  readonly pauseMs: () => number;
}

/**
 * Believable customers' traffic, for those who show the flow or want something to look at: real requests over the
 * loopback into an account of its own, at a speed that one can follow.
 */
export class Demo {
  readonly #core: Core;
  readonly #clock: HostClock;
  readonly #baseUrl: () => string;
  #stage: Promise<Stage> | null = null;
  #receiver: DemoReceiver | null = null;
  #account: string | null = null;
  /** Grows with every start and stop; what belongs to an earlier one ends. */
  #run = 0;
  #running = false;
  #cancel: () => void = () => undefined;

  /** @param baseUrl where the server listens */
  constructor(core: Core, clock: HostClock, baseUrl: () => string) {
    this.#core = core;
    this.#clock = clock;
    this.#baseUrl = baseUrl;
  }

  get state(): DemoState {
    const isThere = this.#account !== null && this.#core.accounts.get(this.#account) !== null;
    return { running: this.#running, account: isThere ? this.#account : null };
  }

  /** Lets customers come, from now on. Started twice, it goes on as it was. */
  async start(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const run = ++this.#run;
    if (this.#account !== null && !this.#core.accounts.get(this.#account)) this.#stage = null;
    this.#stage ??= this.#setStage();
    const stage = await this.#stage;
    if (run === this.#run) this.#goOn(stage, run);
  }

  /** No further customer comes; orders that were made live on. */
  stop(): void {
    this.#running = false;
    this.#run += 1;
    this.#cancel();
  }

  /** Stops for good. */
  close(): void {
    this.stop();
    this.#receiver?.close();
  }

  async #setStage(): Promise<Stage> {
    const { faker } = await import('@faker-js/faker/locale/en');
    faker.seed(SEED);
    let drawn = 0;
    const draw = (): number => drawOf(SHOWROOM, 'moods', ++drawn);
    this.#receiver ??= await DemoReceiver.start({ draw, overloaded: 0.05, broken: 0.02 });
    const { account, apiKey } = this.#openShop(this.#receiver.url);
    this.#account = account.state.name;
    const magic = FATES.flatMap(name => this.#core.library.get(name)?.magicAddress ?? []);
    const pauseMs = (): number => faker.number.int({ min: SHORTEST_PAUSE_MS, max: LONGEST_PAUSE_MS });
    const traffic = new DemoTraffic(faker, magic, account.state.orders.length);
    return { account, apiKey, traffic, draw, pauseMs };
  }

  /** Opens the shop's account; one that was kept from an earlier time goes on, with a key and a destination of now. */
  #openShop(webhookUrl: string): OpenedAccount {
    const core = this.#core;
    const kept = core.accounts.get(SHOWROOM);
    if (kept) {
      core.runner.execute(kept, 'setWebhook', { url: webhookUrl, secret: kept.state.webhook.secret });
      return { account: kept, apiKey: core.makeKey(kept, { name: 'shop' }).apiKey };
    }
    return core.openAccount({
      name: SHOWROOM,
      balanceSun: OPENING_SUN,
      clock: { mode: 'scaled', speed: SPEED },
      webhookUrl,
      scenarios: [],
      key: { name: 'shop' },
    });
  }

  #goOn(stage: Stage, run: number): void {
    this.#cancel = this.#clock.wake(stage.pauseMs(), async () => {
      await this.#visit(stage);
      if (run === this.#run) this.#goOn(stage, run);
    });
  }

  async #visit({ account, apiKey, traffic, draw }: Stage): Promise<void> {
    if (!this.#core.accounts.get(account.state.name)) return this.stop();
    if (account.state.balanceSun < LOW_SUN && draw() < 0.5) {
      this.#core.runner.execute(account, 'deposit', { amountSun: TOP_UP_SUN });
    }
    for (const call of traffic.next()) await this.#call(call, apiKey);
  }

  async #call({ method, path, body }: DemoCall, apiKey: string): Promise<void> {
    try {
      const response = await fetch(this.#baseUrl() + path, {
        method,
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await response.arrayBuffer();
    } catch {
      // What became of a call without an answer is in the journal.
    }
  }
}

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { SUN_PER_TRX } from '../../core/domain/money.ts';
import { drawOf } from '../../core/domain/seeded-values.ts';
import type { Account } from '../../core/engine/account.ts';
import { BUILT_IN_RECEIVER } from '../../core/webhook/read-webhook.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import type { OpenedAccount, SandboxCore } from '../../host/sandbox-core.ts';
import type { BuiltInReceiver } from '../../webhooks/built-in-receiver.ts';
import { DEMO_SCENARIOS, type DemoCall, DemoTraffic } from './demo-traffic.ts';

export const SHOWROOM = 'showroom';

const SEED = 20_260_101;
/** At this speed an order is delivered within seconds, and a rental of five minutes takes half a minute. */
const SPEED = 10;
const OPENING_SUN = 120 * SUN_PER_TRX;
const TOP_UP_SUN = 250 * SUN_PER_TRX;
/** Below this balance the demo makes a deposit, with a random delay. */
const LOW_SUN = 6 * SUN_PER_TRX;
const MIN_PAUSE_MS = 900;
const MAX_PAUSE_MS = 3_200;
/** The share of the groups of requests during which the client's receiver refuses a delivery. */
const REFUSING = 0.15;
/** Some scenarios leave a client without a response. */
const TIMEOUT_MS = 5_000;

export interface DemoState {
  readonly running: boolean;
  /** The account of the demo; null if it does not exist. */
  readonly account: string | null;
  /** The key that it uses; null without an account. */
  readonly apiKey: string | null;
}

interface DemoSetup {
  readonly account: Account;
  readonly apiKey: string;
  readonly traffic: DemoTraffic;
  readonly draw: () => number;
  readonly pauseMs: () => number;
}

/**
 * Generates realistic traffic for demonstrations: real HTTP requests over the loopback interface to a separate account,
 * at a speed that a person can follow.
 */
export class Demo {
  readonly #core: SandboxCore;
  readonly #clock: HostClock;
  readonly #receiver: BuiltInReceiver;
  readonly #baseUrl: () => string;
  #setup: Promise<DemoSetup> | null = null;
  /** Null until the account was opened. */
  #apiKey: string | null = null;
  /** Grows with every start and stop; work that belongs to an earlier run ends. */
  #run = 0;
  #running = false;
  #cancel: () => void = () => undefined;

  constructor(core: SandboxCore, clock: HostClock, receiver: BuiltInReceiver, baseUrl: () => string) {
    this.#core = core;
    this.#clock = clock;
    this.#receiver = receiver;
    this.#baseUrl = baseUrl;
  }

  get state(): DemoState {
    const exists = this.#apiKey !== null && this.#core.accounts.get(SHOWROOM) !== null;
    return {
      running: this.#running,
      account: exists ? SHOWROOM : null,
      apiKey: exists ? this.#apiKey : null,
    };
  }

  async start(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const run = ++this.#run;
    if (this.#apiKey !== null && !this.#core.accounts.get(SHOWROOM)) this.#setup = null;
    this.#setup ??= this.#setUp();
    const setup = await this.#setup.catch(error => {
      this.#setup = null;
      this.stop();
      throw error;
    });
    if (run === this.#run) this.#scheduleNext(setup, run);
  }

  /** Stops the traffic. Existing orders continue their lifecycle. */
  stop(): void {
    this.#running = false;
    this.#run += 1;
    this.#cancel();
  }

  async #setUp(): Promise<DemoSetup> {
    const { faker } = await import('@faker-js/faker/locale/en');
    faker.seed(SEED);
    let drawn = 0;
    const draw = (): number => drawOf(SHOWROOM, 'moods', ++drawn);
    const { account, apiKey } = await this.#openAccount();
    this.#apiKey = apiKey;
    const magic = DEMO_SCENARIOS.flatMap(name => this.#core.library.get(name)?.magic_address ?? []);
    const pauseMs = (): number => faker.number.int({ min: MIN_PAUSE_MS, max: MAX_PAUSE_MS });
    const traffic = new DemoTraffic(faker, magic, account.state.orders.length);
    return { account, apiKey, traffic, draw, pauseMs };
  }

  /** An account restored from disk is reused, with a new key. */
  async #openAccount(): Promise<OpenedAccount> {
    const core = this.#core;
    const existing = core.accounts.get(SHOWROOM);
    if (existing) return { account: existing, apiKey: core.makeKey(existing, { name: 'shop' }).apiKey };
    return core.createAccount({
      name: SHOWROOM,
      balanceSun: OPENING_SUN,
      clock: { mode: 'scaled', speed: SPEED },
      webhookUrl: BUILT_IN_RECEIVER,
      scenarios: [],
      key: { name: 'shop' },
    });
  }

  #scheduleNext(setup: DemoSetup, run: number): void {
    this.#cancel = this.#clock.wake(setup.pauseMs(), async () => {
      // The account may be deleted, fail, or be replaced by another at any time.
      await this.#makeCalls(setup).catch(() => this.stop());
      if (run === this.#run) this.#scheduleNext(setup, run);
    });
  }

  async #makeCalls({ account, apiKey, traffic, draw }: DemoSetup): Promise<void> {
    if (this.#core.accounts.get(account.state.name) !== account) return this.stop();
    if (account.state.balanceSun < LOW_SUN && draw() < 0.5) {
      this.#core.runner.execute(account, 'deposit', { amountSun: TOP_UP_SUN });
    }
    this.#refuseSome(account, draw());
    for (const call of traffic.next()) {
      // The journal has the result of a request without a response.
      await exchange(this.#baseUrl(), call, apiKey).catch(() => undefined);
    }
  }

  /** Makes the receiver refuse the next delivery, unless a person chose how it responds. */
  #refuseSome(account: Account, drawn: number): void {
    const receiver = this.#receiver.of(account);
    const { status, delayMs, hang } = receiver.settings;
    if (drawn < REFUSING && status === 200 && delayMs === 0 && !hang)
      receiver.settings = { ...receiver.settings, status: 503, times: 1 };
  }
}

/**
 * Sends a request to the server of this process and reads the whole response. The certificate is not checked: it is the
 * server's own, and may be issued for other names than its address.
 */
async function exchange(baseUrl: string, { method, path, body }: DemoCall, apiKey: string): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const options = { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS), rejectUnauthorized: false };
  // Loaded on demand: a server without TLS does not need node:https.
  const { request: open } = baseUrl.startsWith('https:')
    ? await import('node:https')
    : await import('node:http');
  const request = open(baseUrl + path, options);
  // An error after the response would otherwise be unhandled.
  request.on('error', () => undefined).end(body === undefined ? '' : JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined).resume();
  await once(response, 'end', { signal: options.signal });
}

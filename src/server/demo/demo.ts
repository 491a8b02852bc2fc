import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SUN_PER_TRX } from '../../core/domain/money.ts';
import { drawOf } from '../../core/domain/seeded-values.ts';
import type { Account } from '../../core/engine/account.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import type { OpenedAccount, SandboxCore } from '../../host/sandbox-core.ts';
import { DEMO_SCENARIOS, type DemoCall, DemoTraffic } from './demo-traffic.ts';

/** The name of the account that the demo uses. */
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
/** Some scenarios leave a client without a response. */
const TIMEOUT_MS = 5_000;

/** The state of the demo. */
export interface DemoState {
  readonly running: boolean;
  /** The account of the demo; null if it does not exist. */
  readonly account: string | null;
  /** The key that it uses; null without an account. */
  readonly apiKey: string | null;
}

/** The dependencies of a running demo. */
interface DemoSetup {
  readonly account: Account;
  readonly apiKey: string;
  readonly traffic: DemoTraffic;
  readonly draw: () => number;
  readonly pauseMs: () => number;
}

/** The facts that the demo needs about the server that it calls. */
export interface DemoServer {
  readonly baseUrl: () => string;
  readonly allowWebhooksTo: (url: string) => void;
}

/**
 * Generates realistic traffic for demonstrations: real HTTP requests over the loopback interface to a separate account,
 * at a speed that a person can follow.
 */
export class Demo {
  readonly #core: SandboxCore;
  readonly #clock: HostClock;
  readonly #server: DemoServer;
  #setup: Promise<DemoSetup> | null = null;
  #receiver: DemoReceiver | null = null;
  #account: string | null = null;
  #apiKey: string | null = null;
  /** Grows with every start and stop; work that belongs to an earlier run ends. */
  #run = 0;
  #running = false;
  #cancel: () => void = () => undefined;

  /** @param server the base URL of the server, and how its operator allows webhooks to a URL */
  constructor(core: SandboxCore, clock: HostClock, server: DemoServer) {
    this.#core = core;
    this.#clock = clock;
    this.#server = server;
  }

  get state(): DemoState {
    const exists = this.#account !== null && this.#core.accounts.get(this.#account) !== null;
    return {
      running: this.#running,
      account: exists ? this.#account : null,
      apiKey: exists ? this.#apiKey : null,
    };
  }

  /** Starts the traffic, unless it is running. */
  async start(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const run = ++this.#run;
    if (this.#account !== null && !this.#core.accounts.get(this.#account)) this.#setup = null;
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

  /** Stops the traffic and the receiver. */
  close(): void {
    this.stop();
    this.#receiver?.close();
  }

  async #setUp(): Promise<DemoSetup> {
    const { faker } = await import('@faker-js/faker/locale/en');
    faker.seed(SEED);
    let drawn = 0;
    const draw = (): number => drawOf(SHOWROOM, 'moods', ++drawn);
    this.#receiver ??= await DemoReceiver.start({ draw, overloaded: 0.05, broken: 0.02 });
    this.#server.allowWebhooksTo(this.#receiver.url);
    const { account, apiKey } = await this.#openAccount(this.#receiver.url);
    this.#account = account.state.name;
    this.#apiKey = apiKey;
    const magic = DEMO_SCENARIOS.flatMap(name => this.#core.library.get(name)?.magic_address ?? []);
    const pauseMs = (): number => faker.number.int({ min: MIN_PAUSE_MS, max: MAX_PAUSE_MS });
    const traffic = new DemoTraffic(faker, magic, account.state.orders.length);
    return { account, apiKey, traffic, draw, pauseMs };
  }

  /** Opens the demo's account. An account restored from disk is reused, with a new key and the current destination. */
  async #openAccount(webhookUrl: string): Promise<OpenedAccount> {
    const core = this.#core;
    const existing = core.accounts.get(SHOWROOM);
    if (existing) {
      core.runner.execute(existing, 'setWebhook', { url: webhookUrl, secret: existing.state.webhook.secret });
      return { account: existing, apiKey: core.makeKey(existing, { name: 'shop' }).apiKey };
    }
    return core.createAccount({
      name: SHOWROOM,
      balanceSun: OPENING_SUN,
      clock: { mode: 'scaled', speed: SPEED },
      webhookUrl,
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
    for (const call of traffic.next()) await this.#call(call, apiKey);
  }

  async #call({ method, path, body }: DemoCall, apiKey: string): Promise<void> {
    try {
      await exchange(this.#server.baseUrl() + path, {
        method,
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: body === undefined ? '' : JSON.stringify(body),
        timeoutMs: TIMEOUT_MS,
      });
    } catch {
      // The journal has the result of a request without a response.
    }
  }
}

/** A request of the demo traffic. */
interface DemoRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/**
 * Sends a request to the server of this process and reads the whole response. The certificate is not checked: it is the
 * server's own, and may be issued for other names than its address.
 */
async function exchange(url: string, { method, headers, body, timeoutMs }: DemoRequest): Promise<void> {
  const options = { method, headers, signal: AbortSignal.timeout(timeoutMs), rejectUnauthorized: false };
  // Loaded on demand: a server without TLS does not need node:https.
  const { request: open } = url.startsWith('https:') ? await import('node:https') : await import('node:http');
  const request = open(url, options);
  // An error after the response would otherwise be unhandled.
  request.on('error', () => undefined).end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined).resume();
  await once(response, 'end', { signal: options.signal });
}

/** How often the receiver fails a delivery, as probabilities from 0 to 1. */
interface FailureRates {
  /** Draws a number from 0 (inclusive) to 1 (exclusive). */
  readonly draw: () => number;
  /** The probability of a response with status 503. */
  readonly overloaded: number;
  /** The probability that it closes the connection without a response. */
  readonly broken: number;
}

function respond(request: IncomingMessage, response: ServerResponse, rates: FailureRates): void {
  request.resume();
  const drawn = rates.draw();
  if (drawn < rates.broken) {
    request.socket.destroy();
    return;
  }
  request.once('end', () => {
    const isOverloaded = drawn < rates.broken + rates.overloaded;
    response.writeHead(isOverloaded ? 503 : 200, { 'Content-Type': 'application/json' });
    response.end(isOverloaded ? '{"error":"the queue is full"}' : '{"received":true}');
  });
}

/** The webhook endpoint of the demo's client on this machine. It acknowledges most deliveries and fails some. */
export class DemoReceiver {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a receiver on a free port of the loopback interface. */
  static async start(rates: FailureRates): Promise<DemoReceiver> {
    const server = createServer((request, response) => respond(request, response, rates));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    return new DemoReceiver(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/webhooks/energy`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

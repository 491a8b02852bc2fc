import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Account } from '../engine/account.ts';
import type { Core } from '../runtime/core.ts';
import { VERSION } from '../version.ts';
import { EventLoopLag } from './event-loop-lag.ts';
import { folderSize } from './folder-size.ts';
import type { TrafficCounts } from './traffic-counts.ts';

/** What is measured. */
interface MeasuredSandbox {
  readonly core: Core;
  readonly traffic: TrafficCounts;
  /** The data folder; undefined if state is kept in memory. */
  readonly data: string | undefined;
}

const PREFIX = 'energy_sandbox_';

const sum = (accounts: readonly Account[], count: (account: Account) => number): number =>
  accounts.reduce((total, account) => total + count(account), 0);

/** The metrics of a server in the text format of Prometheus. Everything is read when it is asked for. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #sandbox: MeasuredSandbox;
  readonly #eventLoopLag: EventLoopLag;
  /** The measurement of the data folder that is under way, which later scrapes wait for as well; null if none is. */
  #size: Promise<number> | null = null;

  constructor(sandbox: MeasuredSandbox) {
    this.#sandbox = sandbox;
    collectDefaultMetrics({ register: this.#registry });
    this.#eventLoopLag = new EventLoopLag(this.#registry);
    this.#addTraffic();
    this.#addAccounts();
  }

  /** The value of the response's Content-Type. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    await this.#eventLoopLag.read();
    return this.#registry.metrics();
  }

  #counter(
    name: string,
    help: string,
    labels: readonly [string, string],
    read: () => [string, string, number][],
  ) {
    new Counter({
      name: PREFIX + name,
      help,
      labelNames: labels,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [first, second, count] of read())
          this.inc({ [labels[0]]: first, [labels[1]]: second }, count);
      },
    });
  }

  #gauge(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name: PREFIX + name,
      help,
      registers: [this.#registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  #addTraffic(): void {
    const { traffic } = this.#sandbox;
    this.#counter(
      'requests_total',
      'Requests to the service API, by operation and status code.',
      ['operation', 'code'],
      () => traffic.requests(),
    );
    this.#counter(
      'delivery_attempts_total',
      'Finished deliveries of webhooks, by kind and outcome.',
      ['kind', 'outcome'],
      () => traffic.attempts(),
    );
  }

  #addAccounts(): void {
    const { core, data } = this.#sandbox;
    const { accounts, runner } = core;
    new Gauge({
      name: `${PREFIX}info`,
      help: 'Always 1; the label is the version of the server.',
      labelNames: ['version'],
      registers: [this.#registry],
    }).set({ version: VERSION }, 1);
    this.#gauge('accounts', 'Accounts on the server.', () => accounts.list().length);
    this.#gauge('accounts_in_trouble', 'Accounts that failed, are being moved, or cannot be stored.', () =>
      sum(accounts.list(), account => Number(runner.trouble(account) !== null)),
    );
    this.#gauge('orders', 'Orders of all accounts.', () =>
      sum(accounts.list(), ({ state }) => state.orders.length),
    );
    this.#gauge(
      'scheduled_work',
      'State transitions, refunds and delivery attempts that are scheduled.',
      () => sum(accounts.list(), ({ state }) => state.agenda.length),
    );
    this.#gauge('deliveries_in_flight', 'Delivery attempts that wait for the response of a receiver.', () =>
      sum(accounts.list(), ({ state }) => Object.keys(state.inFlight).length),
    );
    if (data !== undefined) {
      this.#gauge('data_bytes', 'Size of the data folder.', () => this.#dataBytes(data));
    }
  }

  #dataBytes(folder: string): Promise<number> {
    this.#size ??= folderSize(folder).finally(() => {
      this.#size = null;
    });
    return this.#size;
  }
}

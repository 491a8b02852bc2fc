import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import type { Account } from '../core/engine/account.ts';
import { inParallel } from '../host/node/concurrency.ts';
import { VERSION } from '../host/node/version.ts';
import type { SandboxCore } from '../host/sandbox-core.ts';
import { DURATION_BOUNDS_S, type TrafficCounts } from './observers.ts';

/** How many files are measured at a time. Each waits for the writes that Node's thread pool does before it. */
const MEASURED_AT_A_TIME = 256;

/**
 * The size of the files in a folder, in bytes. A file that disappears meanwhile is not counted, nor is a folder that may
 * not be read: a volume can have a folder such as `lost+found` that belongs to another user.
 */
async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await inParallel(entries, MEASURED_AT_A_TIME, async entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return folderSize(path);
    return entry.isFile() ? ((await lstat(path).catch(() => null))?.size ?? 0) : 0;
  });
  return sizes.reduce((total, size) => total + size, 0);
}

/**
 * Metrics of prom-client that show NaN or 292 years if nothing was measured since the previous scrape, or before the
 * first scrape. `nodejs_eventloop_lag_seconds` remains.
 */
const MISLEADING = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  figure => `nodejs_eventloop_lag_${figure}_seconds`,
);

/** The parts of a sandbox that the metrics measure. */
interface MeasuredSandbox {
  readonly core: SandboxCore;
  readonly traffic: TrafficCounts;
  /** The data folder; undefined if state is kept in memory. */
  readonly data: string | undefined;
}

const PREFIX = 'energy_sandbox_';

const sum = (accounts: readonly Account[], count: (account: Account) => number): number =>
  accounts.reduce((total, account) => total + count(account), 0);

/** The metrics of a server in the text format of Prometheus. Each scrape reads all values. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #sandbox: MeasuredSandbox;
  /** The measurement of the data folder in progress, for which later scrapes also wait; null if none is in progress. */
  #size: Promise<number> | null = null;

  constructor(sandbox: MeasuredSandbox) {
    this.#sandbox = sandbox;
    collectDefaultMetrics({ register: this.#registry });
    for (const name of MISLEADING) this.#registry.removeSingleMetric(name);
    this.#addTraffic();
    this.#addAccounts();
  }

  /** The value of the response's Content-Type. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #counter(
    name: string,
    help: string,
    labels: readonly string[],
    read: () => readonly [...labels: string[], count: number][],
  ) {
    new Counter({
      name: PREFIX + name,
      help,
      labelNames: labels,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const row of read())
          this.inc(
            Object.fromEntries(labels.map((label, index) => [label, row[index]])),
            row.at(-1) as number,
          );
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
      () => traffic.requests.entries(),
    );
    this.#addDurations();
    this.#counter(
      'control_calls_total',
      'Calls of the control API, by operation and status code.',
      ['operation', 'code'],
      () => traffic.controlCalls.entries(),
    );
    this.#counter('log_lines_skipped_total', 'Lines that the log left out.', [], () => [
      [traffic.skippedLines],
    ]);
    this.#counter(
      'delivery_attempts_total',
      'Finished deliveries of webhooks, by kind and outcome.',
      ['kind', 'outcome'],
      () => traffic.attempts.entries(),
    );
  }

  /** The histogram of durations. prom-client's own class has no way to take counts that exist already. */
  #addDurations(): void {
    const { traffic } = this.#sandbox;
    const name = `${PREFIX}request_duration_seconds`;
    const help = 'Time from the head of a service request to its response, scripted delays included.';
    const values = () => {
      let total = 0;
      const buckets = [...DURATION_BOUNDS_S, '+Inf'].map((le, index) => {
        total += traffic.durations[index]!;
        return { metricName: `${name}_bucket`, labels: { le }, value: total };
      });
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels: {}, value: traffic.durationSumMs / 1_000 },
        { metricName: `${name}_count`, labels: {}, value: total },
      ];
    };
    const histogram = { name, get: async () => ({ name, help, type: 'histogram', values: values() }) };
    this.#registry.registerMetric(histogram as unknown as Metric);
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
    this.#gauge('accounts_in_trouble', 'Accounts that failed or cannot be stored.', () =>
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

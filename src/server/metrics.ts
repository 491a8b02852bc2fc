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

interface MeasuredSandbox {
  readonly core: SandboxCore;
  readonly traffic: TrafficCounts;
  /** The data folder; undefined if state is kept in memory. */
  readonly data: string | undefined;
}

const PREFIX = 'energy_sandbox_';

type Row = readonly [...labels: string[], count: number];

function addCounter(
  registry: Registry,
  name: string,
  help: string,
  labels: readonly string[],
  read: () => readonly Row[],
): void {
  new Counter({
    name: PREFIX + name,
    help,
    labelNames: labels,
    registers: [registry],
    collect() {
      this.reset();
      for (const row of read()) {
        const values = Object.fromEntries(labels.map((label, index) => [label, row[index]]));
        this.inc(values, row.at(-1) as number);
      }
    },
  });
}

function addTraffic(registry: Registry, traffic: TrafficCounts): void {
  const help = 'Requests to the service API, by operation and status code.';
  addCounter(registry, 'requests_total', help, ['operation', 'code'], () => traffic.requests.entries());
  registry.registerMetric(durationsOf(traffic));
  const calls = 'Calls of the control API, by operation and status code.';
  addCounter(registry, 'control_calls_total', calls, ['operation', 'code'], () =>
    traffic.controlCalls.entries(),
  );
  const lines = 'Lines that the log left out.';
  addCounter(registry, 'log_lines_skipped_total', lines, [], () => [[traffic.skippedLines]]);
  const attempts = 'Finished deliveries of webhooks, by kind and outcome.';
  addCounter(registry, 'delivery_attempts_total', attempts, ['kind', 'outcome'], () =>
    traffic.attempts.entries(),
  );
}

/** The histogram of durations. prom-client's own class has no way to take counts that exist already. */
function durationsOf(traffic: TrafficCounts): Metric {
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
  return histogram as unknown as Metric;
}

const OF_ACCOUNTS: readonly (readonly [
  name: string,
  help: string,
  count: (account: Account, core: SandboxCore) => number,
])[] = [
  ['accounts', 'Accounts on the server.', () => 1],
  [
    'accounts_in_trouble',
    'Accounts that failed or cannot be stored.',
    (account, { runner }) => Number(runner.trouble(account) !== null),
  ],
  ['orders', 'Orders of all accounts.', ({ state }) => state.orders.length],
  [
    'scheduled_work',
    'State transitions, refunds and delivery attempts that are scheduled.',
    ({ state }) => state.agenda.length,
  ],
  [
    'deliveries_in_flight',
    'Delivery attempts that wait for the response of a receiver.',
    ({ state }) => Object.keys(state.inFlight).length,
  ],
];

function addGauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>) {
  new Gauge({
    name: PREFIX + name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

function addDataBytes(registry: Registry, folder: string): void {
  /** The measurement in progress, for which later scrapes also wait; null if none is in progress. */
  let size: Promise<number> | null = null;
  addGauge(registry, 'data_bytes', 'Size of the data folder.', () => {
    size ??= folderSize(folder).finally(() => {
      size = null;
    });
    return size;
  });
}

/** The metrics of a server in the text format of Prometheus. Each scrape reads all values. */
export function metricsOf({ core, traffic, data }: MeasuredSandbox): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISLEADING) registry.removeSingleMetric(name);
  addTraffic(registry, traffic);
  new Gauge({
    name: `${PREFIX}info`,
    help: 'Always 1; the label is the version of the server.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: VERSION }, 1);
  for (const [name, help, count] of OF_ACCOUNTS) {
    addGauge(registry, name, help, () =>
      core.accounts.list().reduce((total, account) => total + count(account, core), 0),
    );
  }
  if (data !== undefined) addDataBytes(registry, data);
  return registry;
}

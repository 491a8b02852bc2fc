import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { SimulatedHost } from '../system/integrators/simulated-host.ts';

const scrape = async ({ baseUrl }: TestSandbox, headers: Record<string, string> = {}) => {
  const response = await fetch(`${baseUrl}/_sandbox/metrics`, { headers });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

/** Activates a scenario. */
const addScenario = async ({ baseUrl }: TestSandbox, yaml: string): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ yaml });
  const url = `${baseUrl}/_sandbox/accounts/demo/scenarios`;
  const response = await fetch(url, { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject({ success: true });
};

/** The value of a series, such as `name{label="value"}`; null if there is none. */
const sampleOf = (text: string, series: string): number | null => {
  const line = text.split('\n').find(one => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length));
};

describe('the metrics', () => {
  test('count requests by operation and code, over all accounts', async () => {
    await using sandbox = await startTestSandbox();
    await sandbox.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    await sandbox.openAccount({ name: 'shop' }).api.balance();
    await sandbox.api.balance();
    await sandbox.api.as('nonsense').balance();
    const { text, type } = await scrape(sandbox);
    expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
    const requests = 'energy_sandbox_requests_total';
    expect(sampleOf(text, `${requests}{operation="createOrder",code="202"}`)).toBe(1);
    expect(sampleOf(text, `${requests}{operation="getBalance",code="200"}`)).toBe(2);
    expect(sampleOf(text, `${requests}{operation="getBalance",code="401"}`)).toBe(1);
    expect(sampleOf((await scrape(sandbox)).text, `${requests}{operation="getBalance",code="200"}`)).toBe(2);
  });

  test('count requests whose path the service does not have, whatever the path is', async () => {
    await using sandbox = await startTestSandbox();
    for (const path of ['/api/v1/one', '/api/v1/two']) await fetch(sandbox.baseUrl + path);
    const { text } = await scrape(sandbox);
    expect(text.match(/^energy_sandbox_requests_total.*/gm)).toEqual([
      expect.stringMatching(/\{operation="none",code="\d+"\} 2$/),
    ]);
  });

  test('have a cumulative histogram of the durations of requests, scripted delays included', async () => {
    const host = new SimulatedHost();
    await using sandbox = await startTestSandbox({ hostClock: host });
    const rule = (delay: string) =>
      `name: slow\nsummary: Slow.\nrequests:\n  - match: { operation: getBalance }\n    reply: { after: ${delay} }\n`;
    for (const [delay, ms] of [
      ['300ms', 300],
      ['20s', 20_000],
    ] as const) {
      await addScenario(sandbox, rule(delay));
      const response = sandbox.api.balance();
      await host.isAwaited(ms);
      host.pass(ms);
      await response;
    }
    await sandbox.api.status({ id: 1 });
    const { text } = await scrape(sandbox);
    const name = 'energy_sandbox_request_duration_seconds';
    const bucket = (le: string) => sampleOf(text, `${name}_bucket{le="${le}"}`);
    expect([bucket('0.0005'), bucket('0.25'), bucket('0.5'), bucket('10'), bucket('+Inf')]).toEqual([
      1, 1, 2, 2, 3,
    ]);
    expect([sampleOf(text, `${name}_count`), sampleOf(text, `${name}_sum`)]).toEqual([3, 20.3]);
    expect(text).toContain(`# TYPE ${name} histogram`);
  });

  test('count control calls by operation and code', async () => {
    await using sandbox = await startTestSandbox();
    const account = `${sandbox.baseUrl}/_sandbox/accounts/`;
    for (const name of ['demo', 'demo', 'nobody']) await (await fetch(account + name)).text();
    const calls = 'energy_sandbox_control_calls_total';
    const { text } = await scrape(sandbox);
    expect(sampleOf(text, `${calls}{operation="getAccount",code="200"}`)).toBe(2);
    expect(sampleOf(text, `${calls}{operation="getAccount",code="404"}`)).toBe(1);
  });

  test('count delivery attempts by outcome, and show what is scheduled and stored', async () => {
    await using sandbox = await startTestSandbox();
    const receiver = await sandbox.receive();
    receiver.always(500);
    await sandbox.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    await sandbox.quiet();
    const { text } = await scrape(sandbox);
    const attempts = 'energy_sandbox_delivery_attempts_total';
    expect(sampleOf(text, `${attempts}{kind="attempt",outcome="refused"}`)).toBe(1);
    expect(sampleOf(text, 'energy_sandbox_accounts')).toBe(1);
    expect(sampleOf(text, 'energy_sandbox_orders')).toBe(1);
    // The next state of the order, and the next attempt.
    expect(sampleOf(text, 'energy_sandbox_scheduled_work')).toBe(sandbox.state.agenda.length);
    expect(sandbox.state.agenda.length).toBeGreaterThan(1);
    expect(sampleOf(text, 'energy_sandbox_deliveries_in_flight')).toBe(0);
    expect(sampleOf(text, 'energy_sandbox_accounts_in_trouble')).toBe(0);
    expect(text).not.toContain('energy_sandbox_data_bytes');
  });

  test('show no NaN and no impossible duration, in the first scrape and in scrapes at the same time', async () => {
    await using sandbox = await startTestSandbox();
    const texts = [(await scrape(sandbox)).text];
    texts.push(...(await Promise.all([1, 2, 3].map(async () => (await scrape(sandbox)).text))));
    for (const text of texts) {
      expect(text).not.toMatch(/NaN|Infinity/);
      const lags = [...text.matchAll(/^nodejs_eventloop_lag_\w+ (\S+)$/gm)].map(([, value]) => Number(value));
      expect(lags).toHaveLength(1);
      expect(lags[0]).toBeLessThan(3_600);
    }
  });

  test('measure a large data folder in a few passes while the disk is busy', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'metrics-'));
    const files = 1_000;
    let isBusy = true;
    let passed = 0;
    // Like writes, these jobs wait in the queue of Node's thread pool, ahead of each file that is measured later.
    const keepBusy = (): void =>
      randomBytes(1, () => {
        passed += 1;
        if (isBusy) keepBusy();
      });
    try {
      for (let number = 0; number < files; number++) await writeFile(join(folder, `${number}.txt`), 'four');
      await using sandbox = await startTestSandbox({ data: folder });
      for (let job = 0; job < 16; job++) keepBusy();
      const { text } = await scrape(sandbox);
      expect(passed).toBeLessThan(files);
      expect(sampleOf(text, 'energy_sandbox_data_bytes')).toBeGreaterThan(4 * files);
    } finally {
      isBusy = false;
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('show the size of the data folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'metrics-'));
    try {
      await using sandbox = await startTestSandbox({ data: folder });
      await sandbox.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
      expect(sampleOf((await scrape(sandbox)).text, 'energy_sandbox_data_bytes')).toBeGreaterThan(100);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

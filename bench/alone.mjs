import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureDeliveries } from './deliveries.mjs';
import { load } from './load.mjs';
import { memoryMb, processorS } from './process.mjs';
import { REQUESTS } from './requests.mjs';
import { call, fill, withSandbox } from './sandbox.mjs';

/** Time of an order and of a status request as the account fills. */
async function measureGrowth({ seconds, say }) {
  return withSandbox(['--clock', 'manual'], async (server, at) => {
    const rows = [];
    let stored = 0;
    for (const orders of [1_000, 100_000, 1_000_000]) {
      say(`growth: ${orders} orders`);
      await fill(at, stored, orders);
      stored = orders;
      const row = { orders, memoryMb: memoryMb(server.pid) };
      for (const name of ['POST order', 'GET status']) {
        const before = processorS(server.pid);
        const result = await load(at, REQUESTS[name], seconds);
        row[name] = {
          perSecond: result.perSecond,
          processorUs: ((processorS(server.pid) - before) * 1e6) / result.requests,
        };
      }
      rows.push(row);
    }
    return rows;
  });
}

/** The longest time that a probe's request waited, while something else went on. */
async function longestWait(at, work) {
  let ended = false;
  let longestMs = 0;
  // The first of the sandbox's own calls loads them.
  await call(at, 'GET', '/healthz').catch(() => undefined);
  const probe = (async () => {
    while (!ended) {
      const askedMs = performance.now();
      await call(at, 'GET', '/healthz').catch(() => undefined);
      longestMs = Math.max(longestMs, performance.now() - askedMs);
    }
  })();
  const result = await work();
  ended = true;
  await probe;
  return { result, longestMs };
}

async function measureAdvance({ say }) {
  const orders = 100_000;
  say(`advance: ${orders} orders through their life`);
  return withSandbox(['--clock', 'manual'], async (server, at) => {
    const idleMb = memoryMb(server.pid);
    await fill(at, 0, orders);
    const { result, longestMs } = await longestWait(at, async () => {
      const startedMs = performance.now();
      await call(at, 'POST', '/_sandbox/accounts/demo/clock/advance', { until: 'idle' });
      return performance.now() - startedMs;
    });
    const memory = memoryMb(server.pid);
    return {
      orders,
      advanceMs: result,
      longestWaitMs: longestMs,
      bytesAnOrder: ((memory - idleMb) * 2 ** 20) / orders,
    };
  });
}

async function measureAccounts({ say }) {
  const accounts = 10_000;
  say(`${accounts} accounts`);
  return withSandbox([], async (server, at) => {
    const idleMb = memoryMb(server.pid);
    const startedMs = performance.now();
    let made = 0;
    const worker = async () => {
      while (made++ < accounts) await call(at, 'POST', '/_sandbox/accounts', {});
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    const eachMs = (performance.now() - startedMs) / accounts;
    return { accounts, eachMs, kilobytesEach: ((memoryMb(server.pid) - idleMb) * 1024) / accounts };
  });
}

async function measureInProcess({ say }) {
  say('createSandbox in a warm process');
  const { createSandbox } = await import('../dist/index.js');
  const times = [];
  for (let round = 0; round < 20; round++) {
    const startedMs = performance.now();
    const sandbox = await createSandbox();
    const account = await sandbox.createAccount();
    await fetch(`${account.baseUrl}/api/v1/balance/`, {
      headers: { authorization: `Bearer ${account.apiKey}` },
    });
    times.push(performance.now() - startedMs);
    await sandbox.close();
  }
  const warm = times.slice(5).sort((a, b) => a - b);
  return { firstMs: times[0], warmMedianMs: warm[Math.floor(warm.length / 2)] };
}

/** What it costs that an order is on disk before its answer leaves. */
async function measureKeptState({ seconds, rounds, say }) {
  const rates = { memory: [], disk: [] };
  for (let round = 0; round < rounds; round++) {
    for (const kind of round % 2 ? ['disk', 'memory'] : ['memory', 'disk']) {
      say(`kept state, round ${round + 1}: ${kind}`);
      const folder = mkdtempSync(join(tmpdir(), 'bench-data-'));
      const flags = kind === 'disk' ? ['--data', folder] : [];
      const { perSecond } = await withSandbox(flags, (_, at) => load(at, REQUESTS['POST order'], seconds));
      rates[kind].push(perSecond);
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rates;
}

/** What a quote costs beyond a balance: parsing its query, validating and pricing it. */
async function measureQuote({ seconds, say }) {
  say('quote');
  return withSandbox([], async (server, at) => {
    const cost = async request => {
      await load(at, request, 1);
      const before = processorS(server.pid);
      const { requests } = await load(at, request, seconds);
      return ((processorS(server.pid) - before) * 1e6) / requests;
    };
    const balanceUs = await cost(REQUESTS['GET balance']);
    const quoteUs = await cost({ method: 'GET', path: '/api/v1/quote/?package_id=1&duration_minutes=15' });
    return { balanceUs, quoteUs };
  });
}

/** Everything that concerns this server alone. */
export async function measureAlone(options) {
  return {
    growth: await measureGrowth(options),
    advance: await measureAdvance(options),
    deliveries: await measureDeliveries(options),
    accounts: await measureAccounts(options),
    inProcess: await measureInProcess(options),
    keptState: await measureKeptState(options),
    quote: await measureQuote(options),
  };
}

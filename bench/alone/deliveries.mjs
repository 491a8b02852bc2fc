import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { call, fill, longestBlock, withSandbox } from '../sandbox.mjs';

const ORDERS = 25_000;
/** An order has five events. The first occurs before there is a destination, so it is not sent. */
const EVENTS_PER_ORDER = 4;
const WEBHOOKS = ORDERS * EVENTS_PER_ORDER;
const RECEIVER = fileURLToPath(new URL('../servers/receiver.mjs', import.meta.url));

/** A receiver in a process of its own that accepts everything. */
export async function startReceiver() {
  const child = fork(RECEIVER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [port] = await once(child, 'message');
  return { port, stop: () => child.kill() };
}

/** The rate of a bare pool of the same HTTP client, with 64 connections and bodies of the same size. */
async function barePool(port, total) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 });
  const body = Buffer.alloc(520, 'x');
  let sent = 0;
  const startedMs = performance.now();
  const worker = async () => {
    while (sent++ < total) {
      const response = await pool.request({
        method: 'POST',
        path: '/',
        headers: { 'content-type': 'application/json' },
        body,
      });
      await response.body.dump();
    }
  };
  await Promise.all(Array.from({ length: 64 }, worker));
  const perSecond = total / ((performance.now() - startedMs) / 1000);
  await pool.close();
  return perSecond;
}

/** Places orders, and delivers their webhooks by `advance`: four for each order. */
export async function deliver(port, orders) {
  const destination = `http://127.0.0.1:${port}/`;
  const work = async (server, at) => {
    await fill(at, 0, orders);
    await call(at, 'PUT', '/_sandbox/accounts/demo/webhook', { url: destination });
    // The first webhook loads the HTTP client; this is not measured.
    await fill(at, orders, orders + 1);
    await call(at, 'POST', '/_sandbox/accounts/demo/clock/advance', { by: '1s' });
    await longestBlock(server);
    const startedMs = performance.now();
    await call(at, 'POST', '/_sandbox/accounts/demo/clock/advance', { until: 'idle' });
    const perSecond = (orders * EVENTS_PER_ORDER) / ((performance.now() - startedMs) / 1000);
    return { perSecond, ...(await longestBlock(server)) };
  };
  return withSandbox(['--clock', 'manual'], work, { isPinned: false, isWatched: true });
}

/** Measures signed webhooks by `advance` and the bare client in alternation. */
export async function measureDeliveries({ rounds, log }) {
  const receiver = await startReceiver();
  const barePerSecond = [];
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    log(`deliveries, round ${round + 1}`);
    barePerSecond.push(await barePool(receiver.port, WEBHOOKS));
    runs.push(await deliver(receiver.port, ORDERS));
  }
  receiver.stop();
  return { webhooks: WEBHOOKS, barePerSecond, runs };
}

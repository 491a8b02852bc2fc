// What only a server by itself can show. Each measurement starts new processes and returns named figures.
import { once } from 'node:events';
import { Pool } from 'undici';
import { median } from './compare.mjs';
import { load } from './load.mjs';
import { processorUs, send, startServer, stopServer } from './process.mjs';
import { BULK, orderOf, REQUESTS } from './requests.mjs';
import { bare, sandbox } from './servers/definitions.mjs';

const MANUAL = ['--clock', 'manual'];

async function withServer(definition, work) {
  const server = await startServer(definition);
  try {
    return await work(server);
  } finally {
    await stopServer(server);
  }
}

/** What servers/watch.mjs reports. */
async function observe({ child }) {
  const reply = once(child, 'message');
  child.send('report');
  return (await reply)[0];
}

/** @throws if the response is an error */
async function call(server, method, path, content, apiKey) {
  const response = await send(server, { method, path, body: JSON.stringify(content), apiKey });
  const envelope = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(envelope)}`);
  return envelope.data;
}

/** Repeats a call, several at a time. @returns the number of calls per second */
async function repeat(count, one, atOnce = 16) {
  const startedMs = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < count) await one(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (count * 1000) / (performance.now() - startedMs);
}

/** Places orders in bulk. @returns the id of one of them */
async function fill(server, orders, { apiKey, prefix = 'fill' } = {}) {
  let id;
  await repeat(orders / BULK, async bulk => {
    const items = Array.from({ length: BULK }, (_, index) => orderOf(`${prefix}-${bulk}-${index}`));
    const { results } = await call(server, 'POST', '/api/v1/orders/bulk/', { orders: items }, apiKey);
    id = results[0].order.id;
  });
  return id;
}

const advance = (server, step) => call(server, 'POST', '/_sandbox/accounts/demo/clock/advance', step);

/** The processor time to create an account over HTTP, in milliseconds. */
export const accounts = ({ accounts: count }) =>
  withServer(sandbox(), async server => {
    const create = () => repeat(count, () => call(server, 'POST', '/_sandbox/accounts', {}));
    await create();
    const beforeUs = processorUs(server);
    await create();
    return { account: (processorUs(server) - beforeUs) / 1000 / count };
  });

/** As long as the body that the sandbox sends. */
const WEBHOOK_BODY = JSON.stringify({ external_id: 'x'.repeat(500) });
const WEBHOOK_CONNECTIONS = 64;
/** An order has five events. The first occurs before there is a destination, so it is not sent. */
const SENT_PER_ORDER = 4;

/** The rate of a bare pool of the HTTP client that the sandbox uses. */
async function sendBare(port, count) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: WEBHOOK_CONNECTIONS });
  const request = {
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/json' },
    body: WEBHOOK_BODY,
  };
  const rate = await repeat(
    count,
    async () => (await pool.request(request)).body.dump(),
    WEBHOOK_CONNECTIONS,
  );
  await pool.close();
  return rate;
}

const deliver = (port, orders) =>
  withServer(sandbox({ flags: MANUAL, watch: [], isPinned: false }), async server => {
    await fill(server, orders);
    await call(server, 'PUT', '/_sandbox/accounts/demo/webhook', { url: `http://127.0.0.1:${port}/` });
    // The first webhook loads the HTTP client; this is not measured.
    await fill(server, BULK, { prefix: 'first' });
    await advance(server, { by: '1s' });
    await observe(server);
    const rate = SENT_PER_ORDER * orders * (await repeat(1, () => advance(server, { until: 'idle' })));
    return { rate, blockMs: (await observe(server)).blockMs };
  });

/** Signed webhooks to a bare server, next to a bare client, and the longest block of the event loop in milliseconds. */
export const webhooks = ({ orders, repeats }) =>
  withServer(bare('raw', { isPinned: false }), async ({ port }) => {
    const ratios = [];
    const blocksMs = [];
    for (let round = 0; round < repeats; round++) {
      const bareRate = await sendBare(port, orders * SENT_PER_ORDER);
      const { rate, blockMs } = await deliver(port, orders);
      ratios.push(rate / bareRate);
      blocksMs.push(blockMs);
    }
    return { webhooks: median(ratios), webhookBlock: median(blocksMs) };
  });

/** A busy test suite has about as many connections. */
const USUAL = { connections: 8 };

/** The longest block of the event loop under bulk requests, in milliseconds. */
export async function bulks({ repeats }) {
  const blocksMs = [];
  for (let round = 0; round < repeats; round++) {
    await withServer(sandbox({ watch: [], isPinned: false }), async server => {
      await load(server, REQUESTS['POST bulk of 50'], USUAL);
      await observe(server);
      await load(server, REQUESTS['POST bulk of 50'], USUAL);
      blocksMs.push((await observe(server)).blockMs);
    });
  }
  return { bulkBlock: median(blocksMs) };
}

/** The processor time of a kind of request to the second of two accounts, against the first. */
async function compareAccounts(server, pair, kind, slices) {
  const ratios = [];
  for (let slice = -1; slice < slices; slice++) {
    const us = [];
    for (const { apiKey, id } of pair) {
      const path = REQUESTS[kind].path.replace(/id=\d+/, `id=${id}`);
      us.push((await load(server, { ...REQUESTS[kind], path, apiKey })).processorUs);
    }
    if (slice >= 0) ratios.push(us[1] / us[0]);
  }
  return median(ratios);
}

/** Both accounts are in one process, so that equally optimized code serves them. */
export const growth = ({ slices }) =>
  withServer(sandbox({ flags: MANUAL }), async server => {
    const pair = [];
    for (const orders of [1_000, 20_000]) {
      const { api_key: apiKey } = await call(server, 'POST', '/_sandbox/accounts', {});
      pair.push({ apiKey, id: await fill(server, orders, { apiKey }) });
    }
    const statusGrowth = await compareAccounts(server, pair, 'GET status', slices);
    return { statusGrowth, postGrowth: await compareAccounts(server, pair, 'POST order', slices) };
  });

/** So large that nothing is collected while allocation is measured. */
const watch = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'];

/** The bytes that a POST allocates, and those that remain on the heap for an order, once it is completed by `settle`. */
const measureMemory = (definition, posts, settle) =>
  withServer(definition, async server => {
    // Fills the journal, whose size is limited.
    await load(server, REQUESTS['POST order']);
    await settle(server);
    const { keptBytes: before } = await observe(server);
    await repeat(posts, n => call(server, 'POST', '/api/v1/order/', orderOf(`one-${n}`)));
    const { usedBytes } = await observe(server);
    const { requests: more } = await load(server, REQUESTS['POST order']);
    await settle(server);
    const { keptBytes } = await observe(server);
    return { allocated: (usedBytes - before) / posts, retained: (keptBytes - before) / (posts + more) };
  });

/** See measureMemory. */
export const memory = ({ posts }) =>
  measureMemory(sandbox({ flags: MANUAL, watch }), posts, server => advance(server, { until: 'idle' }));

/** The same of the floor, whose orders are complete at once. */
export const floorMemory = ({ posts }) => measureMemory(bare('floor', { watch }), posts, () => undefined);

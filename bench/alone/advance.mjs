import { call, fill, longestBlock, withSandbox } from '../sandbox.mjs';

const ORDERS = 100_000;

async function once() {
  const options = { isPinned: false, isWatched: true };
  return withSandbox(
    ['--clock', 'manual'],
    async (server, at) => {
      await fill(at, 0, ORDERS);
      // The first call to the control API loads it; this is not measured.
      await call(at, 'GET', '/_sandbox/accounts/demo/clock');
      await longestBlock(server);
      const startedMs = performance.now();
      await call(at, 'POST', '/_sandbox/accounts/demo/clock/advance', { until: 'idle' });
      return { tookMs: performance.now() - startedMs, ...(await longestBlock(server)) };
    },
    options,
  );
}

/** Advances orders through their whole lifecycle without a webhook destination. */
export async function measureAdvance({ rounds, log }) {
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    log(`advance, round ${round + 1}: ${ORDERS} order lifecycles`);
    runs.push(await once());
  }
  return { orders: ORDERS, runs };
}

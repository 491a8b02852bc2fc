import { call, fill, longestBlockMs, withSandbox } from '../sandbox.mjs';

const ORDERS = 100_000;

async function once() {
  const options = { isPinned: false, isWatched: true };
  return withSandbox(
    ['--clock', 'manual'],
    async (server, at) => {
      await fill(at, 0, ORDERS);
      // The first of the sandbox's own calls loads them.
      await call(at, 'GET', '/_sandbox/accounts/demo/clock');
      await longestBlockMs(server);
      const startedMs = performance.now();
      await call(at, 'POST', '/_sandbox/accounts/demo/clock/advance', { until: 'idle' });
      return { tookMs: performance.now() - startedMs, blockMs: await longestBlockMs(server) };
    },
    options,
  );
}

/** Orders through their whole life, five transitions each, without a destination. */
export async function measureAdvance({ rounds, say }) {
  const runs = [];
  for (let round = 0; round < rounds; round++) {
    say(`advance, round ${round + 1}: ${ORDERS} orders through their life`);
    runs.push(await once());
  }
  return { orders: ORDERS, runs };
}

import { load } from '../load.mjs';
import { median } from '../median.mjs';
import { memoryMb, processorS } from '../process.mjs';
import { REQUESTS } from '../requests.mjs';
import { fill, withSandbox } from '../sandbox.mjs';

const STORED = [1_000, 100_000, 1_000_000];
const MEASURED = ['POST order', 'GET status'];

async function measureOnce(server, at, name, seconds) {
  const before = processorS(server.pid);
  const { requests } = await load(at, REQUESTS[name], seconds);
  return ((processorS(server.pid) - before) * 1e6) / requests;
}

/** Processor time of an order and of a status request as the account fills. */
export const measureGrowth = ({ rounds, seconds, say }) =>
  withSandbox(['--clock', 'manual'], async (server, at) => {
    const rows = [];
    let stored = 0;
    for (const orders of STORED) {
      say(`growth: ${orders} orders`);
      await fill(at, stored, orders);
      stored = orders;
      const row = { orders, memoryMb: memoryMb(server.pid) };
      const runs = { 'POST order': [], 'GET status': [] };
      // In turn, after one that does not count: the collector sweeps up behind what went before.
      for (let round = -1; round < rounds; round++) {
        for (const name of MEASURED) {
          const processorUs = await measureOnce(server, at, name, seconds);
          if (round >= 0) runs[name].push(processorUs);
        }
      }
      for (const name of MEASURED) row[name] = { processorUs: median(runs[name]), runs: runs[name] };
      rows.push(row);
    }
    return rows;
  });

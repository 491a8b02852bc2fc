import { loadMeasured } from '../load.mjs';
import { median } from '../median.mjs';
import { memoryMb } from '../process.mjs';
import { REQUESTS } from '../requests.mjs';
import { fill, withSandbox } from '../sandbox.mjs';

const STORED = [1_000, 100_000, 1_000_000];
const MEASURED = ['POST order', 'GET status'];

/** The time of an order and of a status request, and what they take of the processor, as the account fills. */
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
          const run = await loadMeasured(server, at, REQUESTS[name], seconds);
          if (round >= 0) runs[name].push(run);
        }
      }
      for (const name of MEASURED) {
        row[name] = {
          processorUs: median(runs[name].map(run => run.processorUs)),
          p50Ms: median(runs[name].map(run => run.p50Ms)),
        };
      }
      rows.push(row);
    }
    return rows;
  });

import { loadMeasured } from '../load.mjs';
import { median } from '../median.mjs';
import { memoryMb } from '../process.mjs';
import { REQUESTS } from '../requests.mjs';
import { fill, withSandbox } from '../sandbox.mjs';

const STORED = [1_000, 100_000, 1_000_000];
const MEASURED = ['POST order', 'GET status'];

/** The latency and processor time of order and status requests as the number of stored orders grows. */
export const measureGrowth = ({ rounds, seconds, log }) =>
  withSandbox(['--clock', 'manual'], async (server, at) => {
    const rows = [];
    let stored = 0;
    for (const orders of STORED) {
      log(`growth: ${orders} orders`);
      await fill(at, stored, orders);
      stored = orders;
      const row = { orders, memoryMb: memoryMb(server.pid) };
      const runs = { 'POST order': [], 'GET status': [] };
      // Requests alternate. The first round is not counted, because garbage of the fill is collected in it.
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

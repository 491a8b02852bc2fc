import { load } from '../load.mjs';
import { memoryMb, processorS } from '../process.mjs';
import { REQUESTS } from '../requests.mjs';
import { fill, withSandbox } from '../sandbox.mjs';

const STORED = [1_000, 100_000, 1_000_000];
const WARM_UP_S = 2;

/** Time of an order and of a status request as the account fills. */
export const measureGrowth = ({ seconds, say }) =>
  withSandbox(['--clock', 'manual'], async (server, at) => {
    const rows = [];
    let stored = 0;
    for (const orders of STORED) {
      say(`growth: ${orders} orders`);
      await fill(at, stored, orders);
      stored = orders;
      const row = { orders, memoryMb: memoryMb(server.pid) };
      for (const name of ['POST order', 'GET status']) {
        // What the filling left behind is swept up first.
        await load(at, REQUESTS[name], WARM_UP_S);
        const before = processorS(server.pid);
        const result = await load(at, REQUESTS[name], seconds);
        const processorUs = ((processorS(server.pid) - before) * 1e6) / result.requests;
        row[name] = { perSecond: result.perSecond, processorUs };
      }
      rows.push(row);
    }
    return rows;
  });

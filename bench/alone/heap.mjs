// Runs in a separate process with --expose-gc. Measures the heap that an order and an account take.
import { createSandbox } from '../../dist/index.js';
import { fill } from '../sandbox.mjs';

const ORDERS = 100_000;
const ACCOUNTS = 1_000;

const heapBytes = () => {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};

const sandbox = await createSandbox({ clock: 'manual', balanceTrx: 1_000_000_000, rateLimit: 1_000_000_000 });
const { port } = new URL(sandbox.url);
const demo = await sandbox.account('demo');

// Journals and indexes are allocated before the measurement.
await fill(port, 0, ORDERS / 10);
await demo.advance({ until: 'idle' });
const beforeOrders = heapBytes();
await fill(port, ORDERS / 10, ORDERS + ORDERS / 10);
await demo.advance({ until: 'idle' });
const bytesPerOrder = (heapBytes() - beforeOrders) / ORDERS;

for (let made = 0; made < ACCOUNTS; made++) await sandbox.createAccount();
const beforeAccounts = heapBytes();
const startedMs = performance.now();
for (let made = 0; made < ACCOUNTS; made++) await sandbox.createAccount();
const msPerAccount = (performance.now() - startedMs) / ACCOUNTS;
const bytesPerAccount = (heapBytes() - beforeAccounts) / ACCOUNTS;

process.send({ bytesPerOrder, msPerAccount, bytesPerAccount });
await sandbox.close();
process.disconnect();

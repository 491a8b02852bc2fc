// A process of its own, with the collector at hand: what an order and an account take of the heap.
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

// Journals and indexes are laid out before anything is counted.
await fill(port, 0, ORDERS / 10);
await demo.advance({ until: 'idle' });
const beforeOrders = heapBytes();
await fill(port, ORDERS / 10, ORDERS + ORDERS / 10);
await demo.advance({ until: 'idle' });
const bytesAnOrder = (heapBytes() - beforeOrders) / ORDERS;

for (let made = 0; made < ACCOUNTS; made++) await sandbox.createAccount();
const beforeAccounts = heapBytes();
const startedMs = performance.now();
for (let made = 0; made < ACCOUNTS; made++) await sandbox.createAccount();
const msAnAccount = (performance.now() - startedMs) / ACCOUNTS;
const bytesAnAccount = (heapBytes() - beforeAccounts) / ACCOUNTS;

process.send({ bytesAnOrder, msAnAccount, bytesAnAccount });
await sandbox.close();
process.disconnect();

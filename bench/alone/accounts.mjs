import { memoryMb, processorS } from '../process.mjs';
import { call, withSandbox } from '../sandbox.mjs';

const CONCURRENCY = 16;
/** A server has at most 10,000 accounts. */
const WARM_UP = 3_000;
const MEASURED = 6_000;

async function create(at, count) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await call(at, 'POST', '/_sandbox/accounts', {});
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** The processor time to create an account over HTTP, and the memory that it takes. */
export const measureAccounts = ({ log }) =>
  withSandbox([], async (server, at) => {
    log('accounts');
    await create(at, WARM_UP);
    const beforeMb = memoryMb(server.pid);
    const beforeS = processorS(server.pid);
    await create(at, MEASURED);
    return {
      accounts: MEASURED,
      // Null if the system does not report it.
      processorMs: beforeS === null ? null : ((processorS(server.pid) - beforeS) * 1000) / MEASURED,
      kilobytes: ((memoryMb(server.pid) - beforeMb) * 1024) / MEASURED,
    };
  });

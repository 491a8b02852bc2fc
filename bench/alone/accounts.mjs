import { load, loadMeasured } from '../load.mjs';
import { memoryMb } from '../process.mjs';
import { withSandbox } from '../sandbox.mjs';

const CREATE = { method: 'POST', path: '/_sandbox/accounts', body: '{}' };

/** The processor time to create an account over HTTP, and the memory that it takes. */
export const measureAccounts = ({ seconds, log }) =>
  withSandbox([], async (server, at) => {
    log('accounts');
    await load(at, CREATE, 1);
    const beforeMb = memoryMb(server.pid);
    const { requests, processorUs } = await loadMeasured(server, at, CREATE, seconds);
    return {
      accounts: requests,
      processorMs: processorUs / 1000,
      kilobytes: ((memoryMb(server.pid) - beforeMb) * 1024) / requests,
    };
  });

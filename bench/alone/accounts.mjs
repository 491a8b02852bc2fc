import { load, loadMeasured } from '../load.mjs';
import { memoryMb } from '../process.mjs';
import { withSandbox } from '../sandbox.mjs';

const CREATE = { method: 'POST', path: '/_sandbox/accounts', body: '{}' };

/** What it takes of the processor to make an account over HTTP, and of memory to hold it. */
export const measureAccounts = ({ seconds, say }) =>
  withSandbox([], async (server, at) => {
    say('accounts');
    await load(at, CREATE, 1);
    const beforeMb = memoryMb(server.pid);
    const { requests, processorUs } = await loadMeasured(server, at, CREATE, seconds);
    return {
      accounts: requests,
      processorMs: processorUs / 1000,
      kilobytes: ((memoryMb(server.pid) - beforeMb) * 1024) / requests,
    };
  });

import { load } from '../load.mjs';
import { memoryMb, processorS } from '../process.mjs';
import { withSandbox } from '../sandbox.mjs';

const CREATE = { method: 'POST', path: '/_sandbox/accounts', body: '{}' };

/** What it takes of the processor to make an account over HTTP, and of memory to hold it. */
export const measureAccounts = ({ seconds, say }) =>
  withSandbox([], async (server, at) => {
    say('accounts');
    await load(at, CREATE, 1);
    const [beforeS, beforeMb] = [processorS(server.pid), memoryMb(server.pid)];
    const { requests } = await load(at, CREATE, seconds);
    return {
      accounts: requests,
      processorMs: ((processorS(server.pid) - beforeS) * 1000) / requests,
      kilobytes: ((memoryMb(server.pid) - beforeMb) * 1024) / requests,
    };
  });

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const HEAP = fileURLToPath(new URL('heap.mjs', import.meta.url));

/** What an order whose life has ended and a fresh account take of the heap, and how long making an account takes. */
export async function measureMemory({ say }) {
  say('memory of orders and accounts');
  const child = fork(HEAP, { execArgv: ['--expose-gc'] });
  const [figures] = await once(child, 'message');
  await once(child, 'exit');
  return figures;
}

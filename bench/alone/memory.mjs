import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const HEAP = fileURLToPath(new URL('heap.mjs', import.meta.url));

/** The heap that a completed order and a fresh account take, and the time to create an account. */
export async function measureMemory({ log }) {
  log('memory of orders and accounts');
  const child = fork(HEAP, { execArgv: ['--expose-gc'] });
  const [figures] = await once(child, 'message');
  await once(child, 'exit');
  return figures;
}

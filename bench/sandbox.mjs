import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startServer, stopServer } from './process.mjs';
import { API_KEY, RECIPIENT } from './requests.mjs';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const BULK = 50;
const FIRST_PATH = '/api/v1/balance/';

let port = 4700;

const WATCH = new URL('alone/loop-watch.mjs', import.meta.url).href;

/**
 * Starts the sandbox for one measurement and stops it afterwards.
 * @param isPinned as in startServer
 * @param isWatched whether the event loop is monitored for `longestBlock`
 */
export async function withSandbox(flags, work, { isPinned = true, isWatched = false } = {}) {
  port += 1;
  const args = [
    ...(isWatched ? ['--import', WATCH] : []),
    CLI,
    '--quiet',
    '--port',
    String(port),
    '--rate-limit',
    '1000000000',
    '--balance',
    '1000000000',
    ...flags,
  ];
  const start = { command: process.execPath, args, isPinned, hasChannel: isWatched };
  const server = await startServer(start, port, FIRST_PATH);
  try {
    return await work(server, port);
  } finally {
    await stopServer(server);
  }
}

/**
 * The longest block of the event loop of a monitored sandbox since the previous call, in milliseconds, and how long of
 * it the thread waited for a processor.
 */
export async function longestBlock({ child }) {
  const reply = once(child, 'message');
  child.send('longest block?');
  return (await reply)[0];
}

/** Calls the sandbox with the key of the demo account. @throws if the response is an error */
export async function call(at, method, path, body) {
  const response = await fetch(`http://127.0.0.1:${at}${path}`, {
    method,
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(envelope)}`);
  return envelope.data;
}

/** Creates orders in the demo account, in bulk orders of 50 with a concurrency of eight. */
export async function fill(at, from, to) {
  let next = from;
  const worker = async () => {
    while (next < to) {
      const start = next;
      next += BULK;
      const orders = Array.from({ length: Math.min(BULK, to - start) }, (_, index) => ({
        external_id: `fill-${start + index}`,
        package_id: 1,
        address: RECIPIENT,
      }));
      await call(at, 'POST', '/api/v1/orders/bulk/', { orders });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

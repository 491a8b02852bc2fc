// Starts processes and nginx: node start.mjs 3
// With --without-nginx FIRST LAST, only processes: node start.mjs --without-nginx 4 4
// A process that ends is started again. Ctrl-C or SIGTERM stops all.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  addressOf,
  dataOf,
  LISTEN,
  PROGRAM,
  portOf,
  readLayout,
  startNginx,
  writeLayout,
} from './layout.mjs';

const RESTART_MS = 500;
/** A process that ends with an error so soon after its first start, or before it was ready, has a wrong setting. */
const FIRST_START_MS = 10_000;
const words = process.argv.slice(2);
const hasNginx = words[0] !== '--without-nginx';
const [first, last] = hasNginx ? [1, Number(words[0] ?? 3)] : words.slice(1).map(Number);
if (!(Number.isInteger(first) && Number.isInteger(last) && 1 <= first && first <= last)) {
  console.error('usage: node start.mjs PROCESSES, or node start.mjs --without-nginx FIRST LAST');
  process.exit(2);
}

const children = new Set();
/** The numbers of the processes that have accepted requests. */
const hasBeenReady = new Set();
let isStopping = false;

/** Runs a child until it ends. @throws Error if it cannot be started */
async function run(child) {
  children.add(child);
  try {
    await once(child, 'exit');
  } catch ({ code, path, message }) {
    throw new Error(code === 'ENOENT' ? `${path} is not installed, or not in PATH` : message);
  } finally {
    children.delete(child);
  }
}

/** Says why nothing can run, and stops all. */
function giveUp(message) {
  if (isStopping) return;
  console.error(message);
  process.exitCode = 1;
  stop();
}

/** Keeps a process of the sandbox running. */
async function keepRunning(number) {
  const [command, ...before] = PROGRAM;
  const flags = ['--port', portOf(number), '--data', dataOf(number)];
  const shared = [
    '--behind-balancer',
    '--public-url',
    process.env.SANDBOXES_PUBLIC_URL || `http://${LISTEN}`,
  ];
  for (let isFirst = true; !isStopping; isFirst = false) {
    const stdio = ['ignore', 'ignore', 'inherit'];
    const child = spawn(command, [...before, 'start', ...flags, ...shared].map(String), { stdio });
    const startedAt = performance.now();
    if (child.pid !== undefined)
      console.log(`process ${number}: pid ${child.pid}, port ${portOf(number)}, data ${dataOf(number)}`);
    await run(child);
    const isEarly = !hasBeenReady.has(number) || performance.now() - startedAt < FIRST_START_MS;
    if (isFirst && child.exitCode > 0 && isEarly)
      giveUp(`process ${number} ended with exit code ${child.exitCode}, as it says above; all are stopped`);
    if (!isStopping) await delay(RESTART_MS);
  }
}

/** Waits until a process accepts requests. */
async function ready(number) {
  while (!isStopping) {
    const response = await fetch(`http://${addressOf(number)}/readyz`).catch(() => null);
    if (response?.ok) {
      hasBeenReady.add(number);
      return;
    }
    await delay(50);
  }
}

function stop() {
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
}
process.on('SIGINT', stop).on('SIGTERM', stop);

const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
const running = numbers.map(number => keepRunning(number).catch(error => giveUp(error.message)));
await Promise.all(numbers.map(ready));
if (hasNginx && !isStopping) {
  const kept = await readLayout().catch(() => null);
  if (kept && kept.processes !== last) {
    giveUp(`the accounts are shared by ${kept.processes} processes; start as many, then use add-process.mjs`);
  } else {
    await writeLayout(kept ?? { processes: last, next: last, pins: {} });
    const nginx = run(startNginx('-g', 'daemon off;'));
    running.push(
      nginx.then(
        () => giveUp('nginx ended, as it says above; all are stopped'),
        error => giveUp(error.message),
      ),
    );
  }
}
if (!isStopping) console.log(hasNginx ? `ready: http://${LISTEN}` : 'ready');
await Promise.all(running);

// Starts processes and nginx: node start.mjs 3
// With --without-nginx FIRST LAST, only processes: node start.mjs --without-nginx 4 4
// With --only-nginx PROCESSES, only nginx: node start.mjs --only-nginx 3
// A process that ends is started again. Ctrl-C or SIGTERM stops all.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { dataOf, LISTEN, PROGRAM, portOf, readLayout, startNginx, writeLayout } from './layout.mjs';

const RESTART_MS = 500;
const POLL_MS = 50;
const PATIENCE_MS = 1_000;
const words = process.argv.slice(2);
const mode = words[0]?.startsWith('--') ? words.shift() : '--all';
const hasNginx = mode !== '--without-nginx';
const hasProcesses = mode !== '--only-nginx';
const [first, last] = hasNginx ? [1, Number(words[0] ?? 3)] : words.map(Number);
const isKnown = ['--all', '--only-nginx', '--without-nginx'].includes(mode);
if (!(isKnown && Number.isInteger(first) && Number.isInteger(last) && 1 <= first && first <= last)) {
  console.error(
    'usage: node start.mjs PROCESSES, node start.mjs --without-nginx FIRST LAST, or node start.mjs --only-nginx PROCESSES',
  );
  process.exit(2);
}

const children = new Set();
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

const endOf = ({ exitCode, signalCode }) => signalCode ?? `exit code ${exitCode}`;

/** Says why nothing can run, and stops all. */
function giveUp(message) {
  if (isStopping) return;
  console.error(message);
  process.exitCode = 1;
  stop();
}

/** Keeps a process of the sandbox running. @param onReady called when it accepts requests for the first time */
async function keepRunning(number, onReady) {
  const [command, ...before] = PROGRAM;
  const flags = ['--port', portOf(number), '--data', dataOf(number), '--json'];
  const shared = [
    '--behind-balancer',
    '--public-url',
    process.env.SANDBOXES_PUBLIC_URL || `http://${LISTEN}`,
  ];
  let hasBeenReady = false;
  while (!isStopping) {
    const stdio = ['ignore', 'pipe', 'inherit'];
    const child = spawn(command, [...before, 'start', ...flags, ...shared].map(String), { stdio });
    // With --json, it writes a line as soon as it listens. Whatever else answers at its port, nobody else writes that.
    child.stdout.on('data', () => {
      hasBeenReady = true;
      onReady();
    });
    if (child.pid !== undefined)
      console.log(`process ${number}: pid ${child.pid}, port ${portOf(number)}, data ${dataOf(number)}`);
    await run(child);
    if (!hasBeenReady)
      giveUp(`process ${number} ended with ${endOf(child)}, as it says above; all are stopped`);
    if (isStopping) return;
    console.log(`process ${number} ended with ${endOf(child)}; it is started again`);
    await delay(RESTART_MS);
  }
}

/** Starts nginx, and waits until it responds. */
async function startBalancer() {
  const kept = await readLayout().catch(() => null);
  // A process that is being removed may still have accounts.
  const needed = kept?.removed ?? kept?.processes ?? last;
  if (needed !== last) {
    giveUp(
      `${needed} processes have accounts: node start.mjs ${needed}; add-process.mjs and remove-process.mjs change that`,
    );
    return;
  }
  await writeLayout(kept ?? { processes: last, next: last, pins: {} });
  if (isStopping) return;
  running.push(
    run(startNginx('-g', 'daemon off;')).then(
      () => giveUp('nginx ended, as it says above; all are stopped'),
      error => giveUp(error.message),
    ),
  );
  while (!isStopping) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    if (
      await fetch(`http://${LISTEN}/healthz`, { signal }).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await delay(POLL_MS);
  }
}

function stop() {
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
}
process.on('SIGINT', stop).on('SIGTERM', stop);

const count = hasProcesses ? last - first + 1 : 0;
const numbers = Array.from({ length: count }, (_, index) => first + index);
const running = [];
const started = numbers.map(
  number =>
    new Promise(resolve => {
      running.push(
        keepRunning(number, resolve)
          .catch(error => giveUp(error.message))
          .finally(resolve),
      );
    }),
);
await Promise.all(started);
if (hasNginx && !isStopping) await startBalancer();
if (!isStopping) console.log(hasNginx ? `ready: http://${LISTEN}` : 'ready');
await Promise.all(running);

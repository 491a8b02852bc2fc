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
const words = process.argv.slice(2);
const hasNginx = words[0] !== '--without-nginx';
const [first, last] = hasNginx ? [1, Number(words[0] ?? 3)] : words.slice(1).map(Number);
if (!(Number.isInteger(first) && Number.isInteger(last) && 1 <= first && first <= last)) {
  console.error('usage: node start.mjs PROCESSES, or node start.mjs --without-nginx FIRST LAST');
  process.exit(2);
}

const children = new Set();
let isStopping = false;

/** Runs a child until it ends. */
async function run(child) {
  children.add(child);
  await once(child, 'exit');
  children.delete(child);
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
  while (!isStopping) {
    const stdio = ['ignore', 'ignore', 'inherit'];
    const child = spawn(command, [...before, 'start', ...flags, ...shared].map(String), { stdio });
    console.log(`process ${number}: pid ${child.pid}, port ${portOf(number)}, data ${dataOf(number)}`);
    await run(child);
    if (!isStopping) await delay(RESTART_MS);
  }
}

/** Waits until a process accepts requests. */
async function ready(number) {
  while (!isStopping) {
    const response = await fetch(`http://${addressOf(number)}/readyz`).catch(() => null);
    if (response?.ok) return;
    await delay(50);
  }
}

function stop() {
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
}
process.on('SIGINT', stop).on('SIGTERM', stop);

const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
const running = numbers.map(keepRunning);
await Promise.all(numbers.map(ready));
if (hasNginx && !isStopping) {
  const kept = await readLayout().catch(() => null);
  if (kept && kept.processes !== last) {
    console.error(
      `the accounts are shared by ${kept.processes} processes; start as many, then use add-process.mjs`,
    );
    process.exitCode = 1;
    stop();
  } else {
    await writeLayout(kept ?? { processes: last, next: last, pins: {} });
    const nginx = run(startNginx('-g', 'daemon off;'));
    nginx.then(() => {
      if (!isStopping) process.exitCode = 1;
      stop();
    });
    running.push(nginx);
  }
}
if (!isStopping) console.log(hasNginx ? `ready: http://${LISTEN}` : 'ready');
await Promise.all(running);

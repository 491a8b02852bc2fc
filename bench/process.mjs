// Starts, observes and stops servers. Processor time and memory are NaN on systems other than Linux.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { API_KEY, REQUESTS } from './requests.mjs';

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 2;
const isLinux = process.platform === 'linux';

/** The command line that runs a program on one core only, so that a server and its load do not share one. */
export const onCore = (core, command) => (isLinux ? ['taskset', '-c', String(core), ...command] : command);

/** Linux counts processor time in these units. */
const TICK_US = 10_000;

/** The processor time of a process so far, in microseconds: user and system mode, of all its threads. */
export function processorUs({ pid }) {
  if (!isLinux) return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

/** The resident memory of a process in MiB. */
export const memoryMb = ({ pid }) =>
  isLinux ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1] / 1024 : Number.NaN;

/** Sends a request, whose body may be absent. @returns the response; null if nothing listens */
export const send = ({ port }, { method, path, body, apiKey = API_KEY }) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    body,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  }).catch(() => null);

let lastPort = Number(process.env.BENCH_PORT ?? 4700);

/**
 * Starts a server and waits for its first response.
 * @param command the command line, a function of the port
 * @param isPinned false if the server may use all cores
 * @param hasChannel whether messages can be exchanged with the process
 */
export async function startServer({ command, paths, isPinned = true, hasChannel = false }) {
  const port = ++lastPort;
  const [program, ...args] = isPinned ? onCore(0, command(port)) : command(port);
  const startedMs = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, PORT: String(port), NODE_ENV: 'production' },
    stdio: hasChannel ? ['ignore', 'ignore', 'ignore', 'ipc'] : 'ignore',
  });
  const first = { method: 'GET', path: paths?.['GET balance'] ?? REQUESTS['GET balance'].path };
  let response = await send({ port }, first);
  while (response === null) {
    if (child.exitCode !== null || performance.now() - startedMs > START_TIMEOUT_MS) {
      child.kill('SIGKILL');
      throw new Error(`${program} ${args.join(' ')} did not respond within 30 s or exited`);
    }
    await pause(POLL_MS);
    response = await send({ port }, first);
  }
  await response.text();
  return { child, pid: child.pid, port, startMs: performance.now() - startedMs };
}

/** Kills a server, even if it is suspended. */
export async function stopServer({ child }) {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

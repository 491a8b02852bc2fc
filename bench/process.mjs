import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { API_KEY } from './requests.mjs';

const CLOCK_TICKS_PER_S = 100;
const START_TIMEOUT_MS = 30_000;

const responds = (port, path) =>
  new Promise(resolve => {
    const request = get(
      { port, path, host: '127.0.0.1', agent: false, headers: { Authorization: `Bearer ${API_KEY}` } },
      response => {
        response.resume();
        response.on('end', () => resolve(true));
      },
    );
    request.on('error', () => resolve(false));
  });

/** A process and all its descendants: WireMock and others start their server in a child process. */
function processTreeOf(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean);
    return [pid, ...children.flatMap(child => processTreeOf(Number(child)))];
  } catch {
    return [pid];
  }
}

/** The processor seconds of a process tree, user and system mode; null if the system does not report them. */
export function processorS(pid) {
  try {
    return processTreeOf(pid).reduce((sum, one) => {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1].split(' ');
      return sum + (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_S;
    }, 0);
  } catch {
    return null;
  }
}

/** The resident memory of a process tree in MiB; null if the system does not report it. */
export function memoryMb(pid) {
  try {
    return processTreeOf(pid).reduce(
      (sum, one) =>
        sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'utf8'))[1]) / 1024,
      0,
    );
  } catch {
    return null;
  }
}

const onFirstCore = process.platform === 'linux' ? ['taskset', '-c', '0'] : [];

/**
 * Starts a server and waits for its first response.
 * @param isPinned pins the server to the first core, so that it does not share one with the load generator
 */
export async function startServer({ command, args, isPinned = true, hasChannel = false }, port, path) {
  const startedMs = performance.now();
  const [program, ...rest] = [...(isPinned ? onFirstCore : []), command, ...args];
  const child = spawn(program, rest, {
    env: { ...process.env, PORT: String(port), NODE_ENV: 'production' },
    stdio: hasChannel ? ['ignore', 'ignore', 'ignore', 'ipc'] : 'ignore',
  });
  while (!(await responds(port, path))) {
    if (child.exitCode !== null || performance.now() - startedMs > START_TIMEOUT_MS) {
      child.kill('SIGKILL');
      throw new Error(`${command} ${args.join(' ')} did not respond within 30 s or exited`);
    }
    await pause(3);
  }
  return { child, pid: child.pid, startMs: performance.now() - startedMs };
}

/** Kills a server and all its descendants. */
export async function stopServer({ child, pid }) {
  const gone = once(child, 'exit');
  for (const one of processTreeOf(pid).reverse()) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // The process has exited by itself.
    }
  }
  await gone;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { API_KEY } from './requests.mjs';

const CLOCK_TICKS_PER_S = 100;
const START_LIMIT_MS = 30_000;

const answers = (port, path) =>
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

/** All descendants of a process, itself included: WireMock and others start their server in a child. */
function familyOf(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean);
    return [pid, ...children.flatMap(child => familyOf(Number(child)))];
  } catch {
    return [pid];
  }
}

/** Seconds of processor that a process has used, in user and system mode; null where the system does not tell. */
export function processorS(pid) {
  try {
    return familyOf(pid).reduce((sum, one) => {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1].split(' ');
      return sum + (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_S;
    }, 0);
  } catch {
    return null;
  }
}

/** Megabytes in memory. */
export function memoryMb(pid) {
  try {
    return familyOf(pid).reduce(
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
 * Starts a server and waits for its first answer.
 * @param isPinned to the first core, so that a load generator has the other for itself
 */
export async function startServer({ command, args, isPinned = true, hasChannel = false }, port, path) {
  const startedMs = performance.now();
  const [program, ...rest] = [...(isPinned ? onFirstCore : []), command, ...args];
  const child = spawn(program, rest, {
    env: { ...process.env, PORT: String(port), NODE_ENV: 'production' },
    stdio: hasChannel ? ['ignore', 'ignore', 'ignore', 'ipc'] : 'ignore',
  });
  while (!(await answers(port, path))) {
    if (child.exitCode !== null || performance.now() - startedMs > START_LIMIT_MS) {
      child.kill('SIGKILL');
      throw new Error(`${command} ${args.join(' ')} did not answer`);
    }
    await pause(3);
  }
  return { child, pid: child.pid, startMs: performance.now() - startedMs };
}

/** Ends a server and all that it started. */
export async function stopServer({ child, pid }) {
  const gone = once(child, 'exit');
  for (const one of familyOf(pid).reverse()) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It went by itself meanwhile.
    }
  }
  await gone;
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();

/** How long a process may take to end by itself, before it is killed. */
const GRACE_MS = 10_000;

// Also if the run is interrupted.
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/** Has a process end with the test file at the latest, so that a test that fails leaves none behind. */
export function endingWithFile<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  // Without a pid, it could not be started.
  child.once('error', () => child.pid === undefined && running.delete(child));
  return child;
}

/** Ends a process, which passes the signal on to those that it has started. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killing = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  await ended;
  clearTimeout(killing);
}

/** Ends the processes that tests have left running. */
export async function endChildren(): Promise<void> {
  await Promise.all([...running].map(end));
}

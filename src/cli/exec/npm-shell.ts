import type { HostClock } from '../../clock/host-clock.ts';

const POLL_MS = 500;

/**
 * Calls back once when the shell in which npm runs this program has ended. npm passes signals to that shell, and the
 * shell ends without passing them on, so that this program would outlive `npx` and `npm test`. Does nothing if npm did
 * not start this program, and on Windows.
 * @returns a function that stops watching
 */
export function watchNpmShell(
  { npm_command: npmCommand }: NodeJS.ProcessEnv,
  clock: HostClock,
  onEnd: () => void,
): () => void {
  if (npmCommand === undefined || process.platform === 'win32') return () => undefined;
  const shell = process.ppid;
  let cancel = (): void => undefined;
  const check = (): void => {
    if (process.ppid !== shell) onEnd();
    else cancel = clock.wake(POLL_MS, check);
  };
  check();
  return () => cancel();
}

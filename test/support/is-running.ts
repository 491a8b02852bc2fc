import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { childEnvironment } from './child-environment.ts';

/** The state of a process in one letter, as `ps` shows it; '' if there is none. */
function stateOf(pid: number): string {
  // Not every Linux has ps.
  if (!existsSync('/proc/self/stat'))
    return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], {
      encoding: 'utf8',
      env: childEnvironment(),
    }).stdout.trim();
  try {
    // "pid (name) state …", where the name may have any characters.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '');
  } catch {
    return '';
  }
}

/** Whether a process runs; one that has ended and was not collected yet does not. */
export const isRunning = (pid: number): boolean => /^[^ZX]/.test(stateOf(pid));

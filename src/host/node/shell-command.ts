import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from './files.ts';
import { systemClock } from './host-clock.ts';

const TIMEOUT_MS = 60_000;
/** In bytes. */
const MAX_OUTPUT = 2_000;

interface ShellCommand {
  readonly flag: string;
  readonly command: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly ended: AbortSignal;
}

/** Sends SIGKILL to a command and the processes that it started; on Windows, only to the command itself. */
function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** The end of what was written to a file. Its position is that of the process that writes to it. */
function endOf(file: number): string {
  const bytes = Buffer.alloc(MAX_OUTPUT);
  const start = Math.max(0, fstatSync(file).size - MAX_OUTPUT);
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, MAX_OUTPUT, start)).trim();
}

/**
 * Runs a command of the user with the shell, until it ends. Processes that it has started in the background keep
 * running: the output goes to a file, which such a process can still write to, unlike a closed pipe.
 * @throws Error (as a rejection) if the command fails or takes longer than a minute
 */
export async function runShellCommand({ flag, command, environment, ended }: ShellCommand): Promise<void> {
  const folder = makeTemporaryFolder('command');
  const output = openSync(join(folder, 'output'), 'a+');
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== 'win32',
    stdio: ['ignore', output, output],
    env: environment,
  });
  // An open file needs no name, except on Windows. So nothing is left behind if this process is killed.
  if (process.platform !== 'win32') rmSync(folder, { recursive: true });
  const stop = (): void => kill(child.pid);
  ended.addEventListener('abort', stop);
  let isLate = false;
  const cancel = systemClock.wake(TIMEOUT_MS, () => {
    isLate = true;
    stop();
  });
  try {
    const how = await new Promise<string | null>(resolve => {
      child.on('error', ({ message }) => resolve(`cannot be run: ${message}`));
      child.on('exit', (code, signal) => {
        if (code === 0) resolve(null);
        else if (isLate) resolve(`took longer than ${TIMEOUT_MS / 1_000} s`);
        else resolve(code === null ? `was ended by ${signal}` : `exited with ${code}`);
      });
    });
    if (how === null) return;
    const text = endOf(output);
    throw new Error(
      `${flag}: the command ${how}: ${command}\n${text === '' ? 'it wrote nothing' : `its output:\n${text}`}`,
    );
  } finally {
    cancel();
    ended.removeEventListener('abort', stop);
    closeSync(output);
    await rm(folder, { recursive: true, force: true });
  }
}

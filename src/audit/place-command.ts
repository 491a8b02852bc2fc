import { type ChildProcess, spawn } from 'node:child_process';
import type { HostClock } from '../clock/host-clock.ts';
import { AuditError } from './audit-options.ts';

/** How long the command may take. */
const TIMEOUT_MS = 60_000;
/** How much of the end of its output is kept. */
const MAX_OUTPUT = 2_000;

/** What the command is told about the order to place. */
export interface PlaceEnvironment {
  readonly ENERGY_SANDBOX_URL: string;
  readonly ENERGY_SANDBOX_API_KEY: string;
  readonly ENERGY_SANDBOX_EXTERNAL_ID: string;
}

/** Variables that describe a sandbox around the audit, which the command must not mix up with the audit's own. */
const OF_ANOTHER_SANDBOX = /^ENERGY_SANDBOX_(ACCOUNT|ADMIN_TOKEN|CA_FILE)$/;

const withoutOtherSandbox = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !OF_ANOTHER_SANDBOX.test(name)));

/** The end of what a command writes, for a message. */
function keepOutput(child: ChildProcess): () => string {
  let kept = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      kept = (kept + text).slice(-MAX_OUTPUT);
    });
  }
  return () => (kept.trim() === '' ? 'it wrote nothing' : `its output:\n${kept.trim()}`);
}

/** Kills a command with the processes that it started; on Windows, only the command itself. */
function kill(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/**
 * Runs the command that makes the receiver's system place an order, with the shell.
 * @param ended kills the command when it aborts
 * @throws AuditError (as a rejection) if it fails or takes longer than a minute
 */
export function runPlaceCommand(
  command: string,
  variables: PlaceEnvironment,
  { clock, ended }: { readonly clock: HostClock; readonly ended: AbortSignal },
): Promise<void> {
  const child = spawn(command, {
    shell: true,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutOtherSandbox(process.env), ...variables },
  });
  const output = keepOutput(child);
  const onEnded = (): void => kill(child);
  ended.addEventListener('abort', onEnded);
  let isLate = false;
  const cancel = clock.wake(TIMEOUT_MS, () => {
    isLate = true;
    kill(child);
  });
  return new Promise<void>((resolve, reject) => {
    child.on('error', error => reject(new AuditError(`place: the command cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      const exit = code === null ? `was ended by ${signal}` : `exited with ${code}`;
      const end = isLate ? `took longer than ${TIMEOUT_MS / 1_000} s` : exit;
      reject(new AuditError(`place: the command ${end}: ${command}\n${output()}`));
    });
  }).finally(() => {
    cancel();
    ended.removeEventListener('abort', onEnded);
  });
}

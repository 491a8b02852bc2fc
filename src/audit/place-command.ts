import { spawn } from 'node:child_process';
import type { HostClock } from '../clock/host-clock.ts';
import { AuditError } from './audit-options.ts';

/** How long the command may take. */
const TIMEOUT_MS = 60_000;
const MAX_OUTPUT = 2_000;

/** What the command is told about the order to place. */
export interface PlaceEnvironment {
  readonly ENERGY_SANDBOX_URL: string;
  readonly ENERGY_SANDBOX_API_KEY: string;
  readonly ENERGY_SANDBOX_EXTERNAL_ID: string;
}

/** The last lines of what a command wrote, for a message. */
const outputOf = (chunks: readonly Buffer[]): string => {
  const text = Buffer.concat(chunks).toString('utf8').trim().slice(-MAX_OUTPUT);
  return text === '' ? 'it wrote nothing' : `its output:\n${text}`;
};

/**
 * Runs the command that makes the receiver's system place an order, with the shell.
 * @throws AuditError (as a rejection) if it fails or takes longer than a minute
 */
export function runPlaceCommand(
  command: string,
  variables: PlaceEnvironment,
  clock: HostClock,
): Promise<void> {
  const ownsGroup = process.platform !== 'win32';
  const child = spawn(command, {
    shell: true,
    detached: ownsGroup,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  let isLate = false;
  const cancel = clock.wake(TIMEOUT_MS, () => {
    isLate = true;
    if (ownsGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  });
  return new Promise<void>((resolve, reject) => {
    child.on('error', error => reject(new AuditError(`place: the command cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      const end = isLate
        ? 'took longer than 60 s'
        : code === null
          ? `was ended by ${signal}`
          : `exited with ${code}`;
      reject(new AuditError(`place: the command ${end}: ${command}\n${outputOf(chunks)}`));
    });
  }).finally(cancel);
}

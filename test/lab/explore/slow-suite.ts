import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause, systemClock } from '../../../src/host/node/host-clock.ts';
import { SUITES } from './explored.ts';

/** How often another process is looked at: polling without a pause would take the processor from it. */
const POLL_MS = 20;

/** A suite that passes, but under a disturbance never ends. @param file to which it then writes what `whenSlow` reads */
export const slowSuite = (file: string): string[] => [process.execPath, join(SUITES, 'slow.mjs'), file];

/** Waits until the suite runs under a disturbance. */
export async function whenSlow(file: string): Promise<{ readonly url: string; readonly pids: number[] }> {
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await pause(systemClock, POLL_MS);
  return JSON.parse(readFileSync(file, 'utf8'));
}

export const isListening = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

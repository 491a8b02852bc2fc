import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { endingWithFile } from '../../support/children.ts';
import { isRunning } from '../../support/is-running.ts';
import { ENVIRONMENT, LIMIT_MS, PROGRAM } from './explored.ts';
import { isListening, slowSuite, whenSlow } from './slow-suite.ts';

/** `explore` with a suite that never ends under a disturbance, once that suite runs. */
async function hangingSuite(folder: string, flags: readonly string[]) {
  const file = join(folder, 'running.json');
  const words = ['explore', '--only', 'rate-limited', '--out', folder, ...flags];
  const options = { env: ENVIRONMENT, timeout: LIMIT_MS };
  const child = endingWithFile(
    spawn(process.execPath, [PROGRAM, ...words, '--', ...slowSuite(file)], options),
  );
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const ended = once(child, 'close').then(([code]) => code as number);
  return { child, ended, ...(await whenSlow(file)), output: () => out };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the suite with all of its processes and its server, and prints what is known',
  async signal => {
    await using folder = await temporaryFolder();
    const { child, ended, url, pids, output } = await hangingSuite(folder.path, []);
    expect(pids.map(isRunning)).toEqual([true, true]);
    child.kill(signal);
    await ended;
    expect(pids.map(isRunning)).toEqual([false, false]);
    expect(await isListening(url)).toBe(false);
    expect(output()).toMatch(/rate-limited +not-tried/);
  },
);

test('a run that does not end in time breaks the suite and leaves no process', async () => {
  await using folder = await temporaryFolder();
  const { ended, pids, output } = await hangingSuite(folder.path, ['--timeout', '15s']);
  expect(await ended).toBe(1);
  expect(pids.map(isRunning)).toEqual([false, false]);
  expect(output()).toContain('it did not end in time');
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock/host-clock.ts';
import { temporaryFolder } from '../cli/support.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const SUITES = fileURLToPath(new URL('suites/', import.meta.url));
const LIMIT_MS = 120_000;

interface Judged {
  readonly id: string;
  readonly verdict: string;
  readonly scenario: string | null;
  readonly failure: string | null;
  readonly reproduce: string | null;
  readonly smallest: readonly string[];
  readonly output_tail: readonly string[];
}

interface Explored {
  readonly runs: number;
  readonly disturbances: readonly Judged[];
}

const { PATH, HOME } = process.env;

/** A command of the program, in its own process. */
async function program(words: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...words], { env: { PATH, HOME }, timeout: LIMIT_MS });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

const shop = (bug: string, mode = 'server'): string[] => [
  process.execPath,
  join(SUITES, 'shop.mjs'),
  bug,
  mode,
];

async function explored(out: string, flags: readonly string[], command: readonly string[]) {
  const {
    code,
    out: text,
    err,
  } = await program([
    'explore',
    ...['--format', 'json', '--out', out, '--jobs', '2', '--budget', '60'],
    ...flags,
    '--',
    ...command,
  ]);
  if (code === 2) throw new Error(err);
  return { code, report: JSON.parse(text) as Explored };
}

const broken = ({ disturbances }: Explored): readonly Judged[] =>
  disturbances.filter(({ verdict }) => verdict === 'broke');

describe('a suite with one bug breaks under the disturbance that shows it, and under no other of these', () => {
  const DELEGATED = 'order.delegated of order a-1 in account first-shop';
  const CREATED = 'createOrder of order a-1 in account first-shop';
  test.each([
    ['new-id-per-attempt', 'response-lost', 'slow-answer', CREATED],
    ['refused-is-final', 'rate-limited', 'response-lost', CREATED],
    ['unavailable-is-final', 'service-unavailable', 'rate-limited', CREATED],
    ['parses-everything', 'gateway-502-after-commit', 'response-lost', CREATED],
    [
      'not-found-is-gone',
      'not-found-after-accept',
      'response-lost',
      'getOrderStatus of order a-1 in account first-shop',
    ],
    [
      'status-without-retry',
      'truncated-answer',
      'response-lost',
      'getOrderStatus of order a-1 in account first-shop',
    ],
    ['counts-duplicates', 'webhook-duplicated', 'webhook-forged', DELEGATED],
    [
      'last-event-wins',
      'webhook-reordered',
      'webhook-duplicated',
      'order.undelegating of order a-1 in account first-shop',
    ],
    ['signs-its-own-json', 'webhook-reserialised', 'webhook-duplicated', DELEGATED],
    [
      'fails-on-unknown',
      'webhook-unknown-event',
      'webhook-duplicated',
      'order.delegating of order a-1 in account first-shop',
    ],
    ['remembers-before-verifying', 'webhook-altered', 'webhook-duplicated', DELEGATED],
    ['relies-on-webhooks', 'webhooks-lost', 'webhook-duplicated', DELEGATED],
  ])(
    '%s: %s, not %s',
    async (bug, disturbance, harmless, smallest) => {
      await using folder = await temporaryFolder();
      const { code, report } = await explored(
        folder.path,
        ['--only', `${disturbance},${harmless}`],
        shop(bug),
      );
      expect(broken(report).map(one => [one.id, one.smallest])).toEqual([[disturbance, [smallest]]]);
      expect(report.runs).toBeLessThanOrEqual(20);
      expect(code).toBe(1);
      const [found] = broken(report);
      const judged = found!.failure!.startsWith('finding') ? ['--findings=error'] : [];
      expect(found!.reproduce).toContain(['exec --disturbance', found!.scenario!, ...judged].join(' '));
      const again = await program(['exec', '--disturbance', found!.scenario!, ...judged, '--', ...shop(bug)]);
      expect(again.code).not.toBe(0);
    },
    LIMIT_MS,
  );

  test(
    'accepts-forgeries: webhook-forged, as a finding or a failure of its tests',
    async () => {
      await using folder = await temporaryFolder();
      const { report } = await explored(folder.path, ['--only', 'webhook-forged'], shop('accepts-forgeries'));
      expect(broken(report).map(({ id, smallest }) => [id, smallest.length])).toEqual([
        ['webhook-forged', 1],
      ]);
    },
    LIMIT_MS,
  );

  test(
    'a sandbox in the process of the tests is disturbed in the same way',
    async () => {
      await using folder = await temporaryFolder();
      const command = shop('new-id-per-attempt', 'in-process');
      const { report } = await explored(folder.path, ['--only', 'response-lost'], command);
      expect(broken(report).map(({ smallest }) => smallest)).toEqual([[CREATED]]);
      const file = broken(report)[0]!.scenario!;
      expect((await program(['exec', '--disturbance', file, '--', ...command])).code).toBe(1);
    },
    LIMIT_MS,
  );

  test.runIf(spawnSync('python3', ['--version']).status === 0)(
    'a Python suite is reduced to one lost response',
    async () => {
      await using folder = await temporaryFolder();
      const command = ['python3', '-B', join(SUITES, 'test_orders.py')];
      const { report } = await explored(folder.path, ['--only', 'response-lost,slow-answer'], command);
      expect(broken(report).map(one => [one.id, one.smallest])).toEqual([
        ['response-lost', ['createOrder of order p-1 in account demo']],
      ]);
      expect(broken(report)[0]!.output_tail.join('\n')).toContain('AssertionError');
    },
    LIMIT_MS,
  );
});

test(
  'a correct suite survives everything, in another process and in its own',
  async () => {
    await using folder = await temporaryFolder();
    for (const mode of ['server', 'in-process']) {
      const { code, report } = await explored(folder.path, [], shop('none', mode));
      expect(broken(report)).toEqual([]);
      expect(report.disturbances.every(({ verdict }) => verdict === 'survived')).toBe(true);
      expect(code).toBe(0);
    }
  },
  LIMIT_MS,
);

test('a failing command is refused with its last lines', async () => {
  const script = 'console.log("one test failed"); process.exit(3)';
  const { code, err } = await program(['explore', '--', process.execPath, '-e', script]);
  expect(code).toBe(2);
  expect(err).toContain('the command ended with exit code 3 without any disturbance; make it pass first');
  expect(err).toContain('  one test failed');
});

/** Whether a process runs; one that has ended and was not collected yet does not. */
const isRunning = (pid: number): boolean =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim());

const isListening = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** `explore` with a suite that never ends under a disturbance, once that suite runs. */
async function hangingSuite(folder: string, flags: readonly string[]) {
  const file = join(folder, 'running.json');
  const words = ['explore', '--only', 'rate-limited', '--out', folder, ...flags];
  const child = spawn(
    process.execPath,
    [PROGRAM, ...words, '--', process.execPath, join(SUITES, 'slow.mjs'), file],
    { env: { PATH, HOME }, timeout: LIMIT_MS },
  );
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const ended = once(child, 'close').then(([code]) => code as number);
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await systemClock.yieldToEventLoop();
  const { url, pids } = JSON.parse(readFileSync(file, 'utf8')) as { url: string; pids: number[] };
  return { child, ended, url, pids, output: () => out };
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
  LIMIT_MS,
);

test(
  'SIGKILL leaves neither a process of the suite nor its server',
  async () => {
    await using folder = await temporaryFolder();
    const { child, ended, url, pids } = await hangingSuite(folder.path, []);
    expect(pids.map(isRunning)).toEqual([true, true]);
    child.kill('SIGKILL');
    await ended;
    await expect.poll(() => pids.map(isRunning), { timeout: 10_000 }).toEqual([false, false]);
    expect(await isListening(url)).toBe(false);
  },
  LIMIT_MS,
);

test(
  'a run that does not end in time breaks the suite and leaves no process',
  async () => {
    await using folder = await temporaryFolder();
    const { ended, pids, output } = await hangingSuite(folder.path, ['--timeout', '3s']);
    expect(await ended).toBe(1);
    expect(pids.map(isRunning)).toEqual([false, false]);
    expect(output()).toContain('it did not end in time');
  },
  LIMIT_MS,
);

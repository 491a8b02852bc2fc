import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SuiteProcess, SuiteRunner } from '../../../src/cli/explore-suite-runner.ts';

import { launch, temporaryFolder } from '../../cli/support.ts';
import { HELD_TIMEOUT_MS, HeldTimeouts } from '../../support/held-timeouts.ts';
import { isRunning } from '../../support/is-running.ts';
import { startTestSandbox } from '../../support/sandbox.ts';
import { ENVIRONMENT, LIMIT_MS, node, PROGRAM } from './explored.ts';
import { isListening, slowSuite, whenSlow } from './slow-suite.ts';

test('Ctrl-C during a disturbed run ends the suite with all of its processes and its server, and prints what is known', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'running.json');
  const words = ['explore', '--only', 'rate-limited', '--out', folder.path, '--', ...slowSuite(file)];
  const running = launch(words, { environment: ENVIRONMENT });
  const { url, pids } = await whenSlow(file);
  expect([...pids.map(isRunning), await isListening(url)]).toEqual([true, true, true]);
  await running.interrupt();
  expect([...pids.map(isRunning), await isListening(url)]).toEqual([false, false, false]);
  expect(running.out.text).toMatch(/rate-limited +not-tried/);
});

test('a run that does not end in time is ended with all of its processes', async () => {
  await using folder = await temporaryFolder();
  await using sandbox = await startTestSandbox();
  const file = join(folder.path, 'running.json');
  const clock = new HeldTimeouts();
  const environment = {
    ...ENVIRONMENT,
    ENERGY_SANDBOX_URL: sandbox.baseUrl,
    ENERGY_SANDBOX_API_KEY: sandbox.running.apiKey,
    ENERGY_SANDBOX_DISTURBANCE: 'any',
  };
  const ended = new SuiteProcess(slowSuite(file), environment, clock).result(HELD_TIMEOUT_MS);
  const { pids } = await whenSlow(file);
  expect(pids.map(isRunning)).toEqual([true, true]);
  clock.expire();
  expect(await ended).toEqual({ exitCode: null, output: [] });
  expect(pids.map(isRunning)).toEqual([false, false]);
});

test('explore ends, and its server too, if a scenario cannot be passed on to the command', async () => {
  await using folder = await temporaryFolder();
  const TMPDIR = mkdtempSync(join(folder.path, 'a,b-'));
  const words = [
    'explore',
    '--only',
    'response-lost',
    '--out',
    folder.path,
    '--',
    ...node('acknowledges.mjs'),
  ];
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    env: { ...ENVIRONMENT, TMPDIR },
    timeout: LIMIT_MS,
  });
  expect(String(stderr)).toContain('contains a comma, so it cannot be passed on to the command');
  expect(status).toBe(2);
});

test('a run shows what was paid, and an order that is bought again although its webhook was acknowledged', async () => {
  const runner = new SuiteRunner({
    words: node('acknowledges.mjs'),
    environment: ENVIRONMENT,
    server: { port: 0 },
    timeoutMs: 600_000,
  });
  const lost = {
    name: 'response-lost',
    summary: 'The response is lost.',
    requests: [{ match: { operation: 'createOrder', nth: 1 }, commit: true, fault: 'connection-reset' }],
  };
  const { exitCode, traces } = await runner.run(lost);
  expect(exitCode).toBe(0);
  const orders = traces.flatMap(({ accounts }) => accounts.flatMap(one => one.orders));
  expect(orders.map(({ paid, repeats }) => [paid, repeats?.id ?? null, repeats?.struck ?? null])).toEqual([
    [true, null, null],
    [true, orders[0]!.id, true],
  ]);
  expect(orders[1]!.repeats!.last_request).toMatch(
    /^req-1 \(POST \/api\/v1\/order\/\): the connection was reset$/,
  );
});

test('the receiver is restarted before the deliveries that the scenario matches, and a failing command is reported', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'restarts');
  const match = { event: 'order.delegated', attempt: 1 };
  const scenario = {
    name: 'receiver-restarted',
    summary: 'The receiver is restarted.',
    webhooks: [{ match, deliver: { copies: 1 } }],
  };
  const runnerWith = (command: string) =>
    new SuiteRunner({
      words: node('acknowledges.mjs'),
      environment: ENVIRONMENT,
      server: { port: 0 },
      timeoutMs: 600_000,
      restart: { command, scenarios: [scenario.name] },
    });
  const { exitCode, restarts } = await runnerWith(`echo restarted >> ${file}`).run(scenario);
  expect([exitCode, restarts, readFileSync(file, 'utf8')]).toEqual([0, 1, 'restarted\n']);
  await expect(runnerWith('echo no port; exit 3').run(scenario)).rejects.toThrow(
    '--restart: the command exited with 3: echo no port; exit 3\nits output:\nno port\nIt must restart the receiver',
  );
});

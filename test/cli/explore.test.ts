import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/host/node/host-clock.ts';
import { cli, launch, temporaryFolder } from './support.ts';

const FILE = import.meta.filename;
/** A command that would run for long, and that none of these tests starts. */
const COMMAND = ['--', process.execPath, '-e', 'setInterval(() => {}, 1000)'];

test.each([
  ['--only', ['--only', 'response-lots'], 'did you mean "response-lost"?'],
  [
    '--only with nothing in it',
    ['--only', ''],
    '--only: unknown disturbance ""; expected one of response-lost, ',
  ],
  ['--skip', ['--skip', 'webhook-lte'], 'did you mean "webhook-late"?'],
  [
    '--skip of all that is left',
    ['--only', 'timing', '--skip', 'timing'],
    '--skip: no disturbance is left; leave out one of the ids',
  ],
  ['--include', ['--include', 'outcome'], 'did you mean "outcomes"?'],
  ['--timeout', ['--timeout', '2 minutes'], 'expected a duration such as 250ms, 3s, 61m or 2h'],
  ['--timeout of nothing', ['--timeout', '0s'], 'expected a duration above 0, got "0s"'],
  ['--budget', ['--budget', '2'], 'expected a number from 3 to 100000, got "2"'],
  ['--jobs', ['--jobs', 'many'], 'expected a number from 1 to 64, got "many"'],
  [
    '--format',
    ['--format', 'html'],
    'unknown format "html"; expected one of text, json, junit, github, markdown',
  ],
  [
    '--out',
    ['--out', join(FILE, 'explore')],
    `--out: ${join(FILE, 'explore')} is not writable: a part of the path is not a folder; name another folder`,
  ],
  ['--data', ['--data', 'x'], '--data: explore runs the command many times with fresh servers; remove it'],
  [
    '--port with several jobs',
    ['--port', '4010', '--jobs', '2'],
    '--port: several --jobs cannot share a port; remove one of them',
  ],
])('exits with 2 before it runs anything for a wrong %s', async (_, flags, message) => {
  const { code, out, err } = await cli(['explore', ...flags, ...COMMAND]);
  expect(err).toContain(message);
  expect([code, out]).toEqual([2, '']);
});

test('says which command does not exist', async () => {
  const { code, err } = await cli(['explore', '--', 'no-such-program', '--all']);
  expect(err).toContain('no-such-program: command not found; check its spelling and PATH');
  expect(code).toBe(2);
});

test.skipIf(process.platform === 'win32')('says that a file is not executable', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'suite.sh');
  await writeFile(file, 'true');
  const { code, err } = await cli(['explore', '--', file]);
  expect(err).toContain(`${file}: cannot be run: it is not an executable file`);
  expect(code).toBe(2);
});

test('refuses a failing command with its last lines', async () => {
  const script = 'console.log("one test failed"); process.exit(3)';
  const { code, err } = await cli(['explore', '--', process.execPath, '-e', script]);
  expect(err).toContain('the command ended with exit code 3 without any disturbance; make it pass first');
  expect(err).toContain('  one test failed');
  expect(code).toBe(2);
});

test('refuses a command that ends without a request, and one that does not end', async () => {
  const idle = await cli(['explore', '--', process.execPath, '-e', '']);
  expect(idle.err).toContain(
    'the command passed, but it made no request to a sandbox and received no webhook',
  );
  expect(idle.code).toBe(2);
  const endless = await cli(['explore', '--timeout', '1ms', ...COMMAND]);
  expect(endless.err).toContain('the command did not end in time without any disturbance; raise --timeout');
  expect(endless.code).toBe(2);
});

test('Ctrl-C during the undisturbed runs ends it with the code of the signal', async () => {
  const running = launch(['explore', ...COMMAND]);
  while (running.interrupts === 0) await systemClock.yieldToEventLoop();
  expect(await running.interrupt()).toBe(130);
  expect(running.err.text).toContain('ended before the two undisturbed runs were over, so nothing is known');
});

test('prints its report even if the scenarios can no longer be written', async () => {
  await using folder = await temporaryFolder();
  const out = join(folder.path, 'scenarios');
  const suite = `
    const fs = require('node:fs');
    fs.rmSync(${JSON.stringify(out)}, { recursive: true, force: true });
    fs.writeFileSync(${JSON.stringify(out)}, 'in the way');
    const { ENERGY_SANDBOX_URL: url, ENERGY_SANDBOX_API_KEY: key } = process.env;
    const body = JSON.stringify({ external_id: 'a', package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' });
    const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
    fetch(url + '/api/v1/order/', { method: 'POST', headers, body }).catch(() => process.exit(1));
  `;
  const flags = ['--only', 'response-lost', '--out', out];
  const { code, out: report, err } = await cli(['explore', ...flags, '--', process.execPath, '-e', suite]);
  expect(report).toMatch(/response-lost +broke/);
  expect(err).toContain(
    '--out: not all scenarios of the report could be written: it is a file; run it again with another folder',
  );
  expect(code).toBe(1);
});

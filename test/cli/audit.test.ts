import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { FAULTY_RECEIVERS } from '../lab/audit/faulty-receivers.ts';
import { CorrectReceiver, SECRET } from '../lab/audit/receivers.ts';
import { LIMIT_MS, startProgram } from './built-program.ts';
import { cli, temporaryFolder } from './support.ts';

const faulty = (bug: string): CorrectReceiver =>
  FAULTY_RECEIVERS.find(receiver => receiver.bug === bug)!.create();

test('audit prints a verdict per case, what to fix and the totals, and exits with 1 if a case failed', async () => {
  await using receiver = await faulty('answers 409 to repeats').start();
  const words = ['audit', receiver.url, '--secret', SECRET, '--only', 'duplicate,answer-time'];
  const first = await cli(words);
  expect(first.code).toBe(1);
  expect(first.err).toBe('');
  expect(first.out).toContain(`Audit of ${receiver.url}`);
  expect(first.out).toMatch(/duplicate +failed +Each event twice in a row, /);
  expect(first.out).toMatch(/answer-time +passed +answered correctly/);
  expect(first.out).toContain(
    'order.processing a second time must be answered with a 2xx, but got: 409. order.delegating a second time',
  );
  expect(first.out).toContain('How to fix\nduplicate:\n  Answer 2xx to an event_id that was handled before');
  expect(first.out).toContain('1 error, 0 warnings, 1 passed');
  expect(await cli(words)).toEqual(first);
});

test('audit exits with 0 if all cases passed, and writes the report to a file', async () => {
  await using folder = await temporaryFolder();
  await using receiver = await new CorrectReceiver().start();
  const file = join(folder.path, 'audit.json');
  const environment = { ENERGY_SANDBOX_WEBHOOK_SECRET: SECRET };
  const outcome = await cli(['audit', receiver.url, '--only', 'late', '--out', file], { environment });
  expect(outcome).toEqual({ code: 0, out: '', err: `${file}: 0 errors, 0 warnings, 1 passed\n` });
  const report = JSON.parse(await readFile(file, 'utf8')) as { tool: string; cases: object[] };
  expect(report.tool).toBe('audit');
  expect(report.cases).toEqual([
    {
      id: 'late',
      verdict: 'passed',
      message: 'answered correctly; pass --probe to check that they were counted',
      cost: null,
      fix: null,
      evidence: [
        { sent: 'order.processing', answer: 'HTTP 204', count: 1 },
        { sent: 'order.delegating', answer: 'HTTP 204', count: 1 },
        { sent: 'order.delegated', answer: 'HTTP 204', count: 1 },
        { sent: 'order.undelegating', answer: 'HTTP 204', count: 1 },
        { sent: 'order.completed', answer: 'HTTP 204', count: 1 },
      ],
    },
  ]);
});

test('audit --show prints the exact bytes sent and received', async () => {
  await using receiver = await new CorrectReceiver().start();
  const { code, out } = await cli(['audit', receiver.url, '--secret', SECRET, '--show', 'other-headers']);
  expect(code).toBe(0);
  expect(out).toMatch(
    /\d+\. order\.delegated in chunks, without a Content-Length\n-+\nPOST \/hooks HTTP\/1\.1\nhost: 127\.0\.0\.1:\d+\n[\s\S]*X-Webhook-Signature: sha256=[0-9a-f]{64}\ntransfer-encoding: chunked\n\n\{"event":"order\.delegated",.*\}\n\nHTTP\/1\.1 204\n/,
  );
});

test('audit --show refuses a format that its text would break', async () => {
  const words = ['audit', 'http://127.0.0.1:9/', '--show', 'garbage', '--format', 'json'];
  expect(await cli(words)).toEqual({
    code: 2,
    out: '',
    err: 'energy-sandbox: --show: prints text in front of the report; leave out --format json, or write that report to a file with --out\n',
  });
});

test('audit exits with 2 and says why if it cannot be run', async () => {
  await using receiver = await new CorrectReceiver().start();
  const refused = await cli(['audit', receiver.url, '--secret', 'another']);
  expect(refused.code).toBe(2);
  expect(refused.out).toBe('');
  expect(refused.err).toMatch(/^energy-sandbox: http.* refused the first genuine delivery.*\nStatus: 401\n/);
  expect(await cli(['audit', receiver.url, '--only', 'duplicates'])).toEqual({
    code: 2,
    out: '',
    err: 'energy-sandbox: --only: unknown case "duplicates"; did you mean "duplicate"?\n',
  });
});

test('audit shows its progress on a terminal', async () => {
  await using receiver = await new CorrectReceiver().start();
  const words = ['audit', receiver.url, '--secret', SECRET, '--only', 'answer-time'];
  const { err } = await cli(words, { columns: 100 });
  expect(err).toContain('\r\u001b[K0 of 6: placing orders');
  expect(err).toContain('5 of 6: answer-time');
  expect(err.endsWith('\r\u001b[K')).toBe(true);
});

test(
  'the built program audits a receiver and prints a report without colors into a pipe',
  async () => {
    await using receiver = await new CorrectReceiver().start();
    const program = startProgram(['audit', receiver.url, '--secret', SECRET]);
    const code = await program.ended;
    const { out, err } = program;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/parallel-orders +passed +answered correctly; pass --probe to check/);
    expect(out).toContain('0 errors, 0 warnings, 25 passed, 3 not judged');
    expect(out).not.toContain('\u001b');
  },
  LIMIT_MS,
);

/** Whether a process runs. */
function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.skipIf(process.platform === 'win32')(
  'Ctrl-C ends the built program, and the command that places orders',
  async () => {
    await using folder = await temporaryFolder();
    await using receiver = await new CorrectReceiver().start();
    const pidFile = join(folder.path, 'pid');
    const place = `echo $$ > "${pidFile}"; sleep 60`;
    const program = startProgram([
      'audit',
      receiver.url,
      '--secret',
      SECRET,
      '--only',
      'genuine',
      '--place',
      place,
    ]);
    const pid = await vi.waitFor(
      async () => {
        const found = Number(await readFile(pidFile, 'utf8'));
        expect(found).toBeGreaterThan(1);
        return found;
      },
      { timeout: LIMIT_MS },
    );
    expect(runs(pid)).toBe(true);
    expect(await program.kill('SIGINT')).toBe(130);
    await vi.waitFor(() => expect(runs(pid)).toBe(false), { timeout: LIMIT_MS });
  },
  LIMIT_MS,
);

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { CorrectReceiver, SECRET } from '../audit/receivers.ts';
import { LIMIT_MS, startProgram } from './built-program.ts';
import { temporaryFolder } from './support.ts';

test(
  'the built program audits a receiver and prints a report without colors into a pipe',
  async () => {
    await using receiver = await new CorrectReceiver().start();
    const program = startProgram(['audit', receiver.url, '--secret', SECRET]);
    const code = await program.ended;
    const { out, err } = program;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('parallel-orders        passed   answered correctly; pass --probe to check');
    expect(out).toContain('0 errors, 0 warnings, 27 passed');
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

import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunningProcess } from '../../cli/built-program.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

let folder: string;
let description: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'edited package-'));
  for (const part of ['dist', 'openapi', 'package.json'])
    await cp(fromRoot(part), join(folder, part), { recursive: true });
  description = join(folder, 'openapi/energy-rental-v1.yaml');
  await appendFile(description, 'x-edited: true\n');
});
afterAll(() => rm(folder, { recursive: true }));

/** What a start of the edited package writes to stderr. */
async function remarksOfStart(...words: readonly string[]): Promise<string> {
  const flags = ['start', '--port', '0', '--no-log', ...words];
  const started = new RunningProcess(process.execPath, [join(folder, 'dist/cli.js'), ...flags]);
  await started.until(/http:/);
  await started.kill('SIGTERM');
  return started.err;
}

test('a start says that an edited description in the package has no effect, and how to use it', async () => {
  expect(await remarksOfStart()).toContain(
    `${description} was edited, which has no effect; start with --openapi ${description} to use it`,
  );
  expect(await remarksOfStart('--openapi', description)).toBe('');
});

import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Sandbox } from '../../src/client/sandbox-interface.ts';
import { createSandbox } from '../../src/create-sandbox.ts';

const ROOT = join(import.meta.dirname, '../..');
const LIMIT_MS = 60_000;
const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

const LANGUAGES = [
  { language: 'python', command: 'python3', file: 'test_buying.py' },
  { language: 'php', command: 'php', file: 'buying.php' },
  { language: 'java', command: 'java', file: 'Buying.java' },
] as const;

const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

describe('the guide to continuous integration', () => {
  let folder: string;
  let sandbox: Sandbox;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guide-'));
    sandbox = await createSandbox();
  });

  afterAll(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  describe.for(LANGUAGES)('in $language', ({ language, command, file }) => {
    test.skipIf(!isInstalled(command))('has a test that passes', async () => {
      const fence = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's');
      await writeFile(join(folder, file), fence.exec(await read('docs/ci.md'))![1]!);
      const accounts = (await sandbox.accounts()).length;
      const env = { ...process.env, ENERGY_SANDBOX_URL: sandbox.url };
      const options = { cwd: folder, env, timeout: LIMIT_MS };
      const failure = await new Promise(resolve => execFile(command, [file], options, resolve));
      expect(failure).toBeNull();
      expect((await sandbox.accounts()).length).toBe(accounts + 1);
    });
  });

  test('names the inputs and outputs that the action has', async () => {
    const action = parse(await read('action.yml')) as { inputs: object; outputs: object };
    const guide = await read('docs/ci.md');
    const rows = [...guide.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name);
    expect(rows).toEqual([...Object.keys(action.inputs), ...Object.keys(action.outputs)]);
  });
});

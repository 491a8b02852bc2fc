import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { shellOf } from './installation.ts';

const ROOT = join(import.meta.dirname, '../..');
const LIMIT_MS = 60_000;
const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

/** The recipes of the guide by heading: the file with the test, its language, and what must be installed to run it. */
const RECIPES = [
  { heading: 'Shell', language: 'bash', file: 'buying.sh', needs: ['curl'] },
  { heading: 'Node', language: 'js', file: 'buying.test.mjs', needs: ['node'] },
  { heading: 'Python', language: 'python', file: 'test_buying.py', needs: ['pytest'] },
  { heading: 'Go', language: 'go', file: 'buying_test.go', needs: ['go'] },
  { heading: 'PHP', language: 'php', file: 'buying.php', needs: ['php'] },
  { heading: 'Java', language: 'java', file: 'Buying.java', needs: ['java'] },
] as const;

const isInstalled = ([command, ...args]: readonly string[]): boolean =>
  spawnSync(command!, [...args, '--version']).status === 0;

const block = (text: string, language: string): string =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text)![1]!;

/** Runs what npx would, from this checkout, with the log of the sandbox on stderr. */
const NPX = `#!/bin/sh
[ "$1 $2 $3" = "--yes energy-rental-sandbox exec" ] || exit 99
shift 3
exec '${process.execPath}' '${ROOT}/dist/cli.js' exec --verbose "$@"
`;

interface Outcome {
  readonly failure: unknown;
  readonly out: string;
  readonly log: string;
}

describe('the guide to continuous integration', () => {
  let folder: string;
  let guide: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guide-'));
    guide = await read('docs/ci.md');
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin/npx'), NPX);
    await chmod(join(folder, 'bin/npx'), 0o755);
    await mkdir(join(folder, 'node_modules'));
    await symlink(ROOT, join(folder, 'node_modules/energy-rental-sandbox'));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  function run(recipe: string, variables: NodeJS.ProcessEnv = {}): Promise<Outcome> {
    const plain = shellOf(folder);
    const env = { ...plain, PATH: [join(folder, 'bin'), plain.PATH].join(delimiter), ...variables };
    return new Promise(resolve => {
      execFile('sh', ['-c', recipe], { cwd: folder, env, timeout: LIMIT_MS }, (failure, out, log) =>
        resolve({ failure, out, log }),
      );
    });
  }

  const sectionOf = (heading: string): string =>
    guide.split(/^###? /m).find(section => section.startsWith(`${heading}\n`))!;

  async function writeTest({ heading, language, file }: (typeof RECIPES)[number]): Promise<void> {
    const section = sectionOf(heading);
    expect(section).toContain(`As \`${file}\``);
    await writeFile(join(folder, file), block(section, language));
  }

  test('has a recipe for each language', () => {
    const section = guide.slice(guide.indexOf('## A test in six languages'), guide.indexOf('## HTTPS'));
    expect([...section.matchAll(/^### (.*)/gm)].map(([, heading]) => heading)).toEqual(
      RECIPES.map(({ heading }) => heading),
    );
  });

  describe.for(RECIPES)('for $heading', recipe => {
    test.skipIf(!isInstalled(recipe.needs))('has a recipe that passes against its own sandbox', async () => {
      await writeTest(recipe);
      const { failure, out, log } = await run(block(sectionOf(recipe.heading), 'sh'));
      expect({ failure, out: failure ? out + log : '' }).toEqual({ failure: null, out: '' });
      expect(log).toMatch(/POST \/api\/v1\/order\/ .*202/);
      expect(log).toMatch(/GET \/api\/v1\/status\/\?external_id=one .*200/);
    });
  });

  test.skipIf(!isInstalled(['curl']))('has recipes that fail if the test fails', async () => {
    await writeTest(RECIPES[0]);
    const script = await readFile(join(folder, 'buying.sh'), 'utf8');
    await writeFile(
      join(folder, 'buying.sh'),
      script.replace('"status":"delegated"', '"status":"completed"'),
    );
    expect((await run(block(sectionOf('Shell'), 'sh'))).failure).toMatchObject({ code: 1 });
  });

  test('has a first recipe that runs make with the address of a sandbox', async () => {
    await writeFile(join(folder, 'Makefile'), 'test:\n\t@echo at $$ENERGY_SANDBOX_URL\n');
    const { failure, out } = await run(block(guide, 'sh'));
    expect({ failure, out }).toEqual({
      failure: null,
      out: expect.stringMatching(/^at http:\/\/127\.0\.0\.1:\d+\n$/),
    });
  });

  test.skipIf(!isInstalled(['python3']))('has a recipe for https', async () => {
    await writeTest(RECIPES[2]);
    const { failure, log } = await run(block(sectionOf('HTTPS'), 'sh'));
    expect(failure).toBeNull();
    expect(log).toMatch(/the sandbox listens on https:/);
    expect(log).toMatch(/POST \/api\/v1\/order\/ .*202/);
  });

  test('uses exec in the workflows of GitHub and GitLab, with commands that work', async () => {
    const workflows = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => text!);
    const lines = workflows.flatMap(text => [...text.matchAll(/npx .*/g)].map(([line]) => line));
    expect(lines.length).toBe(2);
    await writeFile(join(folder, 'Makefile'), 'test:\n\t@echo ran\n');
    await writeFile(join(folder, 'package.json'), '{"scripts":{"test":"echo ran"}}');
    for (const line of lines) {
      const { failure, out } = await run(line);
      expect({ failure, out }, line).toEqual({ failure: null, out: expect.stringMatching(/^ran$/m) });
    }
    for (const text of workflows) expect(() => parse(text), text).not.toThrow();
  });

  test('names the inputs and outputs that the action has', async () => {
    const action = parse(await read('action.yml')) as { inputs: object; outputs: object };
    const rows = [...guide.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name);
    expect(rows).toEqual([...Object.keys(action.inputs), ...Object.keys(action.outputs)]);
  });
});

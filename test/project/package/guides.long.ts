import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { needing } from '../../support/needing.ts';
import type { Need } from '../../support/needs.ts';
import { shellOf } from './installation.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LIMIT_MS = 300_000;
const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

/** A row of the table of languages: the file of examples/first-test, and the command that runs it. */
interface Recipe {
  readonly language: string;
  readonly file: string;
  readonly command: string;
}

/** The programs with which the test of a language can run. */
const NEEDS: Readonly<Record<string, readonly Need[]>> = {
  Shell: ['curl'],
  Node: [],
  Python: ['pytest'],
  Go: ['go'],
  PHP: ['php'],
  Java: ['javac'],
};

const ROW = /^\| (\w+) \| \[([\w.]+)\]\(\.\.\/examples\/first-test\/\2\) \| `(npx [^`]+)` \|$/gm;

const block = (text: string, language: string): string =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text)![1]!;

/** Runs what npx would, from this checkout, with the log of the sandbox on stderr. */
const NPX = `#!/bin/sh
[ "$1 $2" = "--no energy-rental-sandbox" ] || exit 99
shift 2
command=$1
shift
[ "$command" = exec ] && set -- --verbose "$@"
exec '${process.execPath}' '${ROOT}/dist/cli.js' "$command" "$@"
`;

/** A report on tests, without the numbers that depend on how fast the machine is: a slow response is repeated. */
const withoutCounts = (report: string): string =>
  report
    .replace(/^(\w+)( +[-\d][-\d ]*)$/gm, (_, operation: string, cells: string) =>
      [operation, ...cells.trim().split(/ +/)].join(' ').replace(/(?<= )\d+/g, 'n'),
    )
    .replace(/^(.*\. )?\d+( of severity info)/gm, '$1n$2');

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

  /** Runs a recipe in a copy of the TypeScript example. */
  async function runExample(recipe: string): Promise<Outcome> {
    const example = join(folder, 'example');
    await cp(join(ROOT, 'examples/typescript-client'), example, { recursive: true });
    await writeFile(
      join(example, 'package.json'),
      '{"type":"module","scripts":{"test":"vitest run --testTimeout 60000 --hookTimeout 60000"}}',
    );
    await mkdir(join(example, 'node_modules/.bin'), { recursive: true });
    for (const [name, target] of [
      ['energy-rental-sandbox', ROOT],
      ['vitest', join(ROOT, 'node_modules/vitest')],
      ['.bin/vitest', join(ROOT, 'node_modules/vitest/vitest.mjs')],
    ] as const) {
      await symlink(target, join(example, 'node_modules', name));
    }
    return run(`cd example && ${recipe}`);
  }

  const sectionOf = (heading: string): string =>
    guide.split(/^###? /m).find(section => section.startsWith(`${heading}\n`))!;

  const recipes = (): Recipe[] =>
    [...guide.matchAll(ROW)].map(([, language, file, command]) => ({
      language: language!,
      file: file!,
      command: command!,
    }));
  const recipe = (language: string): Recipe => recipes().find(one => one.language === language)!;

  /** Copies a test as the guide says. Go refuses to make a module of a folder that is one already. */
  async function copyTest({ language, file }: Recipe): Promise<void> {
    await cp(join(ROOT, 'examples/first-test', file), join(folder, file));
    if (language === 'Go' && !existsSync(join(folder, 'go.mod')))
      expect(await run(/`(go mod init \w+)`/.exec(guide)![1]!)).toMatchObject({ failure: null });
  }

  test('has a test for each language', () => {
    expect(recipes().map(({ language }) => language)).toEqual(Object.keys(NEEDS));
  });

  for (const [language, needs] of Object.entries(NEEDS))
    needing(...needs).test(
      `has a test for ${language} that passes against its own sandbox`,
      async () => {
        const { file, command } = recipe(language);
        await copyTest({ language, file, command });
        const { failure, out, log } = await run(command);
        expect({ failure, out: failure ? out + log : '' }).toEqual({ failure: null, out: '' });
        expect(log).toMatch(/POST \/api\/v1\/order\/ .*202/);
        expect(log).toMatch(/GET \/api\/v1\/status\/\?external_id=one .*200/);
      },
      LIMIT_MS,
    );

  const curl = NEEDS.Shell!;
  needing(...curl).test('has tests that make the command fail if they fail', async () => {
    await copyTest(recipe('Shell'));
    const script = await readFile(join(folder, 'buying.sh'), 'utf8');
    await writeFile(
      join(folder, 'buying.sh'),
      script.replace('"status":"delegated"', '"status":"completed"'),
    );
    expect((await run(recipe('Shell').command)).failure).toMatchObject({ code: 1 });
  });

  test('has a first recipe that runs make with the address of a sandbox', async () => {
    await writeFile(join(folder, 'Makefile'), 'test:\n\t@echo at $$ENERGY_SANDBOX_URL\n');
    const { failure, out } = await run(block(guide, 'sh'));
    expect({ failure, out }).toEqual({
      failure: null,
      out: expect.stringMatching(/^at http:\/\/127\.0\.0\.1:\d+\n$/),
    });
  });

  needing('python3').test('has a recipe for https', async () => {
    await copyTest(recipe('Python'));
    const { failure, log } = await run(block(sectionOf('HTTPS'), 'sh'));
    expect(failure).toBeNull();
    expect(log).toMatch(/the sandbox listens on https:/);
    expect(log).toMatch(/POST \/api\/v1\/order\/ .*202/);
  });

  /** How a client of the table trusts the CA file: the commands in its row, up to where its own words follow. */
  const settingOf = (client: string): string => {
    const row = guide.split('\n').find(line => line.startsWith(`| ${client} |`))!;
    return [...row.matchAll(/`(.+?)`/g)].map(([, code]) => code).join(' && ');
  };

  for (const { client, words, language } of [
    { client: 'curl', words: '-fsS $ENERGY_SANDBOX_URL/readyz', language: 'Shell' },
    { client: 'Go on Linux', words: 'go test ./...', language: 'Go' },
    { client: 'PHP', words: 'buying.php', language: 'PHP' },
    { client: 'Java', words: 'Buying.java', language: 'Java' },
  ])
    needing(...NEEDS[language]!).test(
      `tells how ${client} trusts the certificate of a sandbox with TLS`,
      async () => {
        await copyTest(recipe(language));
        const line = (setting: string) =>
          `npx --no energy-rental-sandbox exec --tls -- sh -c '${setting} ${words}'`;
        const { failure, out, log } = await run(line(settingOf(client)));
        expect({ failure, out: failure ? out + log : '' }).toEqual({ failure: null, out: '' });
        expect(log).toMatch(/the sandbox listens on https:/);
      },
      LIMIT_MS,
    );

  test('uses the program in the workflows of GitHub and GitLab, with commands that work', async () => {
    const workflows = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map(([, text]) => text!);
    const lines = workflows.flatMap(text => [...text.matchAll(/npx .*/g)].map(([line]) => line));
    expect(lines.length).toBe(6);
    await writeFile(join(folder, 'Makefile'), 'test:\n\t@echo ran\n');
    await writeFile(join(folder, 'package.json'), '{"scripts":{"test":"echo ran"}}');
    const summary = join(folder, 'summary.md');
    for (const line of lines) {
      const { failure, out, log } = await run(line, { GITHUB_STEP_SUMMARY: summary });
      expect({ failure, log: failure && log }, line).toEqual({ failure: null, log: null });
      expect(/^ran$/m.test(out), line).toBe(/ exec /.test(line));
    }
    expect((await readFile(summary, 'utf8')).match(/^## \w+/gm)).toEqual(['## Findings', '## Coverage']);
    expect(await readFile(join(folder, 'findings.xml'), 'utf8')).toContain('<testsuite ');
    for (const text of workflows) expect(() => parse(text), text).not.toThrow();
  });

  test('shows what exec reports on the tests of the example', async () => {
    const section = sectionOf('Findings and coverage in CI');
    const { failure, log } = await runExample(block(section, 'sh'));
    expect({ failure, log: failure && log }).toEqual({ failure: null, log: null });
    const [shown = ''] = withoutCounts(block(section, 'text')).split('…');
    const report = withoutCounts(log.slice(log.indexOf('Findings of the run')));
    expect(report.slice(0, shown.length)).toBe(shown);
  });
});

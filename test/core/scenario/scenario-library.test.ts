import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ScenarioClash, ScenarioLibrary } from '../../../src/core/scenario/scenario-library.ts';
import type { Scenario } from '../../../src/core/scenario/scenario-schema.ts';
import {
  readScenarioDirectory,
  readScenarioFile,
  ScenarioFileError,
} from '../../../src/host/scenarios/read-scenarios.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { needing } from '../../support/needing.ts';

const REVIEW = 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK';
const DOWN = 'TServiceDownxxxxxxxxxxxxxxxxygyS61';

const scenario = (name: string, magic_address?: string, summary = name): Scenario => ({
  name,
  summary,
  ...(magic_address && { magic_address }),
  requests: [],
  orders: [],
  webhooks: [],
});

describe('the library', () => {
  test('finds scenarios by name and by magic address', () => {
    const review = scenario('review', REVIEW);
    const library = new ScenarioLibrary([review, scenario('alpha')]);
    expect(library.get('review')).toBe(review);
    expect(library.byMagicAddress(REVIEW)).toBe(review);
    expect(library.names()).toEqual(['alpha', 'review']);
    expect(library.all().map(one => one.name)).toEqual(['alpha', 'review']);
    expect([library.get('other'), library.byMagicAddress(DOWN), library.get('__proto__')]).toEqual(
      Array(3).fill(undefined),
    );
  });

  test("lets a user's scenario replace the built-in one with its name and magic address", () => {
    const library = new ScenarioLibrary([scenario('review', REVIEW)]);
    const own = scenario('review', DOWN, 'mine');
    library.add(own);
    expect(library.get('review')).toBe(own);
    expect(library.byMagicAddress(DOWN)).toBe(own);
    expect(library.byMagicAddress(REVIEW)).toBeUndefined();
  });

  test('refuses a second scenario with a name that is not built in, and keeps the first', () => {
    const library = new ScenarioLibrary();
    const first = scenario('mine');
    library.add(first);
    expect(() => library.add(scenario('mine'))).toThrow(
      new ScenarioClash('there are two scenarios named mine; rename one'),
    );
    expect(library.get('mine')).toBe(first);
  });

  test('refuses a magic address that another scenario has, and changes nothing', () => {
    const library = new ScenarioLibrary([scenario('review', REVIEW)]);
    expect(() => library.add(scenario('mine', REVIEW))).toThrow(
      `mine and review have the same magic_address ${REVIEW}; change one of them`,
    );
    expect(library.names()).toEqual(['review']);
  });

  test.each([
    ['reveiw', 'there is no scenario named "reveiw"; did you mean "review"?'],
    ['zzzzz', 'there is no scenario named "zzzzz"; the command `scenario list` lists them all'],
  ])('explains that %j is unknown', (name, expected) => {
    expect(new ScenarioLibrary([scenario('review')]).explainUnknown(name)).toBe(expected);
  });
});

describe('files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const put = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const good = (name: string): string => `name: ${name}\nsummary: x\norders:\n  - lifecycle: []\n`;

  test('are read one by one, and rules name the path as given', async () => {
    const path = await put('one.yaml', good('one'));
    expect((await readScenarioFile(path)).sources?.orders).toEqual([`${path}:4:5`]);
    expect((await readScenarioFile(path, 'scenarios/one.yaml')).sources?.orders).toEqual([
      'scenarios/one.yaml:4:5',
    ]);
  });

  test('of a folder are read in the order of their names, and other files and folders are ignored', async () => {
    await put('b.yml', good('b'));
    await put('a.yaml', good('a'));
    await put('notes.txt', 'not a scenario');
    await mkdir(join(folder, 'more'));
    expect((await readScenarioDirectory(folder)).map(one => one.name)).toEqual(['a', 'b']);
  });

  test('of a folder are all checked before problems are reported', async () => {
    await put('a.yaml', 'nam: a\n');
    await put('b.yaml', good('other'));
    const failure = await readScenarioDirectory(folder, 'mine').catch(error => error);
    expect(failure).toBeInstanceOf(ScenarioFileError);
    expect(failure.message.split('\n')).toEqual([
      'mine/a.yaml:1:1: missing key "name"; expected a string',
      'mine/a.yaml:1:1: missing key "summary"; expected a string',
      'mine/a.yaml:1:1: unknown key "nam"; did you mean "name"?',
      'mine/b.yaml:1:7: expected "b", the file name without its extension, found "other"',
    ]);
  });

  test('that are pipes are refused at once, because reading one could wait for ever', {
    skip: process.platform === 'win32',
  }, async () => {
    const pipe = join(folder, 'pipe.yaml');
    execFileSync('mkfifo', [pipe], { env: childEnvironment() });
    await expect(readScenarioFile(pipe)).rejects.toThrow('name a regular file');
  });

  needing('ordinary user').test('without read permission are reported', async () => {
    const path = await put('one.yaml', good('one'));
    await chmod(path, 0);
    await expect(readScenarioFile(path)).rejects.toThrow('permission denied; fix its permissions');
  });
});

describe('start-up', () => {
  /** All modules that a module imports statically, directly or indirectly. */
  async function imported(path: string, seen = new Set<string>()): Promise<Set<string>> {
    if (seen.has(path)) return seen;
    seen.add(path);
    if (!path.startsWith('/')) return seen;
    const text = await readFile(path, 'utf8');
    for (const [, kind, from] of text.matchAll(/^(import|export) (?!type\b)[^;]*?from '([^']+)'/gms)) {
      if (kind) await imported(from!.startsWith('.') ? resolve(dirname(path), from!) : from!, seen);
    }
    return seen;
  }

  test.each(['host/scenarios/read-scenarios', 'core/scenario/scenario-library', 'core/scenario/choose-rule'])(
    'loads neither YAML nor the schema for %s',
    async name => {
      const modules = await imported(fileURLToPath(new URL(`../../../src/${name}.ts`, import.meta.url)));
      expect([...modules].filter(path => /^(yaml|zod)$/.test(path))).toEqual([]);
    },
  );
});

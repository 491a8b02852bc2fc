import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../scripts/scenario-docs.ts';
import { formatProblem, parseScenarioYaml } from '../../../src/core/scenario/parse-scenario.ts';
import { ScenarioLibrary } from '../../../src/core/scenario/scenario-library.ts';
import { prepareLibrary } from '../../../src/host/scenarios/read-scenarios.ts';

const root = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const scenarios = await prepareLibrary();
const library = new ScenarioLibrary(scenarios);

describe('every built-in scenario', () => {
  test.each(scenarios.map(one => [one.name, one] as const))('%s says which bug it finds', (_, one) => {
    expect(one.summary).toMatch(/Catches (clients|receivers) /);
  });

  test.each(scenarios.map(one => one.name))('%s names the schema for editors', async name => {
    const text = await readFile(root(`scenarios/${name}.yaml`), 'utf8');
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./scenario.schema.json');
  });

  test.each(scenarios.map(one => [one.name, one] as const))('%s is plain data', (_, one) => {
    expect(JSON.parse(JSON.stringify(one))).toEqual(one);
  });

  test('with a magic address has only rules, without a given', () => {
    const magic = scenarios.filter(one => one.magic_address !== undefined);
    expect(magic.filter(one => one.given !== undefined)).toEqual([]);
    expect(magic.filter(one => one.requests.length + one.orders.length + one.webhooks.length === 0)).toEqual(
      [],
    );
  });

  test('has its own file, and every file is loaded', async () => {
    const files = (await readdir(root('scenarios'))).filter(name => name.endsWith('.yaml'));
    expect(files.sort()).toEqual(
      library
        .names()
        .map(name => `${name}.yaml`)
        .sort(),
    );
  });
});

describe('generated from the schema and the files', () => {
  const outOfDate = 'is out of date; run `npm run generate-scenarios`';
  const paths = [
    'scenarios/scenario.schema.json',
    'docs/scenarios.md',
    'src/core/scenario/scenario-names.generated.ts',
  ];
  test.each(paths)('%s is up to date', async path => {
    const made = await generate(root('scenarios'));
    expect(await readFile(root(path), 'utf8'), `${path} ${outOfDate}`).toBe(made[path]);
  });

  test('the documentation names every scenario, and its example can be loaded', async () => {
    const text = await readFile(root('docs/scenarios.md'), 'utf8');
    for (const name of library.names()) expect(text).toContain(`[${name}](../scenarios/${name}.yaml)`);
    const [, example] = /```yaml\n(.*?)```/s.exec(text)!;
    const loaded = parseScenarioYaml(example!, 'monday-morning.yaml');
    expect('problems' in loaded ? loaded.problems.map(formatProblem) : []).toEqual([]);
  });
});

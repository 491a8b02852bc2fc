import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { nodeProblem, OLDEST_NODE } from '../../src/cli/node-version.ts';

const fromRoot = (path: string): URL => new URL(`../../${path}`, import.meta.url);

describe('the version of Node', () => {
  test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0', '100.0.0'])('%s runs the program', version => {
    expect(nodeProblem(version)).toBeNull();
  });

  test.each(['4.9.1', '18.20.4', '20.18.3', '20.9.0'])(
    '%s is refused with the one that is needed',
    version => {
      expect(nodeProblem(version)).toMatch(
        `this is Node ${version}, and energy-rental-sandbox needs Node 20.19`,
      );
    },
  );

  test('is the one that the package requires', async () => {
    const { engines } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8')) as {
      engines: { node: string };
    };
    expect(engines.node).toBe(`>=${OLDEST_NODE.join('.')}`);
  });

  test('is checked before anything is loaded that an old Node cannot read', async () => {
    const program = await readFile(fromRoot('dist/cli.js'), 'utf8');
    expect(program).toContain('process.versions.node');
    expect(program.replaceAll(/\bimport\(/g, '')).not.toMatch(/\bimport\b/);
  });
});

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { nodeProblem, OLDEST_NODE } from '../../src/cli/node-version.ts';

const fromRoot = (path: string): URL => new URL(`../../${path}`, import.meta.url);

/** Runs the program as a version of Node would call itself. */
const runAs = (version: string) => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
  const words = ['--import', preload, fileURLToPath(fromRoot('dist/cli.js')), '--version'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { status, stdout, stderr };
};

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

  test('is named by the program if it is too old', () => {
    expect(runAs('18.20.4')).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^energy-sandbox: this is Node 18\.20\.4, .* needs Node 20\.19 or newer; .*\n$/,
      ),
    });
    expect(runAs('22.0.0')).toMatchObject({ status: 0, stderr: '' });
  });
});

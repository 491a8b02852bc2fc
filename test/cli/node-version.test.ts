import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { OLDEST_NODE, outdatedNode } from '../../src/cli/node-version.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Runs the program as a version of Node.js would call itself. */
const runAs = (version: string) => {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', preload, CLI, '--version'], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

test.for([
  ['18.20.4', false],
  ['20.9.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.1.0', true],
  ['100.0.0', true],
] as const)('Node.js %s is recent enough: %s', ([version, isRecent]) => {
  expect(outdatedNode(version) === null).toBe(isRecent);
});

test('the oldest version is that of the package', () => {
  expect(manifest.engines.node).toBe(`>=${OLDEST_NODE}`);
});

test('an older Node.js is told which one it takes', () => {
  expect(runAs('18.20.4')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^energy-sandbox: this is Node\.js 18\.20\.4, but it takes 20\.19 or newer; .*\n$/,
    ),
  });
  expect(runAs('22.0.0')).toMatchObject({ status: 0, stdout: `${manifest.version}\n` });
});

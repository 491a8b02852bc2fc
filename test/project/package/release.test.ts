import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { childEnvironment } from '../../support/child-environment.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('the notes of a release', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'release-'));
    await mkdir(join(folder, 'scripts'));
    await copyFile(join(ROOT, 'scripts/release-notes.mjs'), join(folder, 'scripts/release-notes.mjs'));
    await writeFile(
      join(folder, 'CHANGELOG.md'),
      '# Changelog\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- This.\n\n## [0.1.0]\n\nThat.\n',
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs the script as the workflow does, in a project of a version. */
  async function notes(tag: string, version: string): Promise<{ code: number; out: string; err: string }> {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ version }));
    return new Promise(resolve => {
      const words = [join(folder, 'scripts/release-notes.mjs'), tag];
      execFile(process.execPath, words, { env: childEnvironment() }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      );
    });
  }

  test('are the section of CHANGELOG.md about its version', async () => {
    expect(await notes('v0.2.0', '0.2.0')).toEqual({ code: 0, out: '### Added\n\n- This.\n', err: '' });
    expect(await notes('v0.1.0', '0.1.0')).toEqual({ code: 0, out: 'That.\n', err: '' });
  });

  test('are refused for a tag of another version than the package has', async () => {
    const { code, out, err } = await notes('v0.2.0', '0.2.1');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('the tag is v0.2.0, but package.json has version 0.2.1');
  });

  test('are refused for a version that CHANGELOG.md says nothing about', async () => {
    const { code, out, err } = await notes('v0.3.0', '0.3.0');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('CHANGELOG.md has no section [0.3.0]');
  });
});

interface Workflow {
  readonly on: object;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}
interface Matrix {
  readonly os: readonly string[];
  readonly node: readonly string[];
  readonly include: readonly { readonly os: string }[];
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly uses?: string;
  readonly needs?: string | readonly string[];
  readonly strategy?: { readonly matrix: Matrix };
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[];
}

const workflow = async (name: string): Promise<Workflow> =>
  parse(await readFile(join(ROOT, '.github/workflows', name), 'utf8')) as Workflow;

describe('workflows', () => {
  test('run .ci/run with each supported version of Node, the oldest being that of package.json, and on each system', async () => {
    const { check } = (await workflow('ci.yml')).jobs;
    expect(check?.steps?.at(-1)?.run).toBe('.ci/run');
    expect(check?.strategy?.matrix.node).toEqual(['22', '24', '26', '20.19']);
    const systems = [...check!.strategy!.matrix.os, ...check!.strategy!.matrix.include.map(({ os }) => os)];
    expect(systems.map(name => name.split('-')[0])).toEqual(['ubuntu', 'windows', 'macos']);
    const { engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    expect(engines.node).toBe('>=20.19');
    expect((await workflow('release.yml')).jobs.check?.uses).toBe('./.github/workflows/ci.yml');
  });

  test('run the long tests every night, and before a release', async () => {
    const { on, jobs } = await workflow('long.yml');
    expect(on).toMatchObject({ schedule: [{ cron: expect.any(String) }], workflow_call: null });
    expect(jobs.long?.steps?.at(-1)?.run).toBe('.ci/run long');
    const release = (await workflow('release.yml')).jobs;
    expect(release.long?.uses).toBe('./.github/workflows/long.yml');
    expect(release.package?.needs).toEqual(['check', 'long']);
  });

  test('pin each action to a commit, and have no permissions but those that a job names', async () => {
    for (const name of await readdir(join(ROOT, '.github/workflows'))) {
      const { permissions, jobs } = await workflow(name);
      expect(permissions, name).toEqual({});
      for (const [id, { permissions: own, steps = [] }] of Object.entries(jobs)) {
        expect(own, `${name} ${id}`).toBeDefined();
        for (const { uses } of steps)
          if (uses) expect(uses, `${name} ${id}`).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      }
    }
  });

  test('let one job each write to npm, to the registry of images and to GitHub, which runs no code of a dependency', async () => {
    const { jobs } = await workflow('release.yml');
    const writing = Object.entries(jobs).filter(([, { permissions = {} }]) =>
      Object.values(permissions).includes('write'),
    );
    expect(writing.map(([id, { permissions }]) => [id, permissions])).toEqual([
      ['publish', { 'id-token': 'write' }],
      ['image', { packages: 'write' }],
      ['notes', { contents: 'write' }],
    ]);
    for (const [id, { steps = [] }] of writing) {
      for (const { run = '' } of steps)
        expect(run, id).not.toMatch(/npm (ci|install|run|test)|docker build|\$\{\{/);
    }
  });
});

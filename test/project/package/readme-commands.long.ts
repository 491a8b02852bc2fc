import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childEnvironment } from '../../support/child-environment.ts';
import { needing } from '../../support/needing.ts';
import { pack, shellIn } from './installation.ts';

const ROOT = join(import.meta.dirname, '../../..');

let folder: string;

/** The two commands for a project that installs the package, as the README has them. */
async function readmeCommands(): Promise<readonly [install: string, start: string]> {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const [, install, start] = /```sh\n(npm install .*)\n(npx .*)\n```/.exec(readme)!;
  return [install!, start!];
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'project-'));
  const { tarball } = await pack(folder);
  const [install] = await readmeCommands();
  // The README names the file of the version that is released.
  const offline = install.replace(/ \.\/energy-rental-sandbox-\d+\.\d+\.\d+\.tgz$/, ` --offline ${tarball}`);
  expect(offline).toContain(tarball);
  expect(await shellIn(folder, offline).ended).toBe(0);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the package, installed with the command of the README,', () => {
  test.each(['energy-sandbox', 'energy-rental-sandbox'])('runs as %s', async name => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const command = shellIn(folder, `npx --offline --no-install ${name} --version`);
    expect(await command.ended).toBe(0);
    expect(command.output().split('\n')).toContain(version);
  });

  needing('go').test('adds nothing to ./... of a Go module that has it in its node_modules', async () => {
    await writeFile(join(folder, 'go.mod'), 'module shop\n');
    await writeFile(join(folder, 'shop.go'), 'package shop\n');
    const listed = spawnSync('go', ['list', './...'], {
      cwd: folder,
      encoding: 'utf8',
      env: childEnvironment(),
    });
    expect([listed.status, listed.stdout]).toEqual([0, 'shop\n']);
  });

  test('starts with the next command, and names commands that work there', async () => {
    const [, start] = await readmeCommands();
    const server = shellIn(folder, start, { ENERGY_SANDBOX_PORT: '0', ENERGY_SANDBOX_CLOCK: 'manual' });
    try {
      const banner = await server.until(/Stop with Ctrl-C/);
      const [, url] = /(http:\/\/127\.0\.0\.1:\d+)\/api\/v1\//.exec(banner)!;
      const [, advance] = /advance it with: (.*)/.exec(banner)!;
      const [call] = /curl [^']*(?:'[^']*'[^']*?){3}(?=\n\n)/.exec(banner)!;
      const order = shellIn(folder, call);
      expect(await order.ended).toBe(0);
      expect(order.output()).toContain('202 Accepted');
      const advanced = shellIn(folder, advance!, { ENERGY_SANDBOX_URL: url! });
      expect(await advanced.ended).toBe(0);
      expect(advanced.output()).toContain('completed');
    } finally {
      await server.end();
    }
  });
});

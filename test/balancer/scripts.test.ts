import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePorts, isInstalled } from './processes.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const CLI = path('../../dist/cli.js');
const TIMEOUT_MS = 200_000;

describe('the scripts of the example behind nginx', () => {
  let folder: string;
  let base: number;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'energy-sandbox-scripts-'));
    base = await freePorts(2);
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Runs a script until it ends by itself. @returns its exit code and what it wrote to stderr */
  function run(script: string, words: string[], environment: NodeJS.ProcessEnv = {}) {
    const env = {
      PATH: process.env.PATH,
      SANDBOXES_FOLDER: folder,
      SANDBOXES_LISTEN: `127.0.0.1:${base}`,
      SANDBOXES_BASE_PORT: String(base),
      SANDBOXES_PROGRAM: `${process.execPath} ${CLI}`,
      ...environment,
    };
    const file = path(`../../examples/behind-nginx/${script}`);
    return new Promise<{ code: unknown; err: string }>(resolve => {
      execFile(process.execPath, [file, ...words], { env, timeout: TIMEOUT_MS }, (error, _out, err) =>
        resolve({ code: error === null ? 0 : (error.code ?? error.signal), err }),
      );
    });
  }

  test('stop with the reason if the processes cannot start', async () => {
    const { code, err } = await run('start.mjs', ['2'], { SANDBOXES_PUBLIC_URL: 'https://sandbox.example' });
    expect(code).toBe(1);
    expect(err).toContain('admin-token');
    expect(err).toMatch(/process [12] ended with exit code \d, as it says above; all are stopped/);
  });

  test('stop with the reason if the program is not installed', async () => {
    const { code, err } = await run('start.mjs', ['1'], { SANDBOXES_PROGRAM: 'no-such-program' });
    expect([code, err]).toEqual([1, 'no-such-program is not installed, or not in PATH\n']);
  });

  test.skipIf(!isInstalled('nginx', '-v'))('stop with the reason if nginx cannot listen', async () => {
    await using other = createServer().listen(base, '127.0.0.1');
    await once(other, 'listening');
    const { code, err } = await run('start.mjs', ['1']);
    expect(code).toBe(1);
    expect(err).toContain('Address already in use');
    expect(err).toContain('nginx ended, as it says above; all are stopped');
  });

  test('say what to start first if there is nothing to add a process to', async () => {
    const { code, err } = await run('add-process.mjs', []);
    expect(code).toBe(1);
    expect(err).toMatch(/^there is no layout .*; start the processes first: node start\.mjs 3\n$/);
  });

  test('say how they are used', async () => {
    expect(await run('start.mjs', ['three'])).toEqual({
      code: 2,
      err: expect.stringContaining('usage: node start.mjs PROCESSES'),
    });
  });
});

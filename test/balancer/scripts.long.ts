import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePorts } from '../support/free-ports.ts';
import { isInstalled, Processes } from './processes.ts';

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

  test('by default run the installed program, whose processes end with the script', async () => {
    const bin = join(folder, 'node_modules/.bin');
    await mkdir(bin, { recursive: true });
    const program = join(bin, 'energy-rental-sandbox');
    await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
    await chmod(program, 0o755);
    const script = spawn(
      process.execPath,
      [path('../../examples/behind-nginx/start.mjs'), '--without-nginx', '1', '1'],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, SANDBOXES_BASE_PORT: String(base) },
        stdio: ['ignore', 'pipe', 'inherit'],
        timeout: TIMEOUT_MS,
      },
    );
    let out = '';
    for await (const chunk of script.stdout) {
      out += chunk;
      if (/^ready$/m.test(out)) break;
    }
    const [, pid] = /^process 1: pid (\d+), port \d+, data /.exec(out)!;
    expect((await fetch(`http://127.0.0.1:${base + 1}/readyz`)).status).toBe(200);
    const ended = once(script, 'exit');
    script.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    // The printed process is the server itself, so nothing is left of it.
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
    await expect(fetch(`http://127.0.0.1:${base + 1}/readyz`)).rejects.toThrow();
  });

  test('stop with the reason if the program is not installed', async () => {
    const { code, err } = await run('start.mjs', ['1'], { SANDBOXES_PROGRAM: 'no-such-program' });
    expect([code, err]).toEqual([1, 'no-such-program is not installed, or not in PATH\n']);
  });

  test.skipIf(!isInstalled('nginx', '-v'))('stop with the reason if nginx cannot listen', async () => {
    await using other = createServer(socket => socket.destroy()).listen(base, '127.0.0.1');
    await once(other, 'listening');
    const { code, err } = await run('start.mjs', ['1']);
    expect(code).toBe(1);
    expect(err).toContain('Address already in use');
    expect(err).toContain('nginx ended, as it says above; all are stopped');
  });

  test.skipIf(!isInstalled('nginx', '-v'))('stop with the reason if they already run', async () => {
    await using running = await Processes.start(1, 1);
    const { SANDBOXES_FOLDER, SANDBOXES_LISTEN, SANDBOXES_BASE_PORT } = running.environment;
    const { code, err } = await run('start.mjs', ['1'], {
      SANDBOXES_FOLDER,
      SANDBOXES_LISTEN,
      SANDBOXES_BASE_PORT,
    });
    expect(code).toBe(1);
    expect(err).toMatch(/lock: process \d+ is using this folder/);
    expect(err).toContain('process 1 ended with exit code 1, as it says above; all are stopped');
    expect((await fetch(`${running.url}/processes/1/readyz`)).status).toBe(200);
  });

  test.skipIf(!isInstalled('nginx', '-v'))(
    'start nginx alone, for processes that something else runs',
    async () => {
      await using running = await Processes.startWithoutBalancer(2);
      await running.add('--only-nginx', '2');
      expect((await fetch(`${running.url}/processes/2/readyz`)).status).toBe(200);
    },
  );

  test('say what an address of the balancer has to have', async () => {
    expect(await run('start.mjs', ['1'], { SANDBOXES_LISTEN: '4000' })).toEqual({
      code: 2,
      err: 'SANDBOXES_LISTEN: expected an address and a port, such as 127.0.0.1:4000, got 4000\n',
    });
  });

  test('say what to start first if there is nothing to add a process to', async () => {
    const { code, err } = await run('add-process.mjs', []);
    expect(code).toBe(1);
    expect(err).toMatch(/^there is no layout .*; start the processes first: node start\.mjs 3\n$/);
  });

  test.skipIf(!isInstalled('nginx', '-v'))(
    'change nothing with other variables than nginx was started with, and never remove the only process',
    async () => {
      await using running = await Processes.start(1, 2);
      const { SANDBOXES_FOLDER, SANDBOXES_LISTEN, SANDBOXES_BASE_PORT } = running.environment;
      const same = { SANDBOXES_FOLDER, SANDBOXES_LISTEN, SANDBOXES_BASE_PORT };
      for (const script of ['add-process.mjs', 'remove-process.mjs']) {
        expect(await run(script, [], { SANDBOXES_FOLDER })).toEqual({
          code: 1,
          err: `start.mjs runs with SANDBOXES_LISTEN=${SANDBOXES_LISTEN} SANDBOXES_BASE_PORT=${SANDBOXES_BASE_PORT}; set the same variables here\n`,
        });
      }
      expect(await run('remove-process.mjs', [], same)).toEqual({
        code: 1,
        err: 'there is only one process, and the accounts need one\n',
      });
      const { code, err } = await run('add-process.mjs', [], same);
      const address = `127.0.0.1:${Number(SANDBOXES_BASE_PORT) + 2}`;
      expect([code, err]).toEqual([
        1,
        `process 2 does not run at ${address}; start it: node start.mjs --without-nginx 2 2\n`,
      ]);
      expect((await fetch(`${running.url}/processes/1/readyz`)).status).toBe(200);
    },
  );

  test.each([['three'], ['--with-nginx', '3'], ['0']])('say how they are used after %s', async (...words) => {
    expect(await run('start.mjs', words)).toEqual({
      code: 2,
      err: expect.stringContaining('usage: node start.mjs PROCESSES'),
    });
  });
});

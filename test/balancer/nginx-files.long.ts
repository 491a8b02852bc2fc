import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { freePorts } from '../support/free-ports.ts';
import { isInstalled } from './processes.ts';

const EXAMPLE = join(import.meta.dirname, '../../examples/behind-nginx');
/** The configuration for two processes, none of which runs, and nginx with it. */
const PROGRAM = `
import { startNginx, writeLayout } from './layout.mjs';
await writeLayout({ processes: 2, next: 2, pins: {} });
const nginx = startNginx('-g', 'daemon off;');
process.on('SIGTERM', () => nginx.kill('SIGTERM'));
`;
/** A user who owns nothing on this machine. If root runs the tests, nginx runs as this user. */
const SOMEBODY = 64_123;
const asSomebody = process.getuid?.() === 0 ? { uid: SOMEBODY, gid: SOMEBODY } : {};
const LARGE_BODY = 'x'.repeat(2_000_000);

describe.runIf(isInstalled('nginx', '-v'))('nginx in the example, started by a user of the machine', () => {
  let nginx: ChildProcess | undefined;
  let folder: string;

  afterEach(async () => {
    if (nginx?.exitCode === null) {
      const ended = once(nginx, 'close');
      nginx.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  test('takes large bodies, and keeps its files in the folder of the example', async () => {
    folder = await mkdtemp(join(tmpdir(), 'energy-sandbox-files-'));
    // The user may be unable to read the checkout.
    const example = join(folder, 'example');
    await cp(EXAMPLE, example, { recursive: true });
    if (asSomebody.uid !== undefined) execFileSync('chown', ['-R', `${SOMEBODY}:${SOMEBODY}`, folder]);
    const base = await freePorts(3);
    const url = `http://127.0.0.1:${base}`;
    nginx = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      ...asSomebody,
      cwd: example,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        SANDBOXES_FOLDER: join(folder, 'sandboxes'),
        SANDBOXES_LISTEN: `127.0.0.1:${base}`,
        SANDBOXES_BASE_PORT: String(base),
      },
    });
    let stderr = '';
    nginx.stderr!.on('data', chunk => {
      stderr += chunk;
    });
    await expect.poll(async () => (await fetch(`${url}/healthz`).catch(() => null))?.status).toBe(200);
    // nginx has the whole body before it asks a process; none of them runs.
    const { status } = await fetch(`${url}/api/v1/orders/bulk/`, { method: 'POST', body: LARGE_BODY });
    expect(status).toBe(503);
    const files = await readdir(join(folder, 'sandboxes/nginx'));
    expect(files).toEqual(
      expect.arrayContaining(['client_body_temp', 'error.log', 'nginx.pid', 'proxy_temp']),
    );
    expect(stderr).toBe('');
  });
});

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { Buildah, makeBaseImages, output } from './base-image.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BASE = 'localhost/node-on-debian';
const IMAGE = 'localhost/energy-rental-sandbox';
const USER = 1000;
const PORT = '4719';
const URL = `http://127.0.0.1:${PORT}`;
const TOKEN = 'a-token-for-the-image-test';
/** Only this machine can reach the server of the test; the image itself listens on all addresses. */
const ENVIRONMENT = [
  'ENERGY_SANDBOX_HOST=127.0.0.1',
  `ENERGY_SANDBOX_PORT=${PORT}`,
  `ENERGY_SANDBOX_ADMIN_TOKEN=${TOKEN}`,
  'ENERGY_SANDBOX_DATA=/data',
];

const { BUILD_IMAGE, BASE_IMAGE } = process.env;
const needed = ['buildah', ...(BUILD_IMAGE && BASE_IMAGE ? [] : ['debootstrap'])];
const missing = needed.filter(program => spawnSync(program, ['--version']).error !== undefined);
const isRoot = process.getuid?.() === 0;
const reason = missing.length > 0 ? `${missing.join(' and ')} missing` : isRoot ? null : 'needs root';

interface ImageConfig {
  readonly User: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
  readonly Entrypoint: readonly string[];
}

/** The processes below a process, deepest last. Each thread has children of its own. */
async function descendants(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map(thread => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const pids = lists.flatMap(list => list.split(' ').filter(Boolean).map(Number));
  return [...pids, ...(await Promise.all(pids.map(descendants))).flat()];
}

describe.skipIf(reason !== null)(`the image${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  let folder: string;
  let data: string;
  let buildah: Buildah;
  let config: ImageConfig;
  const servers = new Set<ChildProcess>();

  /** A command in a new container, as the image's user and with /data mounted. */
  async function start(words: readonly string[], environment: readonly string[]): Promise<ChildProcess> {
    const container = await buildah.run('from', '--pull-never', IMAGE);
    const variables = environment.flatMap(one => ['--env', one]);
    const options = ['--isolation', 'chroot', '--volume', `${data}:/data`, ...variables];
    return spawn('buildah', buildah.words('run', ...options, container, '--', ...words), {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** The exit code and the output of a command in a new container. */
  async function runIn(words: readonly string[], environment = ENVIRONMENT): Promise<[number, string]> {
    const child = await start(words, environment);
    let text = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', chunk => {
        text += chunk;
      });
    const [code] = await once(child, 'close');
    return [code as number, text];
  }

  /** Starts the server and waits until its health check succeeds. */
  async function serve(): Promise<ChildProcess> {
    const child = await start(config.Entrypoint, ENVIRONMENT);
    servers.add(child);
    await expect
      .poll(async () => (await fetch(`${URL}/readyz`).catch(() => null))?.status, { timeout: 30_000 })
      .toBe(200);
    return child;
  }

  /** Sends SIGTERM to the server. @returns the exit code of its container */
  async function stop(child: ChildProcess): Promise<number | null> {
    const ended = once(child, 'close');
    servers.delete(child);
    const [server] = (await descendants(child.pid!)).slice(-1);
    process.kill(server!, 'SIGTERM');
    return (await ended)[0];
  }

  const call = async (
    path: string,
    body?: unknown,
  ): Promise<{ status: number; data: Record<string, unknown> }> => {
    const response = await fetch(URL + path, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: 'Bearer ersk_demo_0123456789abcdef', 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return {
      status: response.status,
      data: ((await response.json()) as { data: Record<string, unknown> }).data,
    };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'energy-sandbox-image-'));
    data = join(folder, 'data');
    await mkdir(data, { mode: 0o700 });
    await chown(data, USER, USER);
    buildah = new Buildah(folder);
    const given = BUILD_IMAGE && BASE_IMAGE;
    if (!given) await makeBaseImages(buildah, folder, BASE);
    const [build, base] = given ? [BUILD_IMAGE, BASE_IMAGE] : [`${BASE}-build`, BASE];
    const images = ['--build-arg', `BUILD_IMAGE=${build}`, '--build-arg', `BASE_IMAGE=${base}`];
    // The format of OCI has no health check.
    await buildah.run(
      'bud',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      ...images,
      '--tag',
      IMAGE,
      '--file',
      join(ROOT, 'docker/Dockerfile'),
      ROOT,
    );
    const { Docker } = JSON.parse(await buildah.run('inspect', '--type', 'image', IMAGE)) as {
      Docker: { config: ImageConfig };
    };
    config = Docker.config;
  }, 1_200_000);

  afterAll(async () => {
    if (!folder) return;
    for (const server of servers) await stop(server);
    await buildah.run('rm', '--all');
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  test('runs as a user without privileges, and contains only the program', async () => {
    expect(config.User).toBe(`${USER}:${USER}`);
    expect(await runIn(['id', '-u'])).toEqual([0, `${USER}\n`]);
    const [, files] = await runIn(['ls', '/opt/energy-rental-sandbox']);
    expect(files.split('\n').filter(Boolean)).toEqual([
      'LICENSE',
      'dist',
      'health.mjs',
      'package.json',
      'scenarios',
    ]);
    const [, size] = await runIn(['du', '-sk', '/opt/energy-rental-sandbox']);
    const kilobytes = Number.parseInt(size, 10);
    console.log(`the image adds ${(kilobytes / 1024).toFixed(1)} MiB to its base image`);
    expect(kilobytes).toBeLessThan(20 * 1024);
  });

  test('does not start without an admin token, because it listens on all addresses', async () => {
    const [code, text] = await runIn(config.Entrypoint, []);
    expect(code).not.toBe(0);
    expect(text).toContain('admin-token: required when listening on 0.0.0.0');
  });

  test('serves orders, reports its health, ends at SIGTERM, and has the orders at the next start', async () => {
    const [kind, ...health] = config.Healthcheck.Test;
    expect(kind).toBe('CMD');
    expect((await runIn(health))[0]).toBe(1);
    const first = await serve();
    expect((await runIn(health))[0]).toBe(0);
    const placed = await call('/api/v1/order/', { external_id: 'kept', package_id: 1, address: RECIPIENT });
    expect(placed.status).toBe(202);
    const [, listed] = await runIn(['energy-rental-sandbox', 'orders', '--url', URL, '--json']);
    expect(JSON.parse(listed)).toHaveLength(1);
    expect(await stop(first)).toBe(0);
    expect((await runIn(health))[0]).toBe(1);
    expect((await readdir(data)).filter(name => !name.startsWith('.'))).toEqual(['demo.json']);
    const owners = await output('stat', '-c', '%u', join(data, 'demo.json'));
    expect(owners).toBe(String(USER));
    const second = await serve();
    const { data: order } = await call('/api/v1/status/?external_id=kept');
    expect(order).toMatchObject({ id: placed.data.order_id, external_id: 'kept' });
    expect(await stop(second)).toBe(0);
  });
});

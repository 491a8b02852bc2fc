import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interceptors, Pool } from 'undici';
import { pause, systemClock } from '../../src/clock/host-clock.ts';
import { ApiClient } from '../support/api-client.ts';
import { freePorts } from '../support/free-ports.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const EXAMPLE = path('../../examples/behind-nginx');
const CLI = path('../../dist/cli.js');
const START_TIMEOUT_MS = 300_000;
const POLL_MS = 20;

/** When nginx is reloaded, it closes connections that wait for the next request: a client has to send it again. */
const sentAgain = interceptors.retry({
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  errorCodes: ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'],
  statusCodes: [],
  minTimeout: 20,
  maxTimeout: 1_000,
});

/** False if a program is not installed; its tests are skipped. */
export const isInstalled = (...words: [string, ...string[]]): boolean =>
  spawnSync(words[0], words.slice(1)).status === 0;

/** The example: processes of the built server behind a real nginx. */
export class Processes implements AsyncDisposable {
  readonly #folder: string;
  readonly #basePort: number;
  readonly #children: ChildProcess[] = [];
  readonly #pools: Pool[] = [];
  /** What the example and its configurations read. */
  readonly environment: NodeJS.ProcessEnv;
  /** The process ids by number, in the order of their starts. */
  readonly pids = new Map<number, number[]>();
  /** The service and the control API through nginx. */
  readonly api: ApiClient;
  readonly url: string;

  private constructor(folder: string, basePort: number) {
    const listen = `127.0.0.1:${basePort}`;
    this.#folder = folder;
    this.#basePort = basePort;
    this.url = `http://${listen}`;
    const ports = [1, 2, 3].map(number => [`SANDBOXES_PORT_${number}`, String(basePort + number)]);
    this.environment = {
      ...process.env,
      ...Object.fromEntries(ports),
      SANDBOXES_FOLDER: folder,
      SANDBOXES_LISTEN: listen,
      SANDBOXES_BASE_PORT: String(basePort),
      SANDBOXES_PROGRAM: `${process.execPath} ${CLI}`,
    };
    this.api = this.#client(this.url);
  }

  /** Starts processes and nginx. @param most how many processes there will be at most */
  static async start(count: number, most: number): Promise<Processes> {
    return Processes.#started(await Processes.#create(most), async created => {
      await created.add(String(count));
      await created.untilBalanced();
    });
  }

  /** Starts processes without nginx: the caller starts another balancer at `url`. */
  static async startWithoutBalancer(count: number): Promise<Processes> {
    return Processes.#started(await Processes.#create(count), created =>
      created.add('--without-nginx', '1', String(count)),
    );
  }

  /** Starts the processes. If that fails, none of them is left. */
  static async #started(
    created: Processes,
    start: (created: Processes) => Promise<void>,
  ): Promise<Processes> {
    try {
      await start(created);
      return created;
    } catch (error) {
      await created[Symbol.asyncDispose]();
      throw error;
    }
  }

  static async #create(most: number): Promise<Processes> {
    const folder = await mkdtemp(join(tmpdir(), 'energy-sandbox-nginx-'));
    // nginx's workers run as another user if the tests run as root.
    await chmod(folder, 0o755);
    return new Processes(folder, await freePorts(most + 1));
  }

  /** Waits until the balancer responds. @throws Error if it does not */
  async untilBalanced(): Promise<void> {
    const deadlineMs = performance.now() + START_TIMEOUT_MS;
    while ((await fetch(`${this.url}/healthz`).catch(() => null))?.status !== 200) {
      if (performance.now() > deadlineMs) throw new Error(`no balancer responds at ${this.url}`);
      await pause(systemClock, POLL_MS);
    }
  }

  /** Runs start.mjs with further words until it is ready. */
  async add(...words: string[]): Promise<void> {
    const child = spawn(process.execPath, [join(EXAMPLE, 'start.mjs'), ...words], {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    let output = '';
    const deadline = setTimeout(() => child.kill('SIGTERM'), START_TIMEOUT_MS);
    child.stderr!.on('data', chunk => {
      output += chunk;
    });
    const ready = new Promise<void>((resolve, reject) => {
      child.on('exit', code => reject(new Error(`start.mjs ended with ${code}: ${output}`)));
      child.stdout!.on('data', chunk => {
        output += chunk;
        for (const [, number, pid] of String(chunk).matchAll(/^process (\d+): pid (\d+)/gm)) {
          this.pids.set(Number(number), [...(this.pids.get(Number(number)) ?? []), Number(pid)]);
        }
        if (/^ready/m.test(output)) resolve();
      });
    });
    await ready.finally(() => clearTimeout(deadline));
  }

  /** Runs a script of the example until it ends. @returns its output @throws Error if it fails */
  async run(script: 'add-process.mjs' | 'remove-process.mjs'): Promise<string> {
    const child = spawn(process.execPath, [join(EXAMPLE, script)], { env: this.environment });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        output += chunk;
      });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${script} ended with ${code}: ${output}`);
    return output;
  }

  /** Kills a process immediately; start.mjs starts it again. */
  kill(number: number): void {
    process.kill(this.pids.get(number)!.at(-1)!, 'SIGKILL');
  }

  /** A client of one process, without nginx. */
  direct(number: number): ApiClient {
    return this.#client(`http://127.0.0.1:${this.#basePort + number}`);
  }

  #client(url: string): ApiClient {
    const pool = new Pool(url, { connections: 32 });
    this.#pools.push(pool);
    return new ApiClient(pool.compose(sentAgain), '');
  }

  /** The names of the accounts of a process, as it lists them through nginx, without the one for the demo. */
  async accountsOf(number: number): Promise<string[]> {
    const { items } = (
      await this.api.call<{ items: { name: string }[] }>(
        'GET',
        `/processes/${number}/_sandbox/accounts?limit=1000`,
        { key: null },
      )
    ).data;
    return items.map(({ name }) => name).filter(name => name !== 'demo');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const running = this.#children.filter(child => child.exitCode === null && child.signalCode === null);
    const ended = running.map(child => once(child, 'exit'));
    for (const child of running) child.kill('SIGTERM');
    await Promise.all(ended);
    await Promise.all(this.#pools.map(pool => pool.destroy()));
    await rm(this.#folder, { recursive: true, force: true });
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interceptors, Pool } from 'undici';
import { pause, systemClock } from '../../../src/host/node/host-clock.ts';
import { ApiClient } from '../../support/api-client.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { endingWithFile } from '../../support/children.ts';
import { freePorts } from '../../support/free-ports.ts';

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const CLI = pathOf('../../../dist/cli.js');
/** The configuration of the example. */
export const CONFIG = pathOf('../../../examples/behind-haproxy/haproxy.cfg');
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 20;
const NUMBERS = [1, 2, 3];

/** A connection that HAProxy closes because its process was killed: a client has to send the request again. */
const sentAgain = interceptors.retry({
  methods: ['GET', 'POST'],
  errorCodes: ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'],
  statusCodes: [],
  minTimeout: 20,
  maxTimeout: 1_000,
});

/** Three processes of the built server behind a real HAProxy with the configuration of the example. */
export class Processes implements AsyncDisposable {
  readonly #folder: string;
  readonly #basePort: number;
  readonly #children = new Map<number | 'haproxy', ChildProcess>();
  readonly #pool: Pool;
  #isStopping = false;
  /** The service and the control API through HAProxy. */
  readonly api: ApiClient;
  readonly url: string;

  private constructor(folder: string, basePort: number) {
    this.#folder = folder;
    this.#basePort = basePort;
    this.url = `http://127.0.0.1:${basePort}`;
    this.#pool = new Pool(this.url, { connections: 32 });
    this.api = new ApiClient(this.#pool.compose(sentAgain), '');
  }

  /** Starts the processes and HAProxy. If that fails, none of them is left. */
  static async start(): Promise<Processes> {
    const folder = await mkdtemp(join(tmpdir(), 'energy-sandbox-haproxy-'));
    const created = new Processes(folder, await freePorts(1 + NUMBERS.length));
    try {
      await Promise.all(NUMBERS.map(number => created.#keepRunning(number)));
      const ports = NUMBERS.map(number => [`SANDBOX_${number}`, `127.0.0.1:${created.#basePort + number}`]);
      const env = childEnvironment({
        ...Object.fromEntries(ports),
        SANDBOXES_LISTEN: `127.0.0.1:${created.#basePort}`,
      });
      const balancer = spawn('haproxy', ['-db', '-f', CONFIG], { env, stdio: 'ignore' });
      created.#children.set('haproxy', endingWithFile(balancer));
      await created.#untilBalanced();
      return created;
    } catch (error) {
      await created[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Starts a process, and starts it again when it was killed. Resolves once it listens for the first time. */
  async #keepRunning(number: number): Promise<void> {
    const port = this.#basePort + number;
    const flags = ['--port', port, '--data', join(this.#folder, String(number)), '--public-url', this.url];
    const words = [CLI, 'start', '--json', '--behind-balancer', ...flags].map(String);
    const child = endingWithFile(
      spawn(process.execPath, words, { env: childEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    this.#children.set(number, child);
    child.on('exit', (_code, signal) => {
      if (signal === 'SIGKILL' && !this.#isStopping) void this.#keepRunning(number);
    });
    // With --json, it writes a line as soon as it listens.
    await once(child.stdout!, 'data');
  }

  /** @throws Error if no balancer responds */
  async #untilBalanced(): Promise<void> {
    const deadlineMs = performance.now() + START_TIMEOUT_MS;
    while ((await fetch(`${this.url}/healthz`).catch(() => null))?.status !== 200) {
      if (performance.now() > deadlineMs) throw new Error(`no balancer responds at ${this.url}`);
      await pause(systemClock, POLL_MS);
    }
  }

  /** Kills a process immediately; it is started again. */
  kill(number: number): void {
    this.#children.get(number)!.kill('SIGKILL');
  }

  /** The names of the accounts of a process, without the one for the demo. */
  async accountsOf(number: number): Promise<string[]> {
    const path = `/processes/${number}/_sandbox/accounts?limit=1000`;
    const { data } = await this.api.call<{ items: { name: string }[] }>('GET', path, { key: null });
    return data.items.map(({ name }) => name).filter(name => name !== 'demo');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    const children = [...this.#children.values()];
    const running = children.filter(child => child.exitCode === null && child.signalCode === null);
    const ended = running.map(child => once(child, 'exit'));
    for (const child of running) child.kill('SIGTERM');
    await Promise.all(ended);
    await this.#pool.destroy();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { ApiClient } from '../../support/api-client.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { endingWithFile } from '../../support/children.ts';
import { CONTAINER } from '../../support/needs.ts';

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
const START_TIMEOUT_MS = 300_000;

export const IS_ROOT = process.getuid?.() === 0;
/** Starts a program as root without root's exemption from permissions. Another user may be unable to read the checkout. */
const WITHOUT_CAPABILITIES = ['setpriv', '--inh-caps=-all', '--bounding-set=-all'];

/** How a process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** The built server in its own process. */
export class ServerProcess {
  readonly api: ApiClient;
  readonly port: number;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<End>;
  readonly #child: ChildProcess;
  readonly #pool: Pool;

  private constructor(child: ChildProcess, ended: Promise<End>, banner: Banner) {
    this.#child = child;
    this.ended = ended;
    this.port = banner.port;
    this.baseUrl = banner.base_url;
    this.apiKey = banner.api_key;
    this.#pool = new Pool(banner.base_url, { connections: 32 });
    this.api = new ApiClient(this.#pool, banner.api_key);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Starts a server on a free port. @throws Error with its stderr output if it exits instead */
  static async start(flags: readonly string[]): Promise<ServerProcess> {
    return ServerProcess.run(process.execPath, [CLI, '--port', '0', '--json', ...flags]);
  }

  /** Starts a server to which permissions apply, even if root runs the tests. */
  static async startUnprivileged(flags: readonly string[]): Promise<ServerProcess> {
    const words = [process.execPath, CLI, '--port', '0', '--json', ...flags];
    const [command, ...args] = IS_ROOT ? [...WITHOUT_CAPABILITIES, ...words] : words;
    return ServerProcess.run(command!, args);
  }

  /** Starts a server as in a container. Its port cannot be reached. */
  static async startContained(flags: readonly string[]): Promise<ServerProcess> {
    const words = [...CONTAINER, process.execPath, CLI, '--port', '0', '--json', ...flags];
    return ServerProcess.run(words[0]!, words.slice(1));
  }

  /** Starts a server through a shell, for settings that only a shell can make. */
  static async startIn(shell: string, flags: readonly string[]): Promise<ServerProcess> {
    const command = `${shell}; exec "$0" "$@"`;
    const args = ['-c', command, process.execPath, CLI, '--port', '0', '--json', ...flags];
    return ServerProcess.run('sh', args);
  }

  private static async run(command: string, args: readonly string[]) {
    const child = endingWithFile(
      spawn(command, args, { env: childEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] }),
    );
    let stderr = '';
    child.stderr!.on('data', chunk => {
      stderr += chunk;
    });
    const ended = once(child, 'close').then(([code, signal]): End => ({ code, signal, stderr }));
    const deadline = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
    let text = '';
    for await (const chunk of child.stdout!) {
      text += chunk;
      if (text.includes('\n')) break;
    }
    clearTimeout(deadline);
    if (text.includes('\n')) return new ServerProcess(child, ended, JSON.parse(text) as Banner);
    const end = await ended;
    throw new Error(`exit ${end.code}: ${end.stderr}`);
  }

  /** Kills the process immediately, without a shutdown. */
  async crash(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
    await this.#pool.destroy();
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Stops the server with SIGTERM and reports how it ended. */
  async stop(): Promise<End> {
    this.signal('SIGTERM');
    const end = await this.ended;
    await this.#pool.destroy();
    return end;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.crash();
  }
}

interface Banner {
  readonly port: number;
  readonly base_url: string;
  readonly api_key: string;
}

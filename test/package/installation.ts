import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILES = fileURLToPath(new URL('./consumer/', import.meta.url));
const COMMAND_LIMIT_MS = 60_000;

const run = promisify(execFile);

/** What a command came to. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Packs the built tree into a folder; answers the tarball's path, and the paths in it, sorted. */
export async function pack(folder: string): Promise<{ tarball: string; packed: string[] }> {
  // Not built again, which would be under the feet of other tests.
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', words, { cwd: ROOT, env: shellOf(folder), timeout: COMMAND_LIMIT_MS });
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return { tarball: join(folder, filename), packed: files.map(({ path }) => path).sort() };
}

/** A project that has nothing installed but what `npm pack` makes of the built tree. */
export class Installation implements AsyncDisposable {
  readonly folder: string;
  /** The paths in the package, sorted. */
  readonly packed: readonly string[];

  private constructor(folder: string, packed: readonly string[]) {
    this.folder = folder;
    this.packed = packed;
  }

  static async make(): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), 'installation-'));
    const { tarball, packed } = await pack(folder);
    await cp(FILES, folder, { recursive: true });
    const install = ['install', '--offline', '--no-audit', '--no-fund', tarball];
    await run('npm', install, { cwd: folder, env: shellOf(folder), timeout: COMMAND_LIMIT_MS });
    return new Installation(folder, packed);
  }

  /** Where the package lies once installed. */
  get home(): string {
    return join(this.folder, 'node_modules/energy-rental-sandbox');
  }

  /** Reads a file of the installed package. */
  read(path: string): Promise<string> {
    return readFile(join(this.home, path), 'utf8');
  }

  /** The packages that lie in node_modules. */
  async installed(): Promise<string[]> {
    return (await readdir(join(this.folder, 'node_modules'))).filter(name => !name.startsWith('.'));
  }

  /** Runs a script with node; a path under `node_modules/` is this project's. */
  async node(script: string, args: readonly string[] = []): Promise<Outcome> {
    const path = script.startsWith('node_modules/') ? join(ROOT, script) : script;
    const child = this.#spawn(process.execPath, [path, ...args], { timeout: COMMAND_LIMIT_MS });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', bytes => (output += bytes));
    const code = await new Promise<number>(resolve => child.on('close', one => resolve(one ?? 1)));
    return { code, output };
  }

  /** Starts a command of the package's as its users do. It leads a process group of its own. */
  npx(...words: readonly string[]): ChildProcess {
    return this.#spawn('npx', ['--offline', '--no-install', ...words], { detached: true });
  }

  #spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
    return spawn(command, args, { ...options, cwd: this.folder, env: shellOf(this.folder) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The environment of a plain shell, with this very node first, and a cache of npm's that is empty. */
export function shellOf(folder: string): NodeJS.ProcessEnv {
  const plain = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST$|NODE_|PORT$|HOST$|ENERGY_SANDBOX_|npm_)/.test(name),
  );
  return {
    ...Object.fromEntries(plain),
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    NO_COLOR: '1',
    npm_config_cache: join(folder, '.npm'),
    npm_config_update_notifier: 'false',
  };
}

import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnvironment } from '../../support/child-environment.ts';
import { endingWithFile } from '../../support/children.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FILES = fileURLToPath(new URL('./consumer/', import.meta.url));
const COMMAND_TIMEOUT_MS = 300_000;

const run = promisify(execFile);

/** The result of a command. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Packs the build into a folder. Returns the path of the tarball and the sorted paths in it. */
export async function pack(folder: string): Promise<{ tarball: string; packed: string[] }> {
  // Scripts are ignored, because a rebuild would disturb other tests.
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', words, {
    cwd: ROOT,
    env: shellOf(folder),
    timeout: COMMAND_TIMEOUT_MS,
  });
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return { tarball: join(folder, filename), packed: files.map(({ path }) => path).sort() };
}

/** A project whose only dependency is the package that `npm pack` produces. */
export class Installation implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), 'installation-'));
    const { tarball } = await pack(folder);
    await cp(FILES, folder, { recursive: true });
    const install = ['install', '--offline', '--no-audit', '--no-fund', tarball];
    await run('npm', install, { cwd: folder, env: shellOf(folder), timeout: COMMAND_TIMEOUT_MS });
    return new Installation(folder);
  }

  /** The folder of the installed package. */
  get home(): string {
    return join(this.folder, 'node_modules/energy-rental-sandbox');
  }

  /** The packages in node_modules. */
  async installed(): Promise<string[]> {
    return (await readdir(join(this.folder, 'node_modules'))).filter(name => !name.startsWith('.'));
  }

  /** Runs a script with node; a path under `node_modules/` is resolved in this repository. */
  async node(script: string, args: readonly string[] = []): Promise<Outcome> {
    const path = script.startsWith('node_modules/') ? join(ROOT, script) : script;
    const child = this.#spawn(process.execPath, [path, ...args], { timeout: COMMAND_TIMEOUT_MS });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', bytes => (output += bytes));
    const code = await new Promise<number>(resolve => child.on('close', one => resolve(one ?? 1)));
    return { code, output };
  }

  /** Starts a command of the package as users do, in a separate process group. */
  npx(...words: readonly string[]): ChildProcess {
    return this.#spawn('npx', ['--offline', '--no-install', ...words], { detached: true });
  }

  #spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
    return endingWithFile(spawn(command, args, { ...options, cwd: this.folder, env: shellOf(this.folder) }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A command line that runs in a shell. */
export interface ShellCommand {
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
  /** What it has written so far. */
  output(): string;
  /** Resolves with the output when it matches a pattern. @throws if the command ends before */
  until(pattern: RegExp): Promise<string>;
  /** Ends the command and everything that it has started. */
  end(): Promise<void>;
}

/** Runs a command line as users do, in a separate process group. */
export function shellIn(folder: string, line: string, environment: NodeJS.ProcessEnv = {}): ShellCommand {
  const child = spawn('sh', ['-c', line], {
    cwd: folder,
    env: { ...shellOf(folder), ...environment },
    detached: true,
    timeout: COMMAND_TIMEOUT_MS,
  });
  let output = '';
  let isOver = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', bytes => {
      output += bytes;
      child.emit('progress');
    });
  }
  const ended = new Promise<number>(resolve => {
    child.on('close', code => {
      isOver = true;
      child.emit('progress');
      resolve(code ?? 1);
    });
  });
  return {
    ended,
    output: () => output,
    until: async pattern => {
      while (!pattern.test(output)) {
        if (isOver) throw new Error(`${line} has ended:\n${output}`);
        await once(child, 'progress');
      }
      return output;
    },
    end: async () => {
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
    },
  };
}

/** The environment of a plain shell, with the current node first in PATH and an empty npm cache. */
export const shellOf = (folder: string): NodeJS.ProcessEnv =>
  childEnvironment({
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    NO_COLOR: '1',
    npm_config_cache: join(folder, '.npm'),
    npm_config_update_notifier: 'false',
  });

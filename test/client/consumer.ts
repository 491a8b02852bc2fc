import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../support/child-environment.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FILES = fileURLToPath(new URL('./consumer/', import.meta.url));

/** The result of a command in the consumer project. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** What the fixtures for Vitest need. */
export const VITEST_PACKAGES = ['@types/node', 'undici-types', 'vitest'];

/** A project in which the built package is installed, and otherwise only the given packages. */
export class Consumer implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @param packages of this project that are also installed in the consumer */
  static async make(...packages: string[]): Promise<Consumer> {
    const folder = await mkdtemp(join(tmpdir(), 'consumer-'));
    await cp(FILES, folder, { recursive: true });
    const installed = join(folder, 'node_modules/energy-rental-sandbox');
    await mkdir(installed, { recursive: true });
    // Copied like an installation. A linked package would resolve the packages of this project.
    for (const name of ['package.json', 'dist']) {
      await cp(join(ROOT, name), join(installed, name), { recursive: true });
    }
    for (const name of packages) {
      await mkdir(join(folder, 'node_modules', name, '..'), { recursive: true });
      await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    }
    return new Consumer(folder);
  }

  /** Runs a script with node. A path under `node_modules/` refers to this project. */
  node(script: string, args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
    const path = script.startsWith('node_modules/') ? join(ROOT, script) : script;
    const env = childEnvironment({ NO_COLOR: '1', ...environment });
    const options = { cwd: this.folder, env, timeout: 300_000 };
    return new Promise(resolve => {
      const child = execFile(process.execPath, [path, ...args], options, (_error, out, err) => {
        resolve({ code: child.exitCode ?? 1, output: out + err });
      });
    });
  }

  /** Runs Vitest with one of the configurations of the consumer. */
  vitest(
    config: string,
    environment: NodeJS.ProcessEnv = {},
    args: readonly string[] = [],
  ): Promise<Outcome> {
    const all = ['run', '--root', '.', '--config', config, ...args];
    return this.node('node_modules/vitest/vitest.mjs', all, environment);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

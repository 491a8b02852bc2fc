import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, realpath, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const runFile = promisify(execFile);
const OPTIONS = { maxBuffer: 2 ** 28 };

/** Runs a program and returns what it wrote to stdout. @throws Error with its stderr if it fails */
export async function output(program: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await runFile(program, words, OPTIONS);
  return stdout.trim();
}

/** Buildah without a daemon, without a registry and without namespaces, with all of its storage in one folder. */
export class Buildah {
  readonly #storage: readonly string[];

  constructor(folder: string) {
    const root = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
    this.#storage = [...root, '--storage-driver', 'vfs'];
  }

  /** The words of a command, for a process of its own. */
  words(...words: readonly string[]): string[] {
    return [...this.#storage, ...words];
  }

  run(...words: readonly string[]): Promise<string> {
    return output('buildah', ...this.words(...words));
  }
}

/** The packages of npm, next to the running Node. */
const NPM = join(dirname(process.execPath), '../lib/node_modules/npm');

/**
 * Makes an image of Debian with the running Node, as Node's own images are made: without a registry.
 * @param tag the name of the image with Node; with `-build` at its end, that of the one that also has npm
 */
export async function makeBaseImages(buildah: Buildah, folder: string, tag: string): Promise<void> {
  const root = join(folder, 'root');
  await output('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', root);
  await copyFile(process.execPath, join(root, 'usr/bin/node'));
  await commit(buildah, root, tag);
  await cp(await realpath(NPM), join(root, 'usr/lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm'));
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities) {
    await mkdir(join(root, dirname(authorities)), { recursive: true });
    await copyFile(authorities, join(root, authorities));
  }
  await commit(buildah, root, `${tag}-build`, authorities ? [`NODE_EXTRA_CA_CERTS=${authorities}`] : []);
}

async function commit(
  buildah: Buildah,
  root: string,
  tag: string,
  environment: readonly string[] = [],
): Promise<void> {
  const container = await buildah.run('from', 'scratch');
  await buildah.run('add', container, root, '/');
  for (const one of environment) await buildah.run('config', '--env', one, container);
  await buildah.run('commit', '--quiet', '--rm', container, tag);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { childEnvironment } from '../../support/child-environment.ts';
import { endingWithFile } from '../../support/children.ts';

const SCRIPTS = join(import.meta.dirname, '../../../scripts');

/** A source in a folder of a folder. What it contains becomes part of the version. */
const MORE = 'src/new/deep/more';

/** A server that says what it was built from, and each signal that it gets. */
const SERVER = `
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => { console.log('got', signal); process.exit(0); });
console.log('serving', VERSION, ...process.argv.slice(2));
setInterval(() => undefined, 60_000);
`;

/** A build that writes the server; it fails for the source "broken". */
const BUILD = `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const version = ['version', 'new/deep/more']
  .map(name => new URL('../src/' + name, import.meta.url))
  .map(file => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
  .join('');
if (version === 'broken') process.exit(1);
const dist = new URL('../dist/', import.meta.url);
mkdirSync(dist, { recursive: true });
writeFileSync(new URL('cli.js', dist), 'const VERSION = ' + JSON.stringify(version) + ';' + ${JSON.stringify(SERVER)});
`;

/** A project of two files with the real script, and the lines that the script and its server print. */
class Project {
  readonly #root: string;
  readonly #dev: ChildProcess;
  #output = '';
  #seen = 0;
  readonly ended: Promise<number | null>;

  private constructor(root: string, flags: readonly string[]) {
    this.#root = root;
    // In a group of its own, as a shell starts it, so that a test can signal the group.
    this.#dev = endingWithFile(
      spawn(process.execPath, [join(root, 'scripts/dev.mjs'), ...flags], {
        env: childEnvironment(),
        detached: true,
      }),
    );
    for (const stream of [this.#dev.stdout!, this.#dev.stderr!]) {
      stream.on('data', chunk => {
        this.#output += chunk;
        this.#dev.emit('output');
      });
    }
    this.ended = once(this.#dev, 'close').then(([code]) => code as number | null);
  }

  static async start(version: string, ...flags: string[]): Promise<Project> {
    const root = await mkdtemp(join(tmpdir(), 'dev-'));
    for (const folder of ['src', 'openapi', 'scenarios', 'scripts']) await mkdir(join(root, folder));
    for (const script of ['dev.mjs', 'watch-folders.mjs'])
      await copyFile(join(SCRIPTS, script), join(root, 'scripts', script));
    await writeFile(join(root, 'scripts/build.mjs'), BUILD);
    await writeFile(join(root, 'src/version'), version);
    await mkdir(join(root, 'src/new/deep'), { recursive: true });
    await writeFile(join(root, MORE), '');
    return new Project(root, flags);
  }

  write(version: string): Promise<void> {
    return writeFile(join(this.#root, 'src/version'), version);
  }

  /** Saves the source as many editors do: as a new file, which then takes the place of the old one. */
  async replace(text: string, path: string): Promise<void> {
    const unfinished = join(this.#root, `${path}.tmp`);
    await writeFile(unfinished, text);
    await rename(unfinished, join(this.#root, path));
  }

  /** Creates a folder, or replaces it by an empty one of the same name. */
  async renew(folder: string): Promise<void> {
    await rm(join(this.#root, folder), { recursive: true, force: true });
    await mkdir(join(this.#root, folder), { recursive: true });
  }

  /** Resolves once the output contains a string after the last one that was waited for. */
  async prints(text: string): Promise<void> {
    for (;;) {
      const found = this.#output.indexOf(text, this.#seen);
      if (found >= 0) {
        this.#seen = found + text.length;
        return;
      }
      const more = once(this.#dev, 'output').then(() => true);
      if (!(await Promise.race([more, this.ended.then(() => false)])))
        throw new Error(`npm run dev ended without printing ${text}; it printed ${this.#output}`);
    }
  }

  get output(): string {
    return this.#output;
  }

  /** What was printed since the last text that was waited for. */
  get rest(): string {
    return this.#output.slice(this.#seen);
  }

  /** Signals all processes of the group, as a terminal does. */
  interrupt(): void {
    process.kill(-this.#dev.pid!, 'SIGINT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#dev.kill('SIGTERM');
    await this.ended;
    await rm(this.#root, { recursive: true, force: true });
  }
}

test('npm run dev builds, and starts the server with the given flags again after each change', async () => {
  await using project = await Project.start('1', '--clock', 'manual');
  await project.prints('serving 1 --clock manual');
  await project.write('2');
  await project.prints('got SIGTERM');
  await project.prints('serving 2 --clock manual');
});

test('npm run dev keeps the last server running while the source cannot be built', async () => {
  await using project = await Project.start('1');
  await project.prints('serving 1');
  await project.replace('broken', 'src/version');
  await project.prints('the build failed; the last server keeps running');
  await project.replace('3', 'src/version');
  await project.prints('serving 3');
  expect(project.output.match(/serving \d|got \w+/g)).toEqual(['serving 1', 'got SIGTERM', 'serving 3']);
});

test('npm run dev notices every change by an editor that saves a new file and renames it', async () => {
  await using project = await Project.start('1');
  await project.prints('serving 1');
  for (const text of ['a', 'b', 'c']) {
    await project.replace(text, MORE);
    await project.prints(`serving 1${text}`);
  }
  await project.replace('2', 'src/version');
  await project.prints('serving 2c');
});

test('npm run dev notices changes in folders that were replaced since it was started', async () => {
  await using project = await Project.start('1');
  await project.prints('serving 1');
  for (const [index, text] of ['a', 'b', 'c'].entries()) {
    await project.renew(index === 1 ? 'src/new/deep' : 'src/new');
    await project.renew('src/new/deep');
    await project.replace(`${text}1`, MORE);
    await project.prints(`serving 1${text}1`);
    await project.replace(`${text}2`, MORE);
    await project.prints(`serving 1${text}2`);
  }
});

test('npm run dev waits for a change where the first build fails', async () => {
  await using project = await Project.start('broken');
  await project.prints('the build failed; waiting for a change');
  await project.write('2');
  await project.prints('serving 2');
});

test('npm run dev ends its server with one signal on Ctrl-C, also where npm repeats the signal', async () => {
  await using project = await Project.start('1');
  await project.prints('serving 1');
  project.interrupt();
  project.interrupt();
  expect(await project.ended).toBe(0);
  await project.prints('got SIGTERM');
  expect(project.rest).not.toContain('got');
});

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pack, shellIn } from './installation.ts';

const ROOT = join(import.meta.dirname, '../..');
const LONG_MS = 300_000;
const HAS_GO = spawnSync('go', ['version']).status === 0;
const withGo = HAS_GO ? '' : ' (skipped: go is missing)';
const LINK = /\]\((?!https?:)([^)\s]+)\)/g;
const HEADING = /^#{1,6} (.+)$/gm;

let folder: string;
let tarball: string;
let packed: readonly string[];

const inPackage = (path: string): string => join(folder, 'node_modules/energy-rental-sandbox', path);
const read = (path: string): Promise<string> => readFile(path, 'utf8');

/** The two commands for a project that installs the package, as the README has them. */
async function readmeCommands(): Promise<readonly [install: string, start: string]> {
  const [, install, start] = /```sh\n(npm install .*)\n(npx .*)\n```/.exec(
    await read(join(ROOT, 'README.md')),
  )!;
  return [install!, start!];
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'project-'));
  ({ tarball, packed } = await pack(folder));
  const [install] = await readmeCommands();
  const offline = install.replace(/ energy-rental-sandbox$/, ` --offline ${tarball}`);
  expect(offline).toContain(tarball);
  expect(await shellIn(folder, offline).ended).toBe(0);
}, LONG_MS);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The fragment of a link to a heading, as GitHub and npm make it. */
const fragmentOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The links of a packed document that lead to no file, or to no heading of a document. */
async function deadLinks(document: string): Promise<string[]> {
  const text = await read(inPackage(document));
  const dead: string[] = [];
  for (const [, link] of text.matchAll(LINK)) {
    const [path, fragment] = link!.split('#') as [string, string?];
    const target = path === '' ? document : join(dirname(document), path);
    if (!existsSync(inPackage(target))) dead.push(link!);
    else if (fragment !== undefined) {
      const headings = [...(await read(inPackage(target))).matchAll(HEADING)];
      if (!headings.some(([, heading]) => fragmentOf(heading!) === fragment)) dead.push(link!);
    }
  }
  return dead;
}

describe('the package', () => {
  test('contains the README, all documents, the examples and what they link to', async () => {
    const documents = packed.filter(path => path.endsWith('.md'));
    expect(documents).toEqual(
      expect.arrayContaining([
        'README.md',
        'SECURITY.md',
        'docs/ci.md',
        'examples/express-receiver/README.md',
      ]),
    );
    const dead: Record<string, string[]> = {};
    for (const document of documents) {
      const links = await deadLinks(document);
      if (links.length > 0) dead[document] = links;
    }
    expect(dead).toEqual({});
  });

  test.each(['energy-sandbox', 'energy-rental-sandbox'])('runs as %s once installed', async name => {
    const { version } = JSON.parse(await read(inPackage('package.json'))) as { version: string };
    const command = shellIn(folder, `npx --offline --no-install ${name} --version`);
    expect(await command.ended).toBe(0);
    expect(command.output().split('\n')).toContain(version);
  });

  test.skipIf(!HAS_GO)(
    `adds nothing to ./... of a Go module that has it in its node_modules${withGo}`,
    async () => {
      await writeFile(join(folder, 'go.mod'), 'module shop\n');
      await writeFile(join(folder, 'shop.go'), 'package shop\n');
      const listed = spawnSync('go', ['list', './...'], { cwd: folder, encoding: 'utf8', timeout: LONG_MS });
      expect([listed.status, listed.stdout]).toEqual([0, 'shop\n']);
    },
    LONG_MS,
  );

  test(
    'starts in an empty project with the two lines of the README, and names commands that work there',
    async () => {
      const [, start] = await readmeCommands();
      const server = shellIn(folder, start, { ENERGY_SANDBOX_PORT: '0', ENERGY_SANDBOX_CLOCK: 'manual' });
      try {
        const banner = await server.until(/Stop with Ctrl-C/);
        const [, url] = /(http:\/\/127\.0\.0\.1:\d+)\/api\/v1\//.exec(banner)!;
        const [, advance] = /advance it with: (.*)/.exec(banner)!;
        const [call] = /curl [^']*(?:'[^']*'[^']*?){3}(?=\n\n)/.exec(banner)!;
        const order = shellIn(folder, call);
        expect(await order.ended).toBe(0);
        expect(order.output()).toContain('202 Accepted');
        const advanced = shellIn(folder, advance!, { ENERGY_SANDBOX_URL: url! });
        expect(await advanced.ended).toBe(0);
        expect(advanced.output()).toContain('completed');
      } finally {
        await server.end();
      }
    },
    LONG_MS,
  );
});

/** Folders and files whose texts users read or copy. */
const READ_BY_USERS = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'action.yml', 'compose.yaml', 'Dockerfile'],
  ...['docs', 'examples', 'openapi', 'scenarios', 'src'],
];

const textFiles = (path: string): string[] =>
  /\.\w+$|^Dockerfile$/.test(path)
    ? [path]
    : readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
        .map(name => join(path, name))
        // Tools leave folders with such names, for example .benchmarks.
        .filter(file => /\.\w+$/.test(file) && statSync(join(ROOT, file)).isFile());

/** What `npx` may run: this package, and the tools that a checkout installs. */
const RUN_BY_NPX = ['energy-rental-sandbox', 'vitest', '@biomejs/biome', 'biome'];

test('every npx command runs the package by its own name, or a tool of a checkout', async () => {
  const found = new Map<string, string[]>();
  for (const file of READ_BY_USERS.flatMap(textFiles)) {
    for (const [, name] of (await read(join(ROOT, file))).matchAll(/\bnpx (?:--?[\w-]+ )*([@\w/-]+)/g))
      found.set(name!, [...(found.get(name!) ?? []), file]);
  }
  expect(found.get('energy-rental-sandbox')).toContain('README.md');
  expect(Object.fromEntries([...found].filter(([name]) => !RUN_BY_NPX.includes(name)))).toEqual({});
});

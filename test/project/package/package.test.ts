import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pack } from './installation.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LINK = /\]\((?!https?:)([^)\s]+)\)/g;
const HEADING = /^#{1,6} (.+)$/gm;

const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');

const PACKAGE_IMPORT =
  /(?:^(?:import|export) (?!type\b)[^;]*? from |\bimport\()'(?!\.|node:|vitest)((?:@[^/']+\/)?[^/']+)/gm;

/** The packages that the program imports at run time, not only for types. */
async function importedPackages(): Promise<string[]> {
  const folder = join(ROOT, 'src');
  const paths = (await readdir(folder, { recursive: true })).filter(path => /\.tsx?$/.test(path));
  const texts = await Promise.all(paths.map(path => readFile(join(folder, path), 'utf8')));
  return texts.flatMap(text => [...text.matchAll(PACKAGE_IMPORT)].map(([, name]) => name!));
}

let folder: string;
/** The paths in the package. */
let packed: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'package-'));
  ({ packed } = await pack(folder));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const isPacked = (path: string): boolean =>
  packed.includes(path) || packed.some(one => one.startsWith(join(path, '/')));

/** The fragment of a link to a heading, as GitHub and npm make it. */
const fragmentOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The links of a packed document that lead to no file, or to no heading of a document. */
async function deadLinks(document: string): Promise<string[]> {
  const text = await read(document);
  const dead: string[] = [];
  for (const [, link] of text.matchAll(LINK)) {
    const [path, fragment] = link!.split('#') as [string, string?];
    const target = path === '' ? document : join(dirname(document), path);
    if (!isPacked(target)) dead.push(link!);
    else if (fragment !== undefined) {
      const headings = [...(await read(target)).matchAll(HEADING)];
      if (!headings.some(([, heading]) => fragmentOf(heading!) === fragment)) dead.push(link!);
    }
  }
  return dead;
}

describe('the package', () => {
  test('consists of the build, the documents for users, the examples, the descriptions, the scenarios and the license', () => {
    const folders = [
      'dashboard/assets',
      'docs-assets',
      'prepared',
      'prepared/scenarios',
      'types',
      'types-cjs',
    ];
    const known = [
      /^(package\.json|LICENSE|(README|CHANGELOG|SECURITY)\.md)$/,
      /^docs\/(?!architecture|corpus|dependencies|fidelity|performance|reliability)[\w-]+\.md$/,
      /^examples\/[\w-]+\/([\w-]+(\.test|\.config)?\.(ts|mjs)|verify\.(php|py|sh)|README\.md)$/,
      /^examples\/tre-bridge\.mjs$/,
      /^docs\/images\/[\w-]+\.png$/,
      /^examples\/pytest\/\w+\.py$/,
      /^examples\/first-test\/(buying\.(sh|php)|test_buying\.py|buying_test\.go|go\.mod|Buying\.java)$/,
      /^examples\/behind-haproxy\/haproxy\.cfg$/,
      /^examples\/kubernetes\/(sandbox|balancer|kustomization)\.yaml$/,
      /^examples\/monitoring\/(alerts\.yaml|prometheus\.yaml|dashboard\.json)$/,
      /^openapi\/[\w-]+\.yaml$/,
      /^scenarios\/([\w-]+\.yaml|scenario\.schema\.json)$/,
      /^dist\/[\w-]+(\.es6-[\w-]+)?\.c?js$/,
      /^dist\/(THIRD-PARTY-LICENSES\.txt|sbom\.cdx\.json|dashboard\/index\.html)$/,
      new RegExp(`^dist/(${folders.join('|')})/`),
    ];
    expect(packed.filter(path => !known.some(pattern => pattern.test(path)))).toEqual([]);
    const programs = packed.filter(path => !path.startsWith('examples/'));
    expect(programs.filter(path => /\.map$|(?<!\.d)\.[cm]?tsx?$|\.test\./.test(path))).toEqual([]);
    expect(packed).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/cli.js',
        'dist/client.cjs',
        'dist/types/index.d.ts',
      ]),
    );
  });

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

  test('includes the license of each package that it contains, and of no development tool', async () => {
    const text = await read('dist/THIRD-PARTY-LICENSES.txt');
    const listed = [...text.matchAll(/^={78}\n(\S+) \S+(?: \(.*\))?\n={78}\n\n(?=.)/gm)].map(
      ([, name]) => name,
    );
    const imported = await importedPackages();
    expect(imported).toContain('express');
    expect(imported.filter(name => !listed.includes(name))).toEqual([]);
    expect(listed).toContain('swagger-ui-dist');
    expect(listed.filter(name => /^(vitest|vite|typescript|rolldown|@biomejs)/.test(name!))).toEqual([]);
  });
});

/** Folders and files whose texts users read or copy. */
const READ_BY_USERS = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'action.yml', 'docker/Dockerfile'],
  ...['docker', 'docs', 'examples', 'openapi', 'scenarios', 'src'],
];

const textFiles = (path: string): string[] =>
  /\.\w+$|Dockerfile$/.test(path)
    ? [path]
    : readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
        .map(name => join(path, name))
        // Tools leave folders with such names, for example .benchmarks.
        .filter(file => /\.\w+$/.test(file) && statSync(join(ROOT, file)).isFile());

/** What `npx` may run: this package, the tools that a checkout installs, and the generators of an example. */
const RUN_BY_NPX = [
  'energy-rental-sandbox',
  'vitest',
  '@biomejs/biome',
  'biome',
  'openapi-typescript',
  'orval',
];

test('every npx command runs the package by its own name, or a tool of a checkout', async () => {
  const found = new Map<string, string[]>();
  for (const file of READ_BY_USERS.flatMap(textFiles)) {
    for (const [, name] of (await read(file)).matchAll(/\bnpx (?:--?[\w-]+ )*([@\w/-]+)/g))
      found.set(name!, [...(found.get(name!) ?? []), file]);
  }
  expect(found.get('energy-rental-sandbox')).toContain('README.md');
  expect(Object.fromEntries([...found].filter(([name]) => !RUN_BY_NPX.includes(name)))).toEqual({});
});

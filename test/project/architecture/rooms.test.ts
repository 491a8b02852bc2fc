import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, ROOT, readSources } from './source.ts';

/** The rooms of src/ in the order of docs/architecture.md, each with the rooms that it imports. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  contract: ['core'],
  host: ['core', 'contract'],
  webhooks: ['core', 'contract', 'host'],
  judge: ['core', 'contract'],
  server: ['core', 'contract', 'host', 'webhooks', 'judge'],
  client: ['core', 'contract', 'judge'],
  lab: ['core', 'contract', 'webhooks', 'judge', 'client'],
  testing: ['core', 'contract', 'judge', 'client'],
  mcp: ['core', 'contract', 'judge', 'client', 'lab', 'testing'],
  cli: ['core', 'contract', 'judge', 'client', 'lab', 'mcp'],
  dashboard: ['core', 'contract', 'judge', 'client'],
};

/** What every room but the core may import of others: the adapters of Node, and the composition root with its options. */
const DOORS = [
  'host/node/',
  'host/scenarios/',
  'server/start-sandbox.ts',
  'server/sandbox-options.ts',
  'server/initial-scenarios.ts',
];

/** The only importers of a package that holds one of the project's jobs. */
const OWNERS: Readonly<Record<string, RegExp>> = {
  express: /^server\//,
  '@stoplight/prism-http': /^contract\//,
  lowdb: /^host\/storage\//,
  '@faker-js/faker': /^server\/demo\//,
  undici: /^(webhooks|lab\/audit)\//,
  zod: /^((core\/scenario|host|lab\/har|mcp)\/|core\/(engine\/(state-schema|stored-defaults)|domain\/schema-defaults)\.ts$)/,
};

const IMPORTS = readSources('src').flatMap(file =>
  importsOf(file).map(({ from }) => ({
    file: file.path.replace('src/', ''),
    from,
    to: normalize(join(dirname(file.path), from)).replace(/^src\//, ''),
  })),
);
const inSource = IMPORTS.filter(({ from, to }) => from.startsWith('.') && existsSync(join(ROOT, 'src', to)));
const roomOf = (path: string): string => path.split('/')[0]!;
const isUnder = (path: string, places: readonly string[]): boolean =>
  places.some(place => path.startsWith(place));

test('every file of src but index.ts lies in a room, and rooms import only those that are listed for them', () => {
  const refused = inSource.filter(({ file, to }) => {
    const [room, other] = [roomOf(file), roomOf(to)];
    if (file === 'index.ts' || room === other || ROOMS[room]?.includes(other)) return false;
    const isThroughDoor = room !== 'core' && room !== 'contract' && isUnder(to, DOORS);
    return !isThroughDoor;
  });
  expect(refused.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  expect([...new Set(inSource.map(({ file }) => roomOf(file)))].sort()).toEqual(
    [...Object.keys(ROOMS), 'index.ts'].sort(),
  );
});

test('each package that holds one of the jobs of the project is imported in one room', () => {
  const refused = IMPORTS.filter(({ file, from }) => OWNERS[from] && !OWNERS[from].test(file));
  expect(refused.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
});

test('no file imports itself through others, types included', () => {
  const targets = new Map<string, string[]>();
  for (const { file, to } of inSource) targets.set(file, [...(targets.get(file) ?? []), to]);
  const done = new Set<string>();
  const cycleFrom = (file: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const to of targets.get(file) ?? []) {
      const cycle = cycleFrom(to, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  expect([...targets.keys()].flatMap(file => cycleFrom(file, []) ?? [])).toEqual([]);
});

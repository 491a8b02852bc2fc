import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { ASSUMPTION_NAMES } from '../../src/domain/assumptions.ts';
import { functionsOf, importsOf, nodesOf, readSources, type SourceFile } from './source.ts';

const FILES = readSources('src');

/** What each module may import from the others. A module is a folder of src/, or a file in src/ itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  contract: [],
  clock: [],
  'version.ts': [],
  scenario: ['domain'],
  'options.ts': ['domain', 'scenario'],
  engine: ['domain', 'scenario'],
  wire: ['domain', 'scenario', 'engine'],
  webhooks: ['domain', 'engine', 'wire'],
  storage: ['domain', 'scenario', 'engine', 'version.ts'],
  runtime: ['domain', 'clock', 'scenario', 'engine', 'wire', 'webhooks', 'storage'],
  http: [
    'domain',
    'contract',
    'clock',
    'scenario',
    'engine',
    'wire',
    'webhooks',
    'storage',
    'runtime',
    'demo',
    'options.ts',
    'version.ts',
  ],
  demo: ['domain', 'clock', 'engine', 'wire', 'runtime', 'scenario'],
  'demo-account.ts': ['options.ts', 'engine', 'runtime'],
  'sandbox.ts': [
    'domain',
    'contract',
    'clock',
    'scenario',
    'engine',
    'webhooks',
    'storage',
    'runtime',
    'demo',
    'http',
    'options.ts',
    'demo-account.ts',
  ],
  client: ['domain', 'scenario', 'webhooks'],
  'create-sandbox.ts': ['client', 'options.ts', 'sandbox.ts'],
  'index.ts': ['client', 'create-sandbox.ts', 'options.ts'],
  cli: [
    'domain',
    'clock',
    'scenario',
    'wire',
    'webhooks',
    'runtime',
    'options.ts',
    'sandbox.ts',
    'version.ts',
  ],
  dashboard: ['domain', 'scenario'],
  testing: ['client', 'create-sandbox.ts', 'options.ts'],
};

/** Types that may be imported against the direction of the table, because type imports do not exist at run time. */
const MAY_IMPORT_TYPES: Readonly<Record<string, readonly string[]>> = {
  contract: ['domain'],
  wire: ['contract'],
  webhooks: ['scenario'],
  storage: ['clock'],
  'options.ts': ['storage'],
  client: ['contract'],
  cli: ['contract', 'storage'],
  dashboard: ['contract'],
};

const roomOf = (path: string): string => path.split('/')[1]!;

/** Imports of other modules, such as `src/engine/command-context.ts imports scenario`. */
function strayImports(file: SourceFile): string[] {
  const room = roomOf(file.path);
  return importsOf(file).flatMap(({ from, typesOnly }) => {
    if (!from.startsWith('.')) return [];
    const target = normalize(join(dirname(file.path), from)).replaceAll('\\', '/');
    const other = target.startsWith('src/') ? roomOf(target) : target;
    if (other === room || MAY_IMPORT[room]?.includes(other)) return [];
    if (typesOnly && MAY_IMPORT_TYPES[room]?.includes(other)) return [];
    return [`${file.path} imports ${typesOnly ? 'types of ' : ''}${other}`];
  });
}

describe('imports', () => {
  test('follow the table of modules', () => {
    expect(FILES.flatMap(strayImports)).toEqual([]);
  });

  test('in the table have no cycles', () => {
    const reach = (room: string, path: readonly string[]): void => {
      expect(path, `${[...path, room].join(' -> ')}`).not.toContain(room);
      for (const next of MAY_IMPORT[room] ?? []) reach(next, [...path, room]);
    };
    for (const room of Object.keys(MAY_IMPORT)) reach(room, []);
  });

  test('are defined in the table for every module', () => {
    expect([...new Set(FILES.map(({ path }) => roomOf(path)))].filter(room => !(room in MAY_IMPORT))).toEqual(
      [],
    );
  });
});

/** The files that read scenario files. */
const EDGES_OF_SCENARIO = [
  'src/scenario/read-files.ts',
  'src/scenario/built-in-scenarios.ts',
  'src/scenario/generate-files.ts',
];

const CORE = FILES.filter(
  ({ path }) => ['domain', 'scenario', 'engine'].includes(roomOf(path)) && !EDGES_OF_SCENARIO.includes(path),
);

/** The exports of Node modules that only compute, so that the core may use them. */
const PURE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'node:crypto': ['createHash', 'createHmac', 'hash'],
  'node:net': ['BlockList', 'isIP'],
  'node:path': ['basename'],
};
const PURE_PACKAGES = ['tinyqueue', 'yaml', 'zod'];

const FORBIDDEN =
  /^(Date\.now|Math\.random|performance\.now|crypto\.\w+|set(Timeout|Interval|Immediate)|fetch|process\.\w+|console\.\w+|queueMicrotask)$/;

/** Uses of anything that makes a file depend on more than its arguments. */
function impurities(file: SourceFile): string[] {
  return [...nodesOf(file.tree)].flatMap(node => {
    const at = `${file.path}:${file.tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) {
      return [`${at} new Date()`];
    }
    const isUse = ts.isPropertyAccessExpression(node) || ts.isCallExpression(node);
    const used = ts.isCallExpression(node) ? node.expression.getText() : node.getText();
    if (isUse && FORBIDDEN.test(used)) return [`${at} ${used}`];
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return [];
    const from = node.moduleSpecifier.text;
    if (from.startsWith('.') || PURE_PACKAGES.includes(from)) return [];
    const named = node.importClause?.namedBindings;
    const names =
      named && ts.isNamedImports(named) ? named.elements.map(element => element.name.text) : ['*'];
    const allowed = PURE_IMPORTS[from] ?? [];
    return names.filter(name => !allowed.includes(name)).map(name => `${at} ${name} of ${from}`);
  });
}

test('domain, scenario and engine use no clock, no random numbers, no files and no network', () => {
  expect(CORE.length).toBeGreaterThan(30);
  expect(CORE.flatMap(impurities)).toEqual([]);
});

/** Tables, which may be longer: the register of assumptions, and the types of the client library. */
const TABLES = ['src/domain/assumptions.ts', 'src/client/data-types.ts'];
const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 70;

const written = FILES.filter(({ path }) => !path.endsWith('.generated.ts'));

describe('source code that is not generated is short:', () => {
  test('files, except tables', () => {
    const long = written
      .filter(({ path }) => !TABLES.includes(path))
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > MAX_FILE_LINES);
    expect(long).toEqual([]);
  });

  test('functions', () => {
    expect(written.flatMap(functionsOf).filter(({ lines }) => lines > MAX_FUNCTION_LINES)).toEqual([]);
  });
});

test('every setting of the register is used', () => {
  const readers = written.filter(({ path }) => path !== 'src/domain/assumptions.ts');
  const unread = ASSUMPTION_NAMES.filter(
    name => !readers.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  expect(unread).toEqual([]);
});

test('no test is skipped, and no test excludes others', () => {
  const held = readSources('test').flatMap(({ path, tree }) =>
    [...nodesOf(tree)].flatMap(node => {
      if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return [];
      const isTest = ['test', 'it', 'describe'].includes(node.expression.text);
      return isTest && ['skip', 'only', 'todo', 'fails'].includes(node.name.text)
        ? [`${path} ${node.getText()}`]
        : [];
    }),
  );
  expect(held).toEqual([]);
});

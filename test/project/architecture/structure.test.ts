import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { ASSUMPTION_NAMES } from '../../../src/core/domain/assumptions.ts';
import { functionsOf, nodesOf, readSources, type SourceFile } from './source.ts';

const FILES = readSources('src');

const CORE = FILES.filter(({ path }) => path.startsWith('src/core/'));

/** What the core may import of Node: functions of their arguments. */
const PURE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'node:crypto': ['createHash', 'createHmac', 'hash', 'timingSafeEqual'],
  'node:net': ['BlockList', 'isIP'],
  'node:path': ['basename'],
};
const PURE_PACKAGES = ['tinyqueue', 'yaml', 'zod'];

const FORBIDDEN =
  /^(Date\.now|Math\.random|performance\.now|crypto\.\w+|set(Timeout|Interval|Immediate)|fetch|process\.\w+|console\.\w+|queueMicrotask)$/;

/** Everything that makes a file depend on more than its arguments. */
function impurities(file: SourceFile): string[] {
  return nodesOf(file.tree).flatMap(node => {
    const at = (): string =>
      `${file.path}:${file.tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) {
      return [`${at()} new Date()`];
    }
    const isUse = ts.isPropertyAccessExpression(node) || ts.isCallExpression(node);
    const used = isUse ? (ts.isCallExpression(node) ? node.expression : node).getText() : '';
    if (FORBIDDEN.test(used)) return [`${at()} ${used}`];
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return [];
    const from = node.moduleSpecifier.text;
    if (from.startsWith('.') || PURE_PACKAGES.includes(from)) return [];
    const named = node.importClause?.namedBindings;
    const names =
      named && ts.isNamedImports(named) ? named.elements.map(element => element.name.text) : ['*'];
    const allowed = PURE_IMPORTS[from] ?? [];
    return names.filter(name => !allowed.includes(name)).map(name => `${at()} ${name} of ${from}`);
  });
}

test('the core uses no clock, randomness, file or network', () => {
  expect(CORE.length).toBeGreaterThan(30);
  expect(CORE.flatMap(impurities)).toEqual([]);
});

/** Tables, which are read row by row: the register of assumptions and the shapes of the library's results. */
const TABLES = ['src/core/domain/assumptions.ts', 'src/client/data-types.ts'];
const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 70;

const written = FILES.filter(({ path }) => !path.endsWith('.generated.ts'));

describe('hand-written code is short:', () => {
  test('files have at most 400 lines, tables excepted', () => {
    const long = written
      .filter(({ path }) => !TABLES.includes(path))
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > MAX_FILE_LINES);
    expect(long).toEqual([]);
  });

  test('functions have at most 70 lines', () => {
    expect(written.flatMap(functionsOf).filter(({ lines }) => lines > MAX_FUNCTION_LINES)).toEqual([]);
  });
});

test('every setting in the register of assumptions is used by the code', () => {
  const readers = written.filter(({ path }) => path !== 'src/core/domain/assumptions.ts');
  const unread = ASSUMPTION_NAMES.filter(
    name => !readers.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  expect(unread).toEqual([]);
});

test('no test is skipped, marked as a failure, or run to the exclusion of others', () => {
  const suspects = readSources('test').filter(({ text }) => /\.\s*(skip|only|todo|fails)\b/.test(text));
  const held = suspects.flatMap(({ path, tree }) =>
    nodesOf(tree).flatMap(node => {
      if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return [];
      const isTest = ['test', 'it', 'describe'].includes(node.expression.text);
      return isTest && ['skip', 'only', 'todo', 'fails'].includes(node.name.text)
        ? [`${path} ${node.getText()}`]
        : [];
    }),
  );
  expect(held).toEqual([]);
});

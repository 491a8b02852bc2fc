import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { nodesOf, readSources, type SourceFile } from './source.ts';

/** Code that runs in another process: in a project that uses the package, or before the tests. */
const ELSEWHERE = /^test\/([^/]+\/consumer\/|support\/prepared\.ts$)/;

const FILES = ['test', 'examples']
  .flatMap(folder => readSources(folder))
  .filter(({ path }) => !ELSEWHERE.test(path));

const CALLS =
  /^(vi\.(mock|doMock|unmock|doUnmock|resetModules|stubEnv|stubGlobal)|process\.chdir|setGlobalDispatcher)$/;
const ASSIGNED = /^\(?(process\.env|process\.exitCode|globalThis|global)\b/;

/** A file without any of these words changes nothing, so it is not parsed further. */
const SUSPECT =
  /\b(vi\.(mock|doMock|un|doUn|reset|stub)|process\.(chdir|env|exitCode)|setGlobalDispatcher|global(This)?\b)/;

/** What a file changes for all files that run in its process. */
function changesForOthers(file: SourceFile): string[] {
  if (!SUSPECT.test(file.text)) return [];
  const { path, tree } = file;
  return nodesOf(tree).flatMap(node => {
    const isChange =
      (ts.isCallExpression(node) && CALLS.test(node.expression.getText())) ||
      (ts.isDeleteExpression(node) && ASSIGNED.test(node.expression.getText())) ||
      (ts.isBinaryExpression(node) &&
        node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
        ASSIGNED.test(node.left.getText()));
    if (!isChange) return [];
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    return [`${path}:${line + 1} ${node.getText()}`];
  });
}

describe('test files, which run one after another in the same process,', () => {
  test('change no module, global object or environment variable that the next one uses', () => {
    expect(FILES.flatMap(changesForOthers)).toEqual([]);
  });
});

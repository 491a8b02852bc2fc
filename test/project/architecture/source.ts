import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '../../..');

/** A parsed source file. */
export interface SourceFile {
  /** Relative to the project, such as `src/core/engine/agenda.ts`. */
  readonly path: string;
  readonly text: string;
  /** Parsed when it is first read. */
  readonly tree: ts.SourceFile;
}

/** No test reads the tags of comments, and parsing them takes a part of the time. */
const OPTIONS: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.ES2023,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

const read = new Map<string, readonly SourceFile[]>();

/** All TypeScript files under a folder, which each process reads and parses once. */
export function readSources(folder: string): readonly SourceFile[] {
  const files = read.get(folder) ?? sourcesIn(folder);
  read.set(folder, files);
  return files;
}

const sourcesIn = (folder: string): SourceFile[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path))
    .sort()
    .map(relative => {
      const path = `${folder}/${relative.replaceAll('\\', '/')}`;
      const text = readFileSync(join(ROOT, path), 'utf8');
      let tree: ts.SourceFile | null = null;
      return {
        path,
        text,
        get tree() {
          tree ??= ts.createSourceFile(path, text, OPTIONS, true);
          return tree;
        },
      };
    });

/** All nodes of a file except its tokens, parents before children. */
export function nodesOf(node: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (one: ts.Node): void => {
    nodes.push(one);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return nodes;
}

/** What a file imports or re-exports, also dynamically; `typesOnly` if the import does not exist at run time. */
export function importsOf({ tree }: SourceFile): { from: string; typesOnly: boolean }[] {
  const imports: { from: string; typesOnly: boolean }[] = [];
  for (const node of nodesOf(tree)) {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      imports.push({ from: node.moduleSpecifier.text, typesOnly: isTypesOnly(node.importClause) });
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      imports.push({ from: node.moduleSpecifier.text, typesOnly: node.isTypeOnly });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [from] = node.arguments;
      if (from && ts.isStringLiteral(from)) imports.push({ from: from.text, typesOnly: false });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      imports.push({ from: (node.argument.literal as ts.StringLiteral).text, typesOnly: true });
    }
  }
  return imports;
}

function isTypesOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const named = clause.namedBindings;
  if (clause.name || !named || !ts.isNamedImports(named)) return false;
  return named.elements.every(element => element.isTypeOnly);
}

/** The functions of a file with their lengths in lines. */
export function functionsOf({ path, tree }: SourceFile): { name: string; lines: number }[] {
  const functions: { name: string; lines: number }[] = [];
  for (const node of nodesOf(tree)) {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) continue;
    const line = (position: number): number => tree.getLineAndCharacterOfPosition(position).line;
    const [first, last] = [line(node.getStart()), line(node.getEnd())];
    functions.push({ name: `${path}:${first + 1}`, lines: last - first + 1 });
  }
  return functions;
}

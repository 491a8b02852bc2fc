import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { RULES, type Rule } from './rules.ts';

const { createSourceFile, forEachChild, isCallExpression, isIdentifier, isStringLiteralLike, ScriptTarget } =
  ts;
type Node = ts.Node;

/** A test, with the ids of rules at the start of its name. */
export interface Holder {
  /** Relative to the project, such as `test/service/quote.test.ts`. */
  readonly file: string;
  /** The name without the ids, after the titles of the enclosing describe blocks. */
  readonly name: string;
  readonly ids: readonly string[];
}

const IDS = /^((?:\[[A-Z]+-\d+\] )+)/;

const idsIn = (text: string): string[] => [...text.matchAll(/\[([A-Z]+-\d+)\]/g)].map(match => match[1]!);

/** The title of a `describe`, or null. */
function titleOf(node: Node): string | null {
  if (!isCallExpression(node) || !isIdentifier(node.expression) || node.expression.text !== 'describe')
    return null;
  const [title] = node.arguments;
  return title && isStringLiteralLike(title) ? title.text : null;
}

function holdersIn(root: string, file: string): Holder[] {
  const text = readFileSync(join(root, file), 'utf8');
  if (idsIn(text).length === 0) return [];
  const source = createSourceFile(file, text, ScriptTarget.ES2023);
  const holders: Holder[] = [];
  const visit = (node: Node, titles: readonly string[]): void => {
    const head = isStringLiteralLike(node) ? IDS.exec(node.text)?.[1] : undefined;
    if (head && isStringLiteralLike(node)) {
      holders.push({ file, name: [...titles, node.text.slice(head.length)].join(' '), ids: idsIn(head) });
    }
    const title = titleOf(node);
    forEachChild(node, child => visit(child, title === null ? titles : [...titles, title]));
  };
  visit(source, []);
  return holders;
}

/** All tests under `test/` whose names start with ids of rules; each row of a table of cases counts as a test. */
export function readHolders(root: string): Holder[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.test.ts'))
    .sort()
    .flatMap(path => holdersIn(root, `test/${path.replaceAll('\\', '/')}`));
}

/** Each rule with its tests. */
export function heldRules(root: string): { rule: Rule; holders: Holder[] }[] {
  const holders = readHolders(root);
  return RULES.map(rule => ({ rule, holders: holders.filter(({ ids }) => ids.includes(rule.id)) }));
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSourceFile, forEachChild, isStringLiteralLike, type Node, ScriptTarget } from 'typescript';
import { RULES, type Rule } from './rules.ts';

/** A test, and the rules whose ids its name begins with. */
export interface Holder {
  /** Relative to the project, such as `test/service/quote.test.ts`. */
  readonly file: string;
  /** The name without the ids. */
  readonly name: string;
  readonly ids: readonly string[];
}

const IDS = /^((?:\[[A-Z]+-\d+\] )+)/;

const idsIn = (text: string): string[] => [...text.matchAll(/\[([A-Z]+-\d+)\]/g)].map(match => match[1]!);

function holdersIn(root: string, file: string): Holder[] {
  const source = createSourceFile(file, readFileSync(join(root, file), 'utf8'), ScriptTarget.ES2023);
  const holders: Holder[] = [];
  const visit = (node: Node): void => {
    const head = isStringLiteralLike(node) ? IDS.exec(node.text)?.[1] : undefined;
    if (head && isStringLiteralLike(node)) {
      holders.push({ file, name: node.text.slice(head.length), ids: idsIn(head) });
    }
    forEachChild(node, visit);
  };
  visit(source);
  return holders;
}

/** All tests under `test/` whose names begin with ids of rules; a row of a table of cases counts as one. */
export function readHolders(root: string): Holder[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.test.ts'))
    .sort()
    .flatMap(path => holdersIn(root, `test/${path.replaceAll('\\', '/')}`));
}

/** Each rule with the tests that hold it. */
export function heldRules(root: string): { rule: Rule; holders: Holder[] }[] {
  const holders = readHolders(root);
  return RULES.map(rule => ({ rule, holders: holders.filter(({ ids }) => ids.includes(rule.id)) }));
}

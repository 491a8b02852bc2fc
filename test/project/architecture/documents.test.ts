import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source.ts';

const DOCUMENTS = [
  ...readdirSync(ROOT).filter(name => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name.replaceAll('\\', '/')}`),
].sort();

const SOURCE_PATH =
  /(?<![\w/.-])((?:src|test|scripts|openapi|scenarios|examples|bench|docs|\.ci|\.github)\/[\w./-]*[\w/])/g;
const LINK = /\]\((?!https?:|#)([^)#\s]+)/g;

const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, path]) => path!);

test.each(DOCUMENTS)('each file that %s names or links to exists', document => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const paths = [
    ...matchesOf(text, SOURCE_PATH),
    ...matchesOf(text, LINK).map(link => join(dirname(document), link)),
  ];
  expect([...new Set(paths)].filter(path => !existsSync(join(ROOT, path)))).toEqual([]);
});

/** A constant or variable in backticks, such as `TRANSITIONS`; with a value, `NAME=value`, too. */
const CONSTANT = /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?:=[^`]*)?`/g;
/** Names in capitals that are not the program's. */
const GENERAL_NAMES = ['CI', 'GET', 'HEAD', 'HOST', 'PATH', 'POST'];

test.each(['CONTRIBUTING.md', 'docs/architecture.md', 'docs/reliability.md'])(
  'each constant and variable that %s names is in a source file or test',
  document => {
    const code = ['src', 'test', 'scripts']
      .flatMap(folder =>
        readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(name =>
          join(folder, name),
        ),
      )
      .filter(path => /\.(tsx?|mjs)$/.test(path))
      .map(path => readFileSync(join(ROOT, path), 'utf8'))
      .join('\n');
    const names = matchesOf(readFileSync(join(ROOT, document), 'utf8'), CONSTANT).filter(
      name => !GENERAL_NAMES.includes(name),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter(name => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  },
);

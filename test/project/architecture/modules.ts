import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { importsOf, ROOT, type SourceFile } from './source.ts';

/** What a module imports, by name. */
export interface Imports {
  /** Modules of the program. */
  readonly modules: readonly string[];
  /** Modules of which nothing but types is imported. */
  readonly types: readonly string[];
  /** Packages, types included. */
  readonly packages: readonly string[];
}

/** The module of a file: the folder or the file directly under src/, such as `engine` or `sandbox.ts`. */
export const moduleOf = (path: string): string => path.split('/')[1]!;

/** `@scope/name/deep/file.js` is part of `@scope/name`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** One import of another module or a package, with the file that it stands in. */
interface Import {
  readonly kind: keyof Imports;
  readonly name: string;
  readonly file: string;
}

function foreignImports(file: SourceFile): Import[] {
  return importsOf(file).flatMap(({ from, typesOnly }): Import[] => {
    if (from.startsWith('node:')) return [];
    if (!from.startsWith('.')) return [{ kind: 'packages', name: packageOf(from), file: file.path }];
    const target = normalize(join(dirname(file.path), from)).replaceAll('\\', '/');
    const name = target.startsWith('src/') ? moduleOf(target) : target;
    if (name === moduleOf(file.path)) return [];
    return [{ kind: typesOnly ? 'types' : 'modules', name, file: file.path }];
  });
}

/** What each module imports, read from its files. */
export function importsByModule(files: readonly SourceFile[]): Map<string, Imports> {
  const found = new Map<string, Import[]>();
  for (const file of files) {
    const name = moduleOf(file.path);
    found.set(name, [...(found.get(name) ?? []), ...foreignImports(file)]);
  }
  return new Map([...found].map(([name, imports]) => [name, summaryOf(imports)]));
}

function summaryOf(imports: readonly Import[]): Imports {
  const named = (kind: keyof Imports): string[] =>
    [...new Set(imports.filter(one => one.kind === kind).map(({ name }) => name))].sort();
  const modules = named('modules');
  return {
    modules,
    types: named('types').filter(name => !modules.includes(name)),
    packages: named('packages'),
  };
}

/** The files of a module that import something, for messages: `src/contract/json/event-data.ts imports http`. */
export const importersOf = (files: readonly SourceFile[], module: string, imported: string): string[] => [
  ...new Set(
    files
      .filter(({ path }) => moduleOf(path) === module)
      .flatMap(foreignImports)
      .filter(({ name }) => name === imported)
      .map(({ file }) => file),
  ),
];

const HEADER = '| module | responsibility | imports | types only | packages |';

const namesIn = (cell: string): string[] =>
  cell
    .split(',')
    .map(name =>
      name
        .trim()
        .replaceAll('`', '')
        .replace(/^src\//, ''),
    )
    .filter(Boolean)
    .sort();

/** The table of docs/architecture.md, in the order of its rows. @throws Error where the page has no such table */
export function documentedImports(): Map<string, Imports> {
  const lines = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').split('\n');
  const start = lines.indexOf(HEADER);
  if (start < 0) throw new Error(`docs/architecture.md has no table with the header ${HEADER}`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return new Map(
    lines.slice(start + 2, end).map(line => {
      const [module = '', , modules = '', types = '', packages = ''] = line
        .slice(1, -1)
        .split('|')
        .map(cell => cell.trim());
      const name = module
        .replaceAll('`', '')
        .replace(/^src\//, '')
        .replace(/\/$/, '');
      return [name, { modules: namesIn(modules), types: namesIn(types), packages: namesIn(packages) }];
    }),
  );
}

import { describe, expect, test } from 'vitest';
import { documentedImports, type Imports, importersOf, importsByModule } from './modules.ts';
import { readSources } from './source.ts';

const FILES = readSources('src');
const ACTUAL = importsByModule(FILES);
const DOCUMENTED = documentedImports();
const NOTHING: Imports = { modules: [], types: [], packages: [] };
const COLUMNS = { modules: 'imports', types: 'types only', packages: 'packages' } as const;

const MAX_NAMED = 3;

/** A few of the files that import something, for a message. */
function someImporters(module: string, imported: string): string {
  const files = importersOf(FILES, module, imported);
  const others = files.length - MAX_NAMED;
  return files.slice(0, MAX_NAMED).join(', ') + (others > 0 ? ` and ${others} more` : '');
}

/** The differences between a module's row and its files, each with what to change. */
function differences(module: string): string[] {
  const row = DOCUMENTED.get(module) ?? NOTHING;
  const source = ACTUAL.get(module) ?? NOTHING;
  return (Object.keys(COLUMNS) as (keyof Imports)[]).flatMap(kind => [
    ...source[kind]
      .filter(name => !row[kind].includes(name))
      .map(
        name => `not in the column "${COLUMNS[kind]}": ${name}, imported by ${someImporters(module, name)}`,
      ),
    ...row[kind]
      .filter(name => !source[kind].includes(name))
      .map(name => `in the column "${COLUMNS[kind]}", but not imported: ${name}`),
  ]);
}

describe('the table of modules in docs/architecture.md', () => {
  test('has a row for each module, and no other', () => {
    expect([...DOCUMENTED.keys()].sort()).toEqual([...ACTUAL.keys()].sort());
  });

  test.each([...ACTUAL.keys()])('lists exactly what %s imports', module => {
    expect(differences(module)).toEqual([]);
  });

  test('orders the modules so that each imports only from rows above its own', () => {
    const order = [...DOCUMENTED.keys()];
    const upward = [...DOCUMENTED].flatMap(([module, { modules, types }]) =>
      [...modules, ...types]
        .filter(name => order.indexOf(name) >= order.indexOf(module))
        .map(name => `${module} imports ${name}`),
    );
    expect(upward).toEqual([]);
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PAGE = new URL('../../docs/library.md', import.meta.url);

/** What excerpts of the page may take for given. */
const GIVEN = `import type { Account } from 'energy-rental-sandbox';
declare const account: Account;
`;

/**
 * Writes the TypeScript of the library's page into a folder, a file for each piece of code.
 * @returns the names of the files, in the page's order; the first is a test for Vitest
 */
export async function writeDocumentedCode(folder: string): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8');
  const pieces = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
  const files = pieces.map((code, index) => ({
    name: index === 0 ? 'documented.vitest.mts' : `documented-${index}.mts`,
    code: /^import /m.test(code) ? code : `${GIVEN}${code}export {};\n`,
  }));
  for (const { name, code } of files) await writeFile(join(folder, name), code);
  return files.map(({ name }) => name);
}

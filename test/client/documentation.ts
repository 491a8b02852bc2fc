import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PAGE = new URL('../../docs/library.md', import.meta.url);

/** Declarations that code samples without imports rely on. */
const PRELUDE = `import type { Account } from 'energy-rental-sandbox';
declare const account: Account;
`;

/**
 * Writes the TypeScript samples of docs/library.md into a folder, one file per sample.
 * @returns the file names in the order of the page; the first file is a test for Vitest
 */
export async function writeDocumentedCode(folder: string): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8');
  const samples = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
  const files = samples.map((code, index) => ({
    name: index === 0 ? 'documented.vitest.mts' : `documented-${index}.mts`,
    code: /^import /m.test(code) ? code : `${PRELUDE}${code}export {};\n`,
  }));
  for (const { name, code } of files) await writeFile(join(folder, name), code);
  return files.map(({ name }) => name);
}

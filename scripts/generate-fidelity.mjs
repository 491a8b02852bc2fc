// Writes docs/fidelity.md from the numbered rules and the names of the tests, and docs/assumptions.md from the register.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
// Inside node_modules, so that the bundle can resolve its external packages.
const workDirectory = `${root}node_modules/.cache/generate-fidelity`;

const bundle = await rolldown({
  input: `${root}test/system/fidelity/document.ts`,
  platform: 'node',
  external: ['typescript'],
});
try {
  await mkdir(workDirectory, { recursive: true });
  await bundle.write({ dir: workDirectory, entryFileNames: 'document.mjs', format: 'esm' });
  const { documentAssumptions, documentFidelity } = await import(`${workDirectory}/document.mjs`);
  await writeFile(`${root}docs/fidelity.md`, documentFidelity(root));
  await writeFile(`${root}docs/assumptions.md`, documentAssumptions());
} finally {
  await bundle.close();
  await rm(workDirectory, { recursive: true, force: true });
}

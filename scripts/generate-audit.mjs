// Writes docs/audit.md from the cases in src/audit/cases/.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const workDirectory = fromRoot('node_modules/.cache/generate-audit');

const bundle = await rolldown({ input: fromRoot('src/audit/generate-document.ts'), platform: 'node' });
try {
  await mkdir(workDirectory, { recursive: true });
  await bundle.write({ dir: workDirectory, entryFileNames: 'generate.mjs', format: 'esm' });
  const { auditDocument } = await import(`${workDirectory}/generate.mjs`);
  await writeFile(fromRoot('docs/audit.md'), auditDocument());
} finally {
  await bundle.close();
  await rm(workDirectory, { recursive: true, force: true });
}

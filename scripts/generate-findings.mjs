// Writes docs/findings.md and the ids of the rules from the rules in src/findings/rules/.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const workDirectory = fromRoot('node_modules/.cache/generate-findings');

const bundle = await rolldown({ input: fromRoot('src/findings/generate-document.ts'), platform: 'node' });
try {
  await mkdir(workDirectory, { recursive: true });
  await bundle.write({ dir: workDirectory, entryFileNames: 'generate.mjs', format: 'esm' });
  const { findingsDocument, ruleIds } = await import(`${workDirectory}/generate.mjs`);
  await writeFile(fromRoot('docs/findings.md'), findingsDocument());
  await writeFile(fromRoot('src/findings/rule-ids.generated.ts'), ruleIds());
} finally {
  await bundle.close();
  await rm(workDirectory, { recursive: true, force: true });
}

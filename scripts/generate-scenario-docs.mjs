// Writes scenarios/scenario.schema.json, docs/scenarios.md and the types of scenario names from the scenario schema and
// the scenario files.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
// Inside node_modules, so that the bundle can resolve its external packages.
const workDirectory = fromRoot('node_modules/.cache/generate-scenarios');

const bundle = await rolldown({
  input: fromRoot('scripts/scenario-docs.ts'),
  platform: 'node',
  external: ['yaml', 'zod'],
});
try {
  await mkdir(workDirectory, { recursive: true });
  await bundle.write({ dir: workDirectory, entryFileNames: 'generate.mjs', format: 'esm' });
  const { generate } = await import(`${workDirectory}/generate.mjs`);
  const files = await generate(fromRoot('scenarios'));
  for (const [path, text] of Object.entries(files)) await writeFile(fromRoot(path), text);
} finally {
  await bundle.close();
  await rm(workDirectory, { recursive: true, force: true });
}

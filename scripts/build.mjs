// Bundles the program into dist/ and leaves there, prepared, what would be slow to work out at every start:
// the descriptions with their compiled schemas, the built-in scenarios, the assets of the docs page.
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { buildDashboard } from './build-dashboard.mjs';
import { declareTypes } from './declare-types.mjs';
import { packageFolders, writeThirdPartyLicenses } from './third-party-licenses.mjs';

const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
const dist = fromRoot('dist');
// Inside node_modules, so that what is left out of a bundle is found from there.
const workshop = fromRoot('node_modules/.cache/build');

/** Bundles, and answers the ids of the modules that were taken. */
async function bundle(input, directory, options = {}, output = {}) {
  const build = await rolldown({ input, platform: 'node', logLevel: 'warn', ...options });
  const { output: files } = await build.write({
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    minify: true,
    ...output,
  });
  await build.close();
  return files.flatMap(({ modules = {} }) => Object.keys(modules));
}

const isPackage = id => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('\0');

await rm(dist, { recursive: true, force: true });
await mkdir(`${dist}/prepared`, { recursive: true });

// Express loads its body parsers with all their character sets at every start; bodies are read by our own reader.
const resolve = { alias: { 'body-parser': fromRoot('scripts/no-body-parser.cjs') } };
const entries = {
  cli: fromRoot('src/cli/main.ts'),
  index: fromRoot('src/index.ts'),
  client: fromRoot('src/client/index.ts'),
  vitest: fromRoot('src/testing/vitest.ts'),
  'vitest-setup': fromRoot('src/testing/vitest-setup.ts'),
};
const taken = await bundle(entries, dist, { resolve, external: ['vitest'] });
await bundle(
  { client: entries.client },
  dist,
  {},
  { format: 'cjs', entryFileNames: '[name].cjs', minify: false },
);
await declareTypes(fromRoot('src'), dist);
// What runs while building only stays out of the package.
await bundle({ preparation: fromRoot('scripts/preparation.ts') }, workshop, { external: isPackage });

const { prepare } = await import(pathToFileURL(`${workshop}/preparation.js`).href);
await prepare({ openapi: fromRoot('openapi'), scenarios: fromRoot('scenarios'), to: `${dist}/prepared` });

const shown = await buildDashboard(`${dist}/dashboard`);

const swagger = fromRoot('node_modules/swagger-ui-dist');
const wanted = new Set([
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'favicon-32x32.png',
  'LICENSE',
  'NOTICE',
]);
for (const name of (await readdir(swagger)).filter(file => wanted.has(file))) {
  await cp(`${swagger}/${name}`, `${dist}/docs-assets/${name}`);
}

// Not imported, but in dist/ all the same: the docs page, and the functions that compiled schemas call.
const copied = ['swagger-ui-dist', 'ajv', 'fast-deep-equal'].map(name => fromRoot(`node_modules/${name}`));
await writeThirdPartyLicenses(
  [...packageFolders([...taken, ...shown]), ...copied],
  `${dist}/THIRD-PARTY-LICENSES.txt`,
);

// Bundles the program into dist/ and leaves there, prepared, what would be slow to work out at every start:
// the unfolded descriptions, the built-in scenarios, the assets of the docs page.
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildDashboard } from './build-dashboard.mjs';
import { bundle } from './bundle.mjs';
import { declareTypes } from './declare-types.mjs';
import { packageFolders, writeThirdPartyLicenses } from './third-party-licenses.mjs';

const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
// Inside node_modules, so that what is left out of a bundle is found from there.
const workshop = fromRoot(`node_modules/.cache/build-${process.pid}`);

// Found through Express, so that a build without Express installed fails.
const ofExpress = createRequire(createRequire(import.meta.url).resolve('express'));
const resolve = {
  alias: {
    express: fromRoot('scripts/express-for-bundles.cjs'),
    router: ofExpress.resolve('router'),
    'serve-static': ofExpress.resolve('serve-static'),
  },
};
const entries = {
  cli: fromRoot('src/cli/main.ts'),
  index: fromRoot('src/index.ts'),
  client: fromRoot('src/client/index.ts'),
  vitest: fromRoot('src/testing/vitest.ts'),
  'vitest-setup': fromRoot('src/testing/vitest-setup.ts'),
};

const isPackage = id => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('\0');

/** Writes what a start would otherwise have to work out. What does that stays out of the package. */
async function prepare(to) {
  await mkdir(to, { recursive: true });
  await bundle({ preparation: fromRoot('scripts/preparation.ts') }, workshop, { external: isPackage });
  const preparation = await import(pathToFileURL(`${workshop}/preparation.js`).href);
  await preparation.prepare({ openapi: fromRoot('openapi'), scenarios: fromRoot('scenarios'), to });
}

/** Copies the files that the docs page needs of its viewer. */
async function copyViewer(to) {
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
    await cp(`${swagger}/${name}`, `${to}/${name}`);
  }
}

/** Builds all of the package into a folder. */
async function build(to) {
  const bundled = await bundle(entries, to, { resolve, external: ['vitest'] });
  const commonjs = { format: 'cjs', entryFileNames: '[name].cjs', minify: false };
  await bundle({ client: entries.client }, to, {}, commonjs);
  await declareTypes(fromRoot('src'), to);
  await prepare(`${to}/prepared`);
  const shown = await buildDashboard(`${to}/dashboard`);
  await copyViewer(`${to}/docs-assets`);
  // The viewer of the docs page is copied, and of Express only its parts are bundled.
  const others = ['swagger-ui-dist', 'express'].map(name => fromRoot(`node_modules/${name}`));
  const folders = [...packageFolders([...bundled, ...shown]), ...others];
  await writeThirdPartyLicenses(folders, `${to}/THIRD-PARTY-LICENSES.txt`);
}

try {
  // Beside the last build, which stands until this one is whole.
  await build(`${workshop}/dist`);
  await rm(fromRoot('dist'), { recursive: true, force: true });
  await rename(`${workshop}/dist`, fromRoot('dist'));
} finally {
  await rm(workshop, { recursive: true, force: true });
}

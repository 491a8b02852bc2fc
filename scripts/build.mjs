// Bundles the program into dist/. Also writes there what would be slow to compute at every start: the resolved OpenAPI
// descriptions and the built-in scenarios; and copies the assets of the docs page.
import { chmod, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildDashboard } from './build-dashboard.mjs';
import { bundle } from './bundle.mjs';
import { declareTypes } from './declare-types.mjs';
import { startChunks } from './start-chunks.mjs';
import { packageFolders, writeThirdPartyLicenses } from './third-party-licenses.mjs';

const fromRoot = path => fileURLToPath(new URL(`../${path}`, import.meta.url));
// Inside node_modules, so that a bundle can resolve its external packages.
const workDirectory = fromRoot(`node_modules/.cache/build-${process.pid}`);

// Resolved through Express, so that the build fails if Express is not installed.
const requireFromExpress = createRequire(createRequire(import.meta.url).resolve('express'));
const resolve = {
  alias: {
    express: fromRoot('scripts/express-for-bundles.cjs'),
    debug: fromRoot('scripts/debug-for-bundles.cjs'),
    router: requireFromExpress.resolve('router'),
    'serve-static': requireFromExpress.resolve('serve-static'),
    // Its CommonJS form calls require() in a way that a bundler does not see.
    'jsonc-parser': fromRoot('node_modules/jsonc-parser/lib/esm/main.js'),
  },
};
const entries = {
  cli: fromRoot('src/cli/main.ts'),
  index: fromRoot('src/index.ts'),
  client: fromRoot('src/client/index.ts'),
  vitest: fromRoot('src/testing/vitest.ts'),
  'vitest-setup': fromRoot('src/testing/vitest-setup.ts'),
};

/** The extensions of the files that Express serves: the dashboard and the docs page. */
const SERVED = new Set(['css', 'html', 'js', 'png', 'svg']);

/** Reduces Express's table of media types, which has 190 KB, to those of the files that it serves. */
const servedMediaTypes = {
  name: 'served-media-types',
  async load(id) {
    if (!id.endsWith('/mime-db/db.json')) return null;
    const types = Object.entries(JSON.parse(await readFile(id, 'utf8')));
    const served = types.filter(([, { extensions = [] }]) => extensions.some(one => SERVED.has(one)));
    return { code: JSON.stringify(Object.fromEntries(served)), moduleType: 'json' };
  },
};

const NAMED_IMPORT = /^import \{ ([^}]+) \} from ["'](node:[\w/]+)["'];$/gm;

/**
 * Takes what Node's modules export from their default exports. A named import that an old Node lacks would fail before the
 * check of its version runs; a property is only undefined.
 */
const importsOfAnyNode = {
  name: 'imports-of-any-node',
  renderChunk: code =>
    code.replace(NAMED_IMPORT, (_, names, module) => {
      const local = `all_of_${module.replace(/\W/g, '_')}`;
      return `import ${local} from "${module}";\nconst { ${names.replaceAll(' as ', ': ')} } = ${local};`;
    }),
};

const isPackage = id => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('\0');

/** Writes what would otherwise be computed at every start. The code that computes it is not part of the package. */
async function prepare(to) {
  await mkdir(to, { recursive: true });
  await bundle({ preparation: fromRoot('scripts/preparation.ts') }, workDirectory, { external: isPackage });
  const preparation = await import(pathToFileURL(`${workDirectory}/preparation.js`).href);
  await preparation.prepare({ openapi: fromRoot('openapi'), scenarios: fromRoot('scenarios'), to });
}

/** Copies the files that the docs page needs: those of Swagger UI, and its own. */
async function copyViewer(to) {
  const swagger = fromRoot('node_modules/swagger-ui-dist');
  const wanted = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'LICENSE', 'NOTICE']);
  for (const name of (await readdir(swagger)).filter(file => wanted.has(file))) {
    await cp(`${swagger}/${name}`, `${to}/${name}`);
  }
  for (const path of ['src/server/docs-start.js', 'src/server/docs.css', 'src/dashboard/styles/tokens.css']) {
    await cp(fromRoot(path), `${to}/${path.split('/').at(-1)}`);
  }
}

/** Builds the package into a folder. */
async function build(to) {
  const codeSplitting = startChunks({
    program: fromRoot('src/cli/program.ts'),
    server: fromRoot('src/server/start-sandbox.ts'),
    client: entries.client,
  });
  const options = { resolve, plugins: [servedMediaTypes, importsOfAnyNode], external: ['vitest'] };
  const bundled = await bundle(entries, to, options, { codeSplitting });
  // npm does so when it installs the package; in a checkout, npx runs the file as it is.
  await chmod(`${to}/cli.js`, 0o755);
  // Readable in stack traces and code frames. The types have the documentation.
  const minify = { compress: true, mangle: false, codegen: { removeWhitespace: false } };
  const commonjs = {
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    minify,
    comments: { jsdoc: false },
  };
  await bundle({ client: entries.client }, to, {}, commonjs);
  await declareTypes(fromRoot('src'), to);
  await prepare(`${to}/prepared`);
  const dashboardModules = await buildDashboard(`${to}/dashboard`);
  await copyViewer(`${to}/docs-assets`);
  // These appear in no bundle under their own name: Swagger UI is copied, and only dependencies of Express are bundled.
  const others = ['swagger-ui-dist', 'express'].map(name => fromRoot(`node_modules/${name}`));
  const folders = [...packageFolders([...bundled, ...dashboardModules]), ...others];
  await writeThirdPartyLicenses(folders, `${to}/THIRD-PARTY-LICENSES.txt`);
}

try {
  // The previous build stays in place until this one is complete.
  await build(`${workDirectory}/dist`);
  await rm(fromRoot('dist'), { recursive: true, force: true });
  await rename(`${workDirectory}/dist`, fromRoot('dist'));
} finally {
  await rm(workDirectory, { recursive: true, force: true });
}

import { rolldown } from 'rolldown';

/** Fails on an unresolved import: rolldown would keep the import in the bundle, which would fail for users. */
function refuseUnresolved(level, log, handle) {
  if (log.code === 'UNRESOLVED_IMPORT')
    throw new Error(`${log.message}\nThe build bundles every package that the source imports: run "npm ci".`);
  handle(level, log);
}

/**
 * Bundles for Node.
 * @returns the ids of the bundled modules
 * @throws if an import cannot be resolved
 */
export async function bundle(input, directory, options = {}, output = {}) {
  const build = await rolldown({
    input,
    platform: 'node',
    logLevel: 'warn',
    onLog: refuseUnresolved,
    ...options,
  });
  try {
    const { output: files } = await build.write({
      dir: directory,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      minify: true,
      ...output,
    });
    return files.flatMap(({ modules = {} }) => Object.keys(modules));
  } finally {
    await build.close();
  }
}

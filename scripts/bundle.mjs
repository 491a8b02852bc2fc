import { rolldown } from 'rolldown';

/** A package that the source imports must be there: rolldown would leave its import in the bundle, for users to meet. */
function refuseUnresolved(level, log, handle) {
  if (log.code === 'UNRESOLVED_IMPORT')
    throw new Error(`${log.message}\nThe build bundles every package that the source imports: run "npm ci".`);
  handle(level, log);
}

/**
 * Bundles for Node.
 * @returns the ids of the modules that were taken
 * @throws where an import leads nowhere
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

// Builds the dashboard: one page, its script and its stylesheet, with content hashes in their names.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Writes the dashboard's files into a folder. Returns the ids of the bundled modules. */
export async function buildDashboard(outDir) {
  const { output } = await build({
    configFile: false,
    root: fileURLToPath(new URL('../src/dashboard/', import.meta.url)),
    // Relative URLs, so that the page works behind a proxy under any path.
    base: './',
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      // The editor of scenarios, with the YAML parser, is loaded when it is opened.
      chunkSizeWarningLimit: 600,
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      // The page's Content-Security-Policy allows no data: script or style.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
  return output.flatMap(({ modules = {} }) => Object.keys(modules));
}

// Builds the dashboard: one page, its script and its style, with names that change when their content does.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Writes the dashboard's files into a folder, and answers the ids of the modules that they are made of. */
export async function buildDashboard(outDir) {
  const { output } = await build({
    configFile: false,
    root: fileURLToPath(new URL('../src/dashboard/', import.meta.url)),
    // Relative addresses, so that the page works wherever a proxy puts it.
    base: './',
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
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

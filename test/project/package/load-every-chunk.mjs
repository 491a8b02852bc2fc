// Loads every JavaScript file of a folder that the bundler wrote, and evaluates every CommonJS module in it:
//   node load-every-chunk.mjs FOLDER [FILE-TO-SKIP...]
// Bundled CommonJS modules are evaluated at their first use, so that an import alone proves nothing about them. Prints
// what was loaded and what failed as JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasHelper } from './remember-commonjs.mjs';

const [folder, ...skipped] = process.argv.slice(2);
register('./remember-commonjs.mjs', import.meta.url);

const require = createRequire(import.meta.url);
const failures = [];
const files = readdirSync(folder)
  .filter(file => /\.c?js$/.test(file) && !skipped.includes(file))
  .sort();

async function attempt(what, work) {
  try {
    await work();
  } catch (error) {
    failures.push({ what, problem: String(error?.stack ?? error) });
  }
}

const withHelper = [];
for (const file of files) {
  const path = resolve(join(folder, file));
  if (hasHelper(readFileSync(path, 'utf8'))) withHelper.push(file);
  await attempt(file, () => (file.endsWith('.cjs') ? require(path) : import(pathToFileURL(path).href)));
}
const wrapped = globalThis.wrappedModules ?? [];
for (const [source, load] of wrapped) await attempt(String(source).slice(0, 200), load);
console.log(JSON.stringify({ files: files.length, withHelper, wrapped: wrapped.length, failures }));

// Loads every JavaScript file of a folder that the bundler wrote, and evaluates every CommonJS module in it:
//   node load-every-chunk.mjs FOLDER [FILE-TO-SKIP...]
// Bundled CommonJS modules are evaluated at their first use, so that an import alone proves nothing about them. Prints
// what was loaded and what failed as JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, ...skipped] = process.argv.slice(2);

/** The bundler's helper that wraps a CommonJS module: `name=(module, exports)=>()=>(… {exports:{}} … .exports)`. */
const HELPER =
  /([\w$]+)\s*=\s*(\([\w$, ]+\)\s*=>\s*\(\)\s*=>\s*\([^;]{0,120}\{\s*exports:\s*\{\}\s*\}[^;]{0,120}?\.exports\))(?=[,;])/;

/** Code that remembers each wrapped module, so that it can be evaluated later. */
const remembering = (_all, name, helper) =>
  `${name}=(...words)=>{const load=(${helper})(...words);globalThis.wrappedModules.push([Object.keys(words[0])[0]??String(words[0]).slice(0,80),load]);return load}`;

globalThis.wrappedModules = [];
const hooks = `
  const HELPER = ${HELPER};
  const remembering = ${remembering};
  export async function load(url, context, next) {
    const loaded = await next(url, context);
    if (loaded.format !== 'module' || !url.startsWith('file:')) return loaded;
    return { ...loaded, source: String(loaded.source).replace(HELPER, remembering) };
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, import.meta.url);

const require = createRequire(import.meta.url);
const failures = [];
const files = readdirSync(folder)
  .filter(file => /\.c?js$/.test(file) && !skipped.includes(file))
  .sort();

/** @param {string} what @param {() => unknown} work */
async function attempt(what, work) {
  try {
    await work();
  } catch (error) {
    failures.push({ what, problem: String(error?.stack ?? error) });
  }
}

let helpers = 0;
for (const file of files) {
  const path = resolve(join(folder, file));
  if (HELPER.test(readFileSync(path, 'utf8'))) helpers++;
  await attempt(file, () => (file.endsWith('.cjs') ? require(path) : import(pathToFileURL(path).href)));
}
for (const [what, load] of globalThis.wrappedModules) await attempt(`the CommonJS module ${what}`, load);
console.log(
  JSON.stringify({ files: files.length, helpers, wrapped: globalThis.wrappedModules.length, failures }),
);

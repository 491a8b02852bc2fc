// Writes the types of every description's requests and responses.
// `npm run generate-types` rewrites the files; with --check it only says whether they are up to date.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const FOLDER = new URL('../openapi/', import.meta.url);

/**
 * Takes anyOf and not away from objects that list their properties: there they are rules about which
 * properties go together, and the generator would read them as other shapes of the whole object.
 */
function withoutRules(node) {
  if (Array.isArray(node)) return node.map(withoutRules);
  if (node === null || typeof node !== 'object') return node;
  const entries = Object.entries(node).filter(
    ([key]) => !(node.properties && (key === 'anyOf' || key === 'not')),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutRules(value)]));
}

/** The types of one description, as they should stand in src/contract. */
async function typesOf(name) {
  const text = await readFile(new URL(`${name}.yaml`, FOLDER), 'utf8');
  const nodes = await openapiTS(withoutRules(parse(text)), { defaultNonNullable: false });
  return `// Generated from openapi/${name}.yaml by "npm run generate-types". Do not edit.\n\n${astToString(nodes)}`;
}

/** Where the types of one description stand. */
const typesFileOf = name => new URL(`../src/contract/${name}.generated.ts`, import.meta.url);

const files = await readdir(FOLDER);
for (const name of files.filter(file => file.endsWith('.yaml')).map(file => file.slice(0, -'.yaml'.length))) {
  const types = await typesOf(name);
  if (!process.argv.includes('--check')) await writeFile(typesFileOf(name), types);
  else if ((await readFile(typesFileOf(name), 'utf8').catch(() => '')) !== types) {
    console.error(`src/contract/${name}.generated.ts is stale: run "npm run generate-types"`);
    process.exitCode = 1;
  }
}

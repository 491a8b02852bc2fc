// Writes the types of every description's requests and responses.
// `npm run generate-types` rewrites the files; with --check it only says whether they are up to date.
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

/** The descriptions that have types. */
export const DESCRIPTIONS = ['energy-rental-v1'];

/**
 * Takes anyOf and not away from objects that list their properties: there they are rules about which
 * properties go together, and the generator would read them as other shapes of the whole object.
 */
function withoutRules(node) {
  if (Array.isArray(node)) return node.map(withoutRules);
  if (node === null || typeof node !== 'object') return node;
  const entries = Object.entries(node).filter(([key]) => !(node.properties && (key === 'anyOf' || key === 'not')));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutRules(value)]));
}

/** The types of one description, as they should stand in src/contract. */
export async function typesOf(name) {
  const text = await readFile(new URL(`../openapi/${name}.yaml`, import.meta.url), 'utf8');
  const nodes = await openapiTS(withoutRules(parse(text)), { defaultNonNullable: false });
  return `// Generated from openapi/${name}.yaml by "npm run generate-types". Do not edit.\n\n${astToString(nodes)}`;
}

/** Where the types of one description stand. */
export const typesFileOf = name => new URL(`../src/contract/${name}.generated.ts`, import.meta.url);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const name of DESCRIPTIONS) {
    const types = await typesOf(name);
    if (!process.argv.includes('--check')) await writeFile(typesFileOf(name), types);
    else if ((await readFile(typesFileOf(name), 'utf8')) !== types) {
      console.error(`src/contract/${name}.generated.ts is stale: run "npm run generate-types"`);
      process.exitCode = 1;
    }
  }
}

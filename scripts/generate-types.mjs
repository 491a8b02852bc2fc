// Generates the types of the requests and responses of each OpenAPI description.
// `npm run generate-types` writes the files; with --check it only reports whether they are up to date.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const FOLDER = new URL('../openapi/', import.meta.url);

/** The content of the types file of one description. */
async function typesOf(name) {
  const text = await readFile(new URL(`${name}.yaml`, FOLDER), 'utf8');
  const nodes = await openapiTS(parse(text), { defaultNonNullable: false });
  return `// Generated from openapi/${name}.yaml by "npm run generate-types". Do not edit.\n\n${astToString(nodes)}`;
}

/** The types file of one description, in src/contract. */
const typesFileOf = name => new URL(`../src/contract/${name}.generated.ts`, import.meta.url);

const files = await readdir(FOLDER);
for (const name of files.filter(file => file.endsWith('.yaml')).map(file => file.slice(0, -'.yaml'.length))) {
  const types = await typesOf(name);
  if (!process.argv.includes('--check')) await writeFile(typesFileOf(name), types);
  else if ((await readFile(typesFileOf(name), 'utf8').catch(() => '')) !== types) {
    console.error(`src/contract/${name}.generated.ts is out of date; run "npm run generate-types"`);
    process.exitCode = 1;
  }
}

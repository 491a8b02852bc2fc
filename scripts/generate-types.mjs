// Generates the types of the requests and responses of each OpenAPI description.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const FOLDER = new URL('../openapi/', import.meta.url);

/** The types file of each description with the content that it should have. */
export async function generatedTypes() {
  const files = (await readdir(FOLDER)).filter(file => file.endsWith('.yaml'));
  return Promise.all(files.map(async file => generatedFrom(file.slice(0, -'.yaml'.length))));
}

async function generatedFrom(name) {
  const text = await readFile(new URL(`${name}.yaml`, FOLDER), 'utf8');
  const types = astToString(await openapiTS(parse(text), { defaultNonNullable: false }));
  return {
    file: new URL(`../src/contract/${name}.generated.ts`, import.meta.url),
    content: `// Generated from openapi/${name}.yaml by "npm run generate-types". Do not edit.\n\n${types}`,
  };
}

const isRun = process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === import.meta.url;
if (isRun) for (const { file, content } of await generatedTypes()) await writeFile(file, content);

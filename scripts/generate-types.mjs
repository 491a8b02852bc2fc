// Generates the types of the requests and responses of each OpenAPI description, and those of a scenario file for the
// client library.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const FOLDER = new URL('../openapi/', import.meta.url);

/** The types file of each description with the content that it should have. */
export async function generatedTypes() {
  const files = (await readdir(FOLDER)).filter(file => file.endsWith('.yaml'));
  const described = files.map(file => generatedFrom(file.slice(0, -'.yaml'.length)));
  return Promise.all([...described, scenarioTypes()]);
}

/** The types of a scenario file, from the JSON Schema that `npm run generate-scenarios` writes. */
async function scenarioTypes() {
  const schema = new URL('../scenarios/scenario.schema.json', import.meta.url);
  const schemas = { InlineScenario: JSON.parse(await readFile(schema, 'utf8')) };
  const description = {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths: {},
    components: { schemas },
  };
  const types = await openapiTS(description, { defaultNonNullable: false, immutable: true });
  return {
    file: new URL('../src/client/inline-scenario.generated.ts', import.meta.url),
    content: `// Generated from scenarios/scenario.schema.json by "npm run generate-types". Do not edit.\n\n${astToString(types)}`,
  };
}

async function generatedFrom(name) {
  const text = await readFile(new URL(`${name}.yaml`, FOLDER), 'utf8');
  const types = astToString(
    await openapiTS(parse(text), { defaultNonNullable: false, emptyObjectsUnknown: true, immutable: true }),
  );
  return {
    file: new URL(`../src/contract/${name}.generated.ts`, import.meta.url),
    content: `// Generated from openapi/${name}.yaml by "npm run generate-types". Do not edit.\n\n${types}\nexport type Schemas = components["schemas"];\n`,
  };
}

const isRun = process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === import.meta.url;
if (isRun) for (const { file, content } of await generatedTypes()) await writeFile(file, content);

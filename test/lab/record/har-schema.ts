import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

const require = createRequire(import.meta.url);

/** The JSON Schemas of HAR 1.2, which are written in draft 6. */
function compile(): ValidateFunction {
  const schemas: Record<string, object> = require('har-schema');
  // `optional`, `min` and a `required` with names for an array are in the schemas, but are no keywords of JSON Schema.
  const ajv = new Ajv({ strict: false, validateSchema: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
  for (const schema of Object.values(schemas)) ajv.addSchema(schema);
  return ajv.getSchema('har.json#')!;
}

let validate: ValidateFunction | undefined;

/** How a HAR file deviates from the schema of HAR 1.2. */
export function harProblems(text: string): string[] {
  validate ??= compile();
  validate(JSON.parse(text));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

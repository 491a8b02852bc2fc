import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };
import { isObject } from '../core/domain/json.ts';
import type { RequestSchema } from './contract-types.ts';
import type { Problem } from './description-problems.ts';
import { diagnose } from './prism-validator.ts';
import { type DocumentPath, valueAt } from './references.ts';

/**
 * The keywords of OpenAPI 3.0 are those of JSON Schema, but for two that it defines as true or false. Under its own name, Ajv
 * would not check the format of patterns.
 */
const SCHEMA_OF_SCHEMAS = { ...draft7, $id: 'schema-of-schemas' } as object as RequestSchema;
const OTHERWISE_DEFINED = ['exclusiveMinimum', 'exclusiveMaximum'];

/** The paths of the schemas in a document that are in no other schema. */
function* schemasIn(node: unknown, at: DocumentPath = []): Generator<DocumentPath> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'example' || key === 'examples') continue;
    if (key === 'schema' || key === 'x-query') yield [...at, key];
    else if (key === 'schemas' && isObject(value)) yield* Object.keys(value).map(name => [...at, key, name]);
    else yield* schemasIn(value, [...at, key]);
  }
}

/**
 * What OpenAPI does not allow in the schemas of a document, such as a pattern that is no regular expression. Prism does not
 * apply a schema with such a problem, and does not report it.
 */
export function problemsOfSchemas(document: unknown): Problem[] {
  return [...schemasIn(document)].flatMap(at =>
    diagnose('', SCHEMA_OF_SCHEMAS, valueAt(document, at)).flatMap(({ path = [], code, message }) => {
      const keyword = String(path.at(-1) ?? 'the schema');
      const [reason = message] = /must .*$/.exec(message) ?? [];
      const text = code === 'format' ? 'is no regular expression; correct it' : reason;
      return OTHERWISE_DEFINED.includes(keyword) ? [] : { at: [...at, ...path], text: `${keyword} ${text}` };
    }),
  );
}

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformOas3Operations } from '@stoplight/http-spec/oas3/operation';
import mergeAllOf from '@stoplight/json-schema-merge-allof';
import { parse } from 'yaml';
import {
  type Description,
  PARTS,
  type PartName,
  type PreparedContract,
  type PreparedOperation,
  type PreparedResponse,
  type QueryRules,
  type RequestSchema,
} from './contract-types.ts';
import { assertRejects, loadPrism, PREPARED_DIALECT } from './prism-validator.ts';
import { DescriptionProblem, dereferenced } from './references.ts';

// Schemas are tried with Prism while they are prepared.
await loadPrism();

type HttpOperation = ReturnType<typeof transformOas3Operations>[number];
type HttpQueryParameter = NonNullable<NonNullable<HttpOperation['request']>['query']>[number];
type HttpParameter = Pick<HttpQueryParameter, 'name' | 'required' | 'schema'>;

/** Keywords that have no effect on validation: documentation, or metadata of the parser. */
const ANNOTATIONS = new Set([
  '$schema',
  'x-stoplight',
  'description',
  'example',
  'examples',
  'default',
  'discriminator',
]);

/** Formats that every number of their type satisfies. */
const PLAIN_FORMATS = new Set(['double', 'float', 'int64']);

const trimmedSchema = (schema: unknown): RequestSchema => trim(schema, false) as RequestSchema;

/** Removes annotations. `named` is true if keys are property names instead of keywords. */
function trim(node: unknown, named: boolean): unknown {
  if (Array.isArray(node)) return node.map(one => trim(one, false));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([key, value]) => {
    if (named) return true;
    return !ANNOTATIONS.has(key) && !(key === 'format' && PLAIN_FORMATS.has(value));
  });
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (named) return [key, trim(value, false)];
      if (key === 'enum') return [key, [...new Set(value as unknown[])]];
      return [key, key.startsWith('x-') ? value : trim(value, key === 'properties')];
    }),
  );
}

/**
 * The schema of a body, with the keywords of each `allOf` in the schema that has it: Prism's diagnostics name a property,
 * and its response to a violation is looked up in the properties of one schema. An extension of the outer schema wins.
 * @throws DescriptionProblem if no body can match
 */
function bodySchema(schema: object, { path, method }: HttpOperation): RequestSchema {
  try {
    return mergeAllOf(trimmedSchema(schema), { resolvers: { defaultResolver: ([first]) => first } });
  } catch (error) {
    const at = ['paths', path, method, 'requestBody'];
    throw new DescriptionProblem(
      at,
      `the schemas of an allOf contradict each other: ${(error as Error).message}`,
    );
  }
}

function parametersSchema(
  parameters: readonly HttpParameter[] = [],
  rules?: QueryRules,
): RequestSchema | undefined {
  if (parameters.length === 0 && !rules) return undefined;
  const named = parameters.map(({ name, schema }) => [name, trimmedSchema(schema ?? {})]);
  const required = parameters.filter(parameter => parameter.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(named),
    ...(required.length > 0 ? { required } : {}),
    ...rules,
  };
}

const prepareResponse = (response: HttpOperation['responses'][number]): PreparedResponse => ({
  code: response.code,
  headers: (response.headers ?? []).map(({ name, style, required, schema }) => ({
    name,
    style,
    ...(required ? { required } : {}),
    schema: trimmedSchema(schema),
  })),
  contents: (response.contents ?? []).map(({ mediaType, schema }) => ({
    mediaType,
    ...(schema ? { schema: trimmedSchema(schema) } : {}),
  })),
});

/** Checks that the schemas, which are in draft 7 at this point, compile, and marks them with the prepared dialect. */
function preparedParts(
  operationId: string,
  parts: Readonly<Record<PartName, RequestSchema | undefined>>,
): PreparedOperation['parts'] {
  const prepared: { [part in PartName]?: RequestSchema } = {};
  for (const part of PARTS) {
    const schema = parts[part];
    if (!schema) continue;
    assertRejects(operationId, part, schema);
    prepared[part] = { ...schema, $schema: PREPARED_DIALECT };
  }
  return prepared;
}

function prepareOperation(operation: HttpOperation, { paths }: Description): PreparedOperation {
  const { request } = operation;
  const described = paths[operation.path]![operation.method.toLowerCase() as 'get']!;
  const body = request?.body?.contents?.[0]?.schema;
  const parts = {
    params: parametersSchema(request?.path),
    query: parametersSchema(request?.query, described['x-query']),
    body: body && bodySchema(body, operation),
  };
  const id = operation.iid ?? `${operation.method} ${operation.path}`;
  let prepared: PreparedOperation['parts'];
  try {
    prepared = preparedParts(id, parts);
  } catch (error) {
    throw new DescriptionProblem(['paths', operation.path, operation.method], (error as Error).message);
  }
  return {
    id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    parts: prepared,
    bodyRequired: request?.body?.required === true,
    responses: operation.responses.map(prepareResponse),
  };
}

/**
 * Resolves a YAML text, or its parsed document, to the input of `loadContract`. The result is plain JSON.
 * @throws DescriptionProblem if a reference cannot be resolved, or Prism cannot compile the schema of a request
 */
export function prepareContract(text: string, document: Description = parse(text)): PreparedContract {
  const operations = transformOas3Operations(dereferenced(document) as never).map(operation =>
    prepareOperation(operation, document),
  );
  return { text, document, operations };
}

/**
 * Prepares `<from>/<name>.yaml` and writes it as `<to>/<name>.json`. A build calls it for each description; `to` is then
 * the folder `prepared` next to the bundle.
 */
export async function writePreparedContract(
  name: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const prepared = prepareContract(await readFile(join(from, `${name}.yaml`), 'utf8'));
  await mkdir(to, { recursive: true });
  await writeFile(join(to, `${name}.json`), JSON.stringify(prepared));
}

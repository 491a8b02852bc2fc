import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getOrMake } from '../core/domain/collections.ts';
import { isObject } from '../core/domain/json.ts';
import {
  type Contract,
  type ContractOperation,
  type DescribedOperation,
  type Description,
  PARTS,
  type ParameterValue,
  type PartName,
  type PreparedContract,
  type PreparedOperation,
  type RequestParts,
  type RequestSchema,
  type UnknownField,
  type Violation,
} from './contract-types.ts';
import { preparedFile } from './prepared-file.ts';
import { assertRejects, type Diagnostic, diagnose, diagnoseResponse, loadPrism } from './prism-validator.ts';
import { dereferenced } from './references.ts';
import { findUnknownFields, KnownNames } from './unknown-fields.ts';
import { violationsOf } from './violations.ts';

/** The JSON Schema types that a parameter is converted to; for other types it stays a string. */
type ReadType = 'integer' | 'number' | 'boolean';

/** Converts text to a value of each type; null if the text is not one. Text is never trimmed. */
const READERS: Readonly<Record<ReadType, (text: string) => ParameterValue | null>> = {
  // Adding 0 turns -0 into 0.
  integer: text => (/^-?[0-9]+$/.test(text) ? Number(text) + 0 : null),
  number: text => (/^-?[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : null),
  boolean: text => (text === 'true' ? true : text === 'false' ? false : null),
};

/**
 * Converts the parameters that a schema defines to their types. Text that cannot be converted stays a string, which the
 * schema then rejects. Names are case-sensitive; parameters that the schema does not define are skipped.
 */
function readParameters(
  schema: RequestSchema,
  texts: Readonly<Record<string, string>>,
): Record<string, ParameterValue> {
  const values: Record<string, ParameterValue> = {};
  for (const name in schema.properties) {
    if (!Object.hasOwn(texts, name)) continue;
    const text = texts[name]!;
    if (text === '' && schema['x-empty-is-absent']) continue;
    values[name] = READERS[schema.properties[name]!.type as ReadType]?.(text) ?? text;
  }
  if (schema['x-first-of']) dropAllButFirst(values, schema['x-first-of']);
  return values;
}

function dropAllButFirst(values: Record<string, ParameterValue>, names: readonly string[]): void {
  const first = names.find(name => name in values);
  for (const name of names) if (name !== first) delete values[name];
}

const NO_PARAMETERS: Readonly<Record<string, string>> = {};
const NO_VIOLATIONS: readonly Violation[] = [];
const NO_FIELDS: readonly UnknownField[] = [];

/**
 * The schema that Prism compiles. A valid oneOf is recognized by an `if`, in which Ajv creates no errors. In the oneOf
 * itself, Ajv would create errors for the alternatives that a valid value does not choose: 480 bytes per order.
 */
function compiledSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(compiledSchema);
  if (!isObject(node)) return node;
  const entries = Object.entries(node).map(([name, one]) => [name, compiledSchema(one)]);
  const { oneOf, ...rest } = Object.fromEntries(entries);
  return Array.isArray(oneOf)
    ? { ...rest, if: { oneOf }, else: { oneOf } }
    : { ...rest, ...(oneOf && { oneOf }) };
}

interface Part {
  readonly name: PartName;
  readonly schema: RequestSchema;
  readonly compiled: RequestSchema;
  readonly read: (parts: RequestParts) => unknown;
  readonly optional: boolean;
  readonly limits: ArrayLimits;
}

type ArrayLimits = readonly (readonly [name: string, maxItems: number])[];

const limitsOf = ({ properties = {} }: RequestSchema): ArrayLimits =>
  Object.entries(properties).flatMap(([name, { maxItems }]) =>
    maxItems === undefined ? [] : [[name, maxItems] as const],
  );

/**
 * Truncates arrays to one item more than allowed. Prism still refuses the array for its length, and a body with very
 * many invalid items costs no more than one with a full array.
 */
function truncated(limits: ArrayLimits, value: unknown): unknown {
  if (limits.length === 0 || typeof value !== 'object' || value === null) return value;
  let result = value as Record<string, unknown>;
  for (const [name, maxItems] of limits) {
    const items = Object.hasOwn(result, name) ? result[name] : undefined;
    if (Array.isArray(items) && items.length > maxItems)
      result = { ...result, [name]: items.slice(0, maxItems + 1) };
  }
  return result;
}

function readerOf(name: PartName, schema: RequestSchema): Part['read'] {
  if (name === 'query') return parts => readParameters(schema, parts.query);
  if (name === 'params') return parts => readParameters(schema, parts.params ?? NO_PARAMETERS);
  return parts => parts.body;
}

/** @throws Error if a schema would let every request pass */
function partsOf(operation: PreparedOperation): Part[] {
  return PARTS.flatMap(name => {
    const schema = operation.parts[name];
    if (!schema) return [];
    const compiled = compiledSchema(schema) as RequestSchema;
    assertRejects(operation.id, name, compiled);
    const optional = name === 'body' && !operation.bodyRequired;
    return [{ name, schema, compiled, read: readerOf(name, schema), optional, limits: limitsOf(schema) }];
  });
}

function violationsIn(parts: readonly Part[], request: RequestParts): readonly Violation[] {
  let violations = NO_VIOLATIONS;
  for (const { name, schema, compiled, read, optional, limits } of parts) {
    const value = read(request);
    if (value === undefined && optional) continue;
    const diagnostics = diagnose(name, compiled, truncated(limits, value));
    if (diagnostics.length > 0)
      violations = [...violations, ...violationsOf(name, schema, value, diagnostics)];
  }
  return violations;
}

function unknownFinder({ parts }: PreparedOperation): ContractOperation['unknown'] {
  const parameters = new KnownNames([parts.query ?? { properties: {} }]);
  const fields = parts.body ? new KnownNames([parts.body]) : null;
  return ({ query, body }) => {
    const unknownParameters = findUnknownFields(parameters, query, 'query');
    const unknownFields = fields ? findUnknownFields(fields, body, 'body') : NO_FIELDS;
    if (unknownParameters.length === 0) return unknownFields;
    return [...unknownParameters, ...unknownFields];
  };
}

const describedAt = ({ paths }: Description, { method, path }: PreparedOperation): DescribedOperation =>
  paths[path]![method.toLowerCase() as 'get']!;

/** Its schemas are compiled when its first request is checked: a process uses few operations of the control API. */
function loadOperation(operation: PreparedOperation, described: DescribedOperation): ContractOperation {
  let parts: readonly Part[] | null = null;
  const querySchema = operation.parts.query;
  const needsPrism = Object.keys(operation.parts).length > 0;
  return {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    pathPattern: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    scope: described['x-scope'] ?? null,
    described,
    ready: () => (needsPrism ? loadPrism() : null),
    check(request) {
      parts ??= partsOf(operation);
      return violationsIn(parts, request);
    },
    queryValues: query => (querySchema ? readParameters(querySchema, query) : {}),
    unknown: unknownFinder(operation),
  };
}

async function responseProblems(
  operation: PreparedOperation,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<string[]> {
  const diagnostics = await diagnoseResponse(operation.responses, status, headers, body);
  const schemas = operation.responses
    .filter(({ code }) => code === String(status))
    .flatMap(({ contents }) => contents.map(({ schema }) => schema ?? {}));
  return problemsOf('response', diagnostics, schemas, body);
}

/** Validates the bodies of webhooks. The schema of an event is resolved when the first such event arrives. */
function eventValidator(document: Description): Contract['validateEvent'] {
  const schemas = (document.components?.schemas ?? {}) as unknown as Readonly<Record<string, RequestSchema>>;
  const { mapping = {} } = (schemas.WebhookEvent?.discriminator ?? {}) as {
    mapping?: Readonly<Record<string, string>>;
  };
  const byEvent = new Map<string, RequestSchema>();
  return body => {
    if (!isObject(body)) return ['body: must be an object'];
    const event = typeof body.event === 'string' && Object.hasOwn(mapping, body.event) ? body.event : null;
    if (event === null) return ['body.event: is not one of the described events'];
    const schema = byEvent.get(event) ?? (dereferenced(document, { $ref: mapping[event] }) as RequestSchema);
    byEvent.set(event, schema);
    return problemsOf('body', diagnose('body', schema, body), [schema], body);
  };
}

const problemsOf = (
  part: string,
  diagnostics: readonly Diagnostic[],
  schemas: readonly RequestSchema[],
  body: unknown,
): string[] => [
  ...diagnostics.map(({ path, message }) => `${(path ?? [part]).join('.')}: ${message}`),
  ...findUnknownFields(new KnownNames(schemas), body, 'body').map(({ path }) => `${path} is not described`),
];

/** `check` of an operation throws an Error if a schema would let every request pass. */
export function loadContract(prepared: PreparedContract): Contract {
  const operations = prepared.operations.map(operation =>
    loadOperation(operation, describedAt(prepared.document, operation)),
  );
  const byId = new Map(operations.map(operation => [operation.id, operation]));
  const preparedById = new Map(prepared.operations.map(operation => [operation.id, operation]));
  const named = <T>(map: ReadonlyMap<string, T>, id: string): T => {
    const operation = map.get(id);
    if (!operation)
      throw new Error(`the description has no operation ${id}; it has ${[...map.keys()].join(', ')}`);
    return operation;
  };
  return {
    document: prepared.document,
    text: prepared.text,
    operations,
    byId: id => named(byId, id),
    // Async, so that an unknown operation rejects the promise instead of throwing.
    validateResponse: async (id, status, headers, body) =>
      responseProblems(named(preparedById, id), status, headers, body),
    validateEvent: eventValidator(prepared.document),
  };
}

export type BuiltinName = 'energy-rental-v1' | 'control-v1';

const loaded = new Map<BuiltinName, Promise<Contract>>();

/** The contract of a description that comes with the sandbox, with which everything can be validated at once. */
export async function builtinContract(name: BuiltinName): Promise<Contract> {
  const [contract] = await Promise.all([startingContract(name), loadPrism()]);
  return contract;
}

/**
 * The same before Prism is loaded: `ready` of an operation says when its requests can be checked. A build stores it prepared next to the bundle; when running
 * from source it is prepared in the process. Each is loaded once.
 */
export const startingContract = (name: BuiltinName): Promise<Contract> =>
  getOrMake(loaded, name, () => {
    const contract = load(name);
    // A failure, for example because no file descriptors are left, is not stored: the next use loads the contract again.
    contract.catch(() => loaded.delete(name));
    return contract;
  });

async function load(name: BuiltinName): Promise<Contract> {
  const json = preparedFile(name);
  const prepared = json ? JSON.parse(await readFile(json, 'utf8')) : await prepareFromSource(name);
  return loadContract(prepared as PreparedContract);
}

/**
 * The path of the YAML that a built-in description was prepared from, if it was edited since: the sandbox reads the
 * prepared copy. Null if it is unchanged, or missing.
 */
export async function editedSource(name: BuiltinName): Promise<string | null> {
  const source = new URL(`../openapi/${name}.yaml`, import.meta.url);
  const reading = readFile(source, 'utf8').catch(() => null);
  const { text } = await startingContract(name);
  return [null, text].includes(await reading) ? null : fileURLToPath(source);
}

export async function prepareFromSource(name: BuiltinName): Promise<PreparedContract> {
  // Imported by a variable name, so that the bundle does not include this module.
  const module = './prepare-contract.ts';
  const { prepareContract }: typeof import('./prepare-contract.ts') = await import(/* @vite-ignore */ module);
  return prepareContract(await readFile(new URL(`../../openapi/${name}.yaml`, import.meta.url), 'utf8'));
}

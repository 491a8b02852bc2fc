import { readParameters } from './parameters.ts';
import { diagnose, diagnoseAnswer } from './prism.ts';
import { unknownFields } from './remarks.ts';
import {
  type Accepts,
  type Contract,
  type ContractOperation,
  PARTS,
  type PartName,
  type PreparedContract,
  type PreparedOperation,
  type RequestParts,
  type RequestSchema,
  type Validators,
  type Violation,
  validatorName,
} from './types.ts';
import { violationsOf } from './violations.ts';

const NOTHING: Readonly<Record<string, string>> = {};

/** One part of an operation's requests, ready to be checked. */
interface Part {
  readonly name: PartName;
  readonly schema: RequestSchema;
  readonly accepts: Accepts;
  /** The part of a request as the schema sees it. */
  readonly read: (parts: RequestParts) => unknown;
  /** True where the part may be missing altogether. */
  readonly optional: boolean;
}

function readerOf(name: PartName, schema: RequestSchema): Part['read'] {
  if (name === 'body') return parts => parts.body;
  if (name === 'query') return parts => readParameters(schema, parts.query);
  return parts => readParameters(schema, parts.params ?? NOTHING);
}

function partsOf(operation: PreparedOperation, validators: Validators): Part[] {
  return PARTS.flatMap(name => {
    const schema = operation.parts[name];
    if (!schema) return [];
    const accepts = validators[validatorName(operation.id, name)];
    if (!accepts)
      throw new Error(`${operation.id}: no compiled schema for its ${name}; prepare the contract anew`);
    const optional = name === 'body' && !operation.bodyRequired;
    return [{ name, schema, accepts, read: readerOf(name, schema), optional }];
  });
}

/**
 * Cuts stand-alone items off behind the first that is one too many: the array is refused for its length in
 * any case, and a body full of bad items costs no more than a full array of them.
 */
function clipped(schema: RequestSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let result = value as Record<string, unknown>;
  for (const [name, { maxItems, ...property }] of Object.entries(schema.properties ?? {})) {
    const items = Object.hasOwn(result, name) ? result[name] : undefined;
    if (!property['x-items-stand-alone'] || maxItems === undefined || !Array.isArray(items)) continue;
    if (items.length > maxItems) result = { ...result, [name]: items.slice(0, maxItems + 1) };
  }
  return result;
}

async function explain(parts: readonly Part[], request: RequestParts): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const part of parts) {
    const value = part.read(request);
    if ((value === undefined && part.optional) || part.accepts(value)) continue;
    const diagnostics = await diagnose(part.schema, clipped(part.schema, value));
    violations.push(...violationsOf(part.name, part.schema, value, diagnostics));
  }
  return violations;
}

/** The paths of query parameters and body fields that no schema knows. */
function unknownIn(operation: PreparedOperation, { query, body }: RequestParts): string[] {
  const parameters = unknownFields([operation.parts.query ?? { properties: {} }], query, 'query');
  return [
    ...parameters,
    ...(operation.parts.body ? unknownFields([operation.parts.body], body, 'body') : []),
  ];
}

function remarksOn(operation: PreparedOperation, request: RequestParts): string[] {
  return unknownIn(operation, request).map(
    path =>
      `${path} is not a ${path.startsWith('query') ? 'parameter' : 'field'} of ${operation.id}; it was ignored`,
  );
}

function loadOperation(operation: PreparedOperation, validators: Validators): ContractOperation {
  const parts = partsOf(operation, validators);
  const querySchema = operation.parts.query;
  return {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    pathPattern: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    scope: operation.scope,
    check(request) {
      for (const part of parts) {
        const value = part.read(request);
        if (value === undefined && part.optional) continue;
        if (!part.accepts(value)) return explain(parts, request);
      }
      return null;
    },
    queryValues: query => (querySchema ? readParameters(querySchema, query) : {}),
    unknown: request => unknownIn(operation, request),
    remarks: request => remarksOn(operation, request),
  };
}

async function answerProblems(
  operation: PreparedOperation,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<string[]> {
  const diagnostics = await diagnoseAnswer(operation.answers, status, headers, body);
  const schemas = operation.answers
    .filter(({ code }) => code === String(status))
    .flatMap(({ contents }) => contents.map(({ schema }) => schema ?? {}));
  return [
    ...diagnostics.map(({ path, message }) => `${(path ?? ['answer']).join('.')}: ${message}`),
    ...unknownFields(schemas, body, 'body').map(path => `${path} is not described`),
  ];
}

/** Has prism load and compile each schema once, by asking about a value that none of them takes. */
async function warmAll(operations: readonly PreparedOperation[]): Promise<void> {
  for (const { parts } of operations) {
    for (const name of PARTS) if (parts[name]) await diagnose(parts[name], []);
  }
}

/**
 * Puts a prepared description to work. Neither YAML nor prism nor a schema compiler is loaded for it; prism
 * comes in at the first refusal (or `warm`).
 */
export function loadContract(prepared: PreparedContract, validators: Validators): Contract {
  const operations = prepared.operations.map(operation => loadOperation(operation, validators));
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
    // Async, so that an unknown operation comes out as a rejection like every other failure of it.
    validateAnswer: async (id, status, headers, body) =>
      answerProblems(named(preparedById, id), status, headers, body),
    warm: () => warmAll(prepared.operations),
  };
}

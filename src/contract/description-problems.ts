import { ERRORS, type ErrorCode, isItemCode } from '../core/domain/error-codes.ts';
import { isObject } from '../core/domain/json.ts';
import { MAX_BULK_ITEMS, OPERATION_IDS, SCOPES } from '../core/domain/operations.ts';
import { EVENT_NAMES } from '../core/domain/order.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import type {
  Contract,
  ContractOperation,
  Description,
  PreparedContract,
  RequestParts,
  RequestSchema,
  ViolationReply,
} from './contract-types.ts';
import { type DocumentPath, pathOfReference, valueAt } from './references.ts';

/*
 * What a changed description asks of the engine that it cannot do. The engine executes the operations of the built-in
 * description, so the built-in description defines what the engine can read and what it sends.
 */

export interface Problem {
  readonly at: DocumentPath;
  readonly text: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const operationAt = ({ path, method }: ContractOperation): DocumentPath => [
  'paths',
  path,
  method.toLowerCase(),
];

/** The path of a value after all references on the way to it are followed. */
function followed(document: unknown, at: DocumentPath): DocumentPath {
  const value = valueAt(document, at);
  const reference = isObject(value) && typeof value.$ref === 'string' ? pathOfReference(value.$ref) : null;
  return reference ? followed(document, reference) : at;
}

/**
 * The path of the schema of a nested value. If the schema does not describe the value, the path of the nearest
 * described one.
 */
function schemaAt(document: unknown, start: DocumentPath, steps: readonly string[]): DocumentPath {
  let at = followed(document, start);
  for (const step of steps) {
    const keys = /^\d+$/.test(step) ? ['items'] : ['properties', step];
    const next = [at, ...mergedInto(document, at)]
      .map(one => [...one, ...keys])
      .find(one => valueAt(document, one) !== undefined);
    if (!next) break;
    at = followed(document, next);
  }
  return at;
}

/** The paths of the schemas in the `allOf` of a schema. */
function mergedInto(document: unknown, at: DocumentPath): DocumentPath[] {
  const parts = valueAt(document, [...at, 'allOf']);
  if (!Array.isArray(parts)) return [];
  const paths = parts.map((_, index) => followed(document, [...at, 'allOf', index]));
  return paths.flatMap(one => [one, ...mergedInto(document, one)]);
}

/* The operations. */

function problemOfOperation(
  operation: Readonly<Record<string, unknown>>,
  at: DocumentPath,
  builtIn: Contract,
): Problem | null {
  const { operationId, 'x-scope': scope } = operation;
  const id = String(operationId);
  const known = builtIn.operations.find(one => one.id === id);
  if (!known) {
    const hint = didYouMean(id, OPERATION_IDS) || `; the operations are ${OPERATION_IDS.join(', ')}`;
    const problem =
      operationId === undefined ? 'operationId is missing' : `the sandbox has no operation ${id}${hint}`;
    return {
      at: [...at, 'operationId'],
      text: `${problem}; remove the operation, or correct its operationId`,
    };
  }
  if (operationAt(known).join() !== at.join())
    return { at, text: `the sandbox serves ${id} as ${known.method} ${known.path} only; move it there` };
  if (SCOPES.some(one => one === scope)) return null;
  return { at: [...at, 'x-scope'], text: `${id} needs x-scope: one of ${SCOPES.join(', ')}` };
}

/** The problems that can be found without resolving references: operations that differ from those of the engine. */
export function problemsOfOperations(document: Description, builtIn: Contract): Problem[] {
  const { openapi, paths } = document;
  if (!String(openapi).startsWith('3.0.'))
    return [{ at: ['openapi'], text: 'expected "openapi: 3.0.x"; write the description in OpenAPI 3.0' }];
  if (!isObject(paths)) return [{ at: ['paths'], text: 'expected paths with operations' }];
  const problems: Problem[] = [];
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item ?? {})) {
      const at = ['paths', path, method];
      if (!METHODS.includes(method)) continue;
      const problem = isObject(operation)
        ? problemOfOperation(operation, at, builtIn)
        : { at, text: 'expected an operation' };
      if (problem) problems.push(problem);
    }
  }
  if (problems.length > 0) return problems;
  return builtIn.operations
    .filter(one => valueAt(document, operationAt(one)) === undefined)
    .map(({ id, method, path }) => ({
      at: ['paths'],
      text: `${id} is missing; describe it as ${method} ${path}`,
    }));
}

/* The requests. */

/** The responses to violations in a schema, with the names that lead to them; `[0]` stands for all items of an array. */
function* entriesIn(
  schema: RequestSchema,
  steps: readonly string[] = [],
  ofItem = false,
): Generator<{ entry: ViolationReply; steps: readonly string[]; ofItem: boolean }> {
  const own = [schema['x-violation'] ?? [], Object.values(schema['x-violations'] ?? {})].flat();
  for (const one of own) {
    const { several } = one as { several?: ViolationReply };
    for (const entry of [one, ...Object.values(one.given ?? {}), several ?? []].flat())
      yield { entry, steps, ofItem };
  }
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* entriesIn(property, [...steps, name], ofItem);
  if (schema.items)
    yield* entriesIn(schema.items, [...steps, '0'], ofItem || schema['x-items-stand-alone'] === true);
}

function problemOfEntry({ status, error }: ViolationReply, ofItem: boolean): string | null {
  if (!Object.hasOwn(ERRORS, error)) {
    const hint = didYouMean(error, Object.keys(ERRORS)) || '; use one of the codes of the specification';
    return `the sandbox has no error code ${error}${hint}`;
  }
  const expected = ERRORS[error as ErrorCode].status;
  if (status !== expected) return `the sandbox sends ${error} with the status ${expected}, not ${status}`;
  return ofItem && !isItemCode(error as ErrorCode)
    ? `an item of a bulk request cannot fail with ${error}`
    : null;
}

interface WithExamples {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

const JSON_CONTENT = ['content', 'application/json'] as const;

function examplesAt(document: unknown, at: DocumentPath): unknown[] {
  const content = valueAt(document, [...followed(document, at), ...JSON_CONTENT]) as WithExamples | undefined;
  if (content?.example !== undefined) return [content.example];
  return Object.values(content?.examples ?? {}).flatMap(({ value }) => value ?? []);
}

const OF_EACH_TYPE: readonly unknown[] = ['x', 0.5, true, null, [], {}];

const spoiled = (object: object, names: readonly string[]): object[] =>
  names.flatMap(name => {
    const { [name]: _, ...without } = object as Record<string, unknown>;
    return [without, ...OF_EACH_TYPE.map(value => ({ ...object, [name]: value }))];
  });

const namesIn = (schema: RequestSchema | undefined): string[] => Object.keys(schema?.properties ?? {});

/** The engine cannot execute those variants that the built-in description refuses. */
function variants(operation: PreparedContract['operations'][number], example: unknown): RequestParts[] {
  const { query, body } = operation.parts;
  const names = namesIn(query);
  const all = Object.fromEntries(names.map(name => [name, '1']));
  const queries = [{}, all, ...names.flatMap(name => [{ [name]: 'x' }, { ...all, [name]: 'x' }])];
  if (!body) return queries.map(one => ({ query: one as Record<string, string>, body: undefined }));
  const { orders } = example as { orders?: readonly object[] };
  const bodies = spoiled(example as object, namesIn(body));
  if (Array.isArray(orders)) {
    const item = orders[0] as object;
    bodies.push({ orders: Array.from({ length: MAX_BULK_ITEMS + 1 }, () => item) });
    bodies.push(...spoiled(item, namesIn(body.properties?.orders?.items)).map(one => ({ orders: [one] })));
  }
  return bodies.map(one => ({ query: {}, body: one }));
}

function partAt(document: unknown, operation: ContractOperation, path: string): DocumentPath {
  const [part, ...steps] = path.replaceAll(/\[\d+\]/g, '.0').split('.');
  const at = operationAt(operation);
  if (part === 'body')
    return schemaAt(
      document,
      [...followed(document, [...at, 'requestBody']), ...JSON_CONTENT, 'schema'],
      steps,
    );
  if (steps.length === 0) return [...at, 'x-query'];
  const parameters = (valueAt(document, [...at, 'parameters']) ?? []) as readonly unknown[];
  const index = parameters.findIndex((_, one) => {
    const found = valueAt(document, [...followed(document, [...at, 'parameters', one]), 'name']);
    return found === steps[0];
  });
  return index < 0 ? at : [...followed(document, [...at, 'parameters', index]), 'schema'];
}

function* problemsOfRequest(
  document: Description,
  operation: PreparedContract['operations'][number],
  changed: ContractOperation,
  builtIn: Contract,
): Generator<Problem> {
  const { parts } = operation;
  const known = builtIn.byId(operation.id);
  const hasBody = known.described.requestBody !== undefined;
  if (hasBody !== (parts.body !== undefined)) {
    const text = hasBody ? 'needs a requestBody with a schema of application/json' : 'has no body; remove it';
    yield { at: [...operationAt(known), 'requestBody'], text: `${operation.id} ${text}` };
    return;
  }
  for (const name of PARAMETER_PLACES_NOT_READ) {
    const index = (changed.described.parameters ?? []).findIndex(one => 'in' in one && one.in === name);
    if (index < 0) continue;
    const text = `the sandbox reads no ${name} parameters; remove it`;
    yield { at: [...operationAt(known), 'parameters', index], text };
  }
  const needing: (readonly [string, RequestSchema | undefined])[] = [
    ['body', parts.body],
    ...Object.entries(parts.query?.properties ?? {}).map(([name, one]) => [`query.${name}`, one] as const),
  ];
  for (const [path, schema] of needing) {
    if (schema && !schema['x-violation'])
      yield { at: partAt(document, known, path), text: `${path} needs x-violation: { status, error }` };
  }
  for (const part of ['query', 'body'] as const) {
    for (const { entry, steps, ofItem } of entriesIn(parts[part] ?? {})) {
      const text = problemOfEntry(entry, ofItem);
      if (text) yield { at: partAt(document, known, [part, ...steps].join('.')), text };
    }
  }
  const at = [...operationAt(known), 'requestBody'];
  const [example] = [...examplesAt(document, at), ...examplesAt(builtIn.document, at)];
  for (const request of variants(operation, example)) {
    const [refused] = known.check(request);
    if (!refused || changed.check(request).length > 0) continue;
    const text = `${operation.id} cannot be executed if ${refused.message}; the description has to refuse it`;
    yield { at: partAt(document, known, refused.path), text };
  }
}

const PARAMETER_PLACES_NOT_READ = ['header', 'cookie', 'path'];

export function problemsOfRequests(
  { document, operations }: PreparedContract,
  changed: Contract,
  builtIn: Contract,
): Problem[] {
  return operations.flatMap(operation => [
    ...problemsOfRequest(document, operation, changed.byId(operation.id), builtIn),
  ]);
}

/* The responses and webhooks. */

const HEADERS = {
  'content-type': 'application/json',
  'x-ratelimit-limit': '6000',
  'x-ratelimit-remaining': '5999',
  'retry-after': '12',
  allow: 'GET',
};

function problemIn(document: unknown, schema: DocumentPath, what: string, problem: string): Problem {
  const [, path = '', message = problem] =
    /^body((?:\.\w+)*)(?:: \w+ body(?: property \S+)?)? (.*)$/.exec(problem) ?? [];
  const [, missing] = /must have required property '(\w+)'/.exec(message) ?? [];
  const steps = path.split('.').slice(1);
  const at = schemaAt(document, schema, missing === undefined ? steps : [...steps, missing]);
  return {
    at,
    text: `${what} of the sandbox does not match: ${path.slice(1)} ${message}`.replace(':  ', ': '),
  };
}

async function problemsOfOperationResponses(
  operation: ContractOperation,
  changed: Contract,
  builtIn: Contract,
): Promise<Problem[]> {
  const { id, described } = operation;
  const problems: Problem[] = [];
  for (const status of Object.keys(described.responses)) {
    const at = [...operationAt(operation), 'responses', status];
    const place = followed(changed.document, at);
    if (valueAt(changed.document, place) === undefined) {
      const text = `${id} sends the status ${status}; describe it`;
      if (status.startsWith('2')) problems.push({ at, text });
      continue;
    }
    for (const example of examplesAt(builtIn.document, at)) {
      const found = await changed.validateResponse(id, Number(status), HEADERS, example);
      const schema = [...place, ...JSON_CONTENT, 'schema'];
      problems.push(...found.map(one => problemIn(changed.document, schema, `the ${status} of ${id}`, one)));
    }
  }
  return problems;
}

/** One webhook of each kind, made from the first example of the description. */
function eventExamples({ document }: Contract): { event: string }[] {
  const { callbacks = {} } = document.components ?? {};
  const [name, callback] = Object.entries(callbacks)[0]!;
  const at = ['components', 'callbacks', name, Object.keys(callback)[0]!, 'post', 'requestBody'];
  const [example] = examplesAt(document, at) as { data: object }[];
  return EVENT_NAMES.map(event => {
    const status = event.slice('order.'.length);
    return { ...example!, event, data: { ...example!.data, status } };
  });
}

/** The problems of the responses and webhooks: the description must allow what the engine sends. */
export async function problemsOfResponses(changed: Contract, builtIn: Contract): Promise<Problem[]> {
  const responses: Problem[] = [];
  for (const operation of builtIn.operations)
    responses.push(...(await problemsOfOperationResponses(operation, changed, builtIn)));
  const mapping = ['components', 'schemas', 'WebhookEvent', 'discriminator', 'mapping'];
  const events = eventExamples(builtIn).flatMap(example => {
    const reference = valueAt(changed.document, [...mapping, example.event]);
    const schema = (typeof reference === 'string' && pathOfReference(reference)) || mapping;
    return changed
      .validateEvent(example)
      .map(one => problemIn(changed.document, schema, `the webhook ${example.event}`, one));
  });
  const unique = new Map([...responses, ...events].map(one => [`${one.at.join()} ${one.text}`, one]));
  return [...unique.values()];
}

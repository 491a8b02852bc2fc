import { entryFor, itemPlace, type Place, propertyPlace, rootPlace } from './schema-location.ts';
import { type KeywordEntry, PARTS, type PreparedOperation, type RequestSchema } from './types.ts';

/** The keywords whose violation is reported, apart from `required`, which is each missing property's own. */
const CONSTRAINTS = [
  'type',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'additionalProperties',
  'minProperties',
  'maxProperties',
  'anyOf',
  'oneOf',
  'not',
  'format',
];

/** A constraint of a request, and every answer that its violation can have. */
export interface Constraint {
  /** Such as `body.orders[0].address`. */
  readonly path: string;
  readonly keyword: string;
  readonly answers: readonly { readonly status: number; readonly error: string }[];
  /** True where it is an item's own failure. */
  readonly inItem: boolean;
}

const answersOf = (entry: KeywordEntry | undefined): Constraint['answers'] =>
  entry ? [{ status: entry.status, error: entry.error }, ...Object.values(entry.given ?? {})] : [];

function constraintsAt(place: Place): Constraint[] {
  const { schema, path } = place;
  const inItem = place.item !== undefined;
  const of = (at: Place, keyword: string): Constraint => ({
    path: at.path,
    keyword,
    answers: answersOf(entryFor(at, keyword)),
    inItem,
  });
  const properties = Object.keys(schema.properties ?? {}).map(name => propertyPlace(place, name)!);
  const missing = properties.filter(one => schema.required?.includes(one.path.slice(path.length + 1)));
  const item = schema.items ? itemPlace({ ...place, value: [undefined] }, 0) : null;
  return [
    ...CONSTRAINTS.filter(keyword => keyword in schema).map(keyword => of(place, keyword)),
    ...missing.map(one => of(one, 'required')),
    ...[...properties, ...(item ? [item] : [])].flatMap(constraintsAt),
  ];
}

/** All constraints of an operation's requests with their answers. */
export function constraintsOf(operation: PreparedOperation): Constraint[] {
  return PARTS.flatMap(part => {
    const schema = operation.parts[part];
    if (!schema) return [];
    const root = rootPlace(part, schema, undefined);
    const missing = {
      path: part,
      keyword: 'required',
      answers: answersOf(entryFor(root, 'required')),
      inItem: false,
    };
    return [...(part === 'body' && operation.bodyRequired ? [missing] : []), ...constraintsAt(root)];
  });
}

/** The error codes that an operation lists, by status; '*' has them all. */
export function listedCodes(operation: PreparedOperation): Map<string, Set<string>> {
  const listed = new Map<string, Set<string>>([['*', new Set()]]);
  for (const { code, contents } of operation.answers) {
    const codes = new Set(contents.flatMap(({ schema }) => codesIn(schema)));
    listed.set(code, codes);
    for (const one of codes) listed.get('*')!.add(one);
  }
  return listed;
}

function codesIn(schema: RequestSchema | undefined): string[] {
  return (schema?.properties?.error?.enum as string[] | undefined) ?? [];
}

/** What is wrong with how a description answers violations; empty where every constraint has a listed answer. */
export function auditOperation(operation: PreparedOperation): string[] {
  const listed = listedCodes(operation);
  return constraintsOf(operation).flatMap(({ path, keyword, answers, inItem }) => {
    // The root of parameters is an object that the sandbox makes itself.
    if (keyword === 'type' && (path === 'query' || path === 'params')) return [];
    const where = `${operation.id} ${path} ${keyword}`;
    if (keyword === 'format') return [`${where}: validators disagree on formats; use a pattern`];
    if (answers.length === 0) return [`${where}: no x-violation here or above defines the response`];
    return answers
      .filter(({ status, error }) => !listed.get(inItem ? '*' : String(status))?.has(error))
      .map(
        ({ status, error }) =>
          `${where}: responds with ${status} ${error}, which the operation does not list`,
      );
  });
}

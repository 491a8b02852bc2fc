import {
  type KeywordEntry,
  PARTS,
  type PreparedOperation,
  type RequestSchema,
} from '../../src/contract/contract-types.ts';
import {
  entryFor,
  itemLocation,
  propertyLocation,
  rootLocation,
  type SchemaLocation,
} from '../../src/contract/violations.ts';

/** The keywords whose violations are reported, except `required`, which is reported for each missing property. */
const CONSTRAINTS = [
  ...['type', 'enum', 'anyOf', 'oneOf', 'not', 'format'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems'],
  ...['additionalProperties', 'minProperties', 'maxProperties'],
];

/** A constraint on a request, with every response that its violation can have. */
export interface Constraint {
  /** Such as `body.orders[0].address`. */
  readonly path: string;
  readonly keyword: string;
  readonly responses: readonly { readonly status: number; readonly error: string }[];
  /** True if a violation fails only an item of a bulk request. */
  readonly inItem: boolean;
}

const responsesOf = (entry: KeywordEntry | undefined): Constraint['responses'] =>
  entry
    ? [
        { status: entry.status, error: entry.error },
        ...Object.values(entry.given ?? {}),
        ...(entry.several ? [entry.several] : []),
      ]
    : [];

function constraintsAt(location: SchemaLocation): Constraint[] {
  const { schema, path } = location;
  const inItem = location.item !== undefined;
  const of = (at: SchemaLocation, keyword: string): Constraint => ({
    path: at.path,
    keyword,
    responses: responsesOf(entryFor(at, keyword)),
    inItem,
  });
  const properties = Object.keys(schema.properties ?? {}).map(name => propertyLocation(location, name)!);
  const missing = properties.filter(one => schema.required?.includes(one.path.slice(path.length + 1)));
  const item = schema.items ? itemLocation({ ...location, value: [undefined] }, 0) : null;
  return [
    ...CONSTRAINTS.filter(keyword => keyword in schema).map(keyword => of(location, keyword)),
    ...missing.map(one => of(one, 'required')),
    ...[...properties, ...(item ? [item] : [])].flatMap(constraintsAt),
  ];
}

/** All constraints on an operation's requests, with their responses. */
export function constraintsOf(operation: PreparedOperation): Constraint[] {
  return PARTS.flatMap(part => {
    const schema = operation.parts[part];
    if (!schema) return [];
    const root = rootLocation(part, schema, undefined);
    const missing = {
      path: part,
      keyword: 'required',
      responses: responsesOf(entryFor(root, 'required')),
      inItem: false,
    };
    return [...(part === 'body' && operation.bodyRequired ? [missing] : []), ...constraintsAt(root)];
  });
}

/** The error codes that an operation lists, by status; '*' has all of them. */
export function listedCodes(operation: PreparedOperation): Map<string, Set<string>> {
  const listed = new Map<string, Set<string>>([['*', new Set()]]);
  for (const { code, contents } of operation.responses) {
    const codes = new Set(contents.flatMap(({ schema }) => codesIn(schema)));
    listed.set(code, codes);
    for (const one of codes) listed.get('*')!.add(one);
  }
  return listed;
}

function codesIn(schema: RequestSchema | undefined): string[] {
  return (schema?.properties?.error?.enum as string[] | undefined) ?? [];
}

import { diagnose } from './prism-validator.ts';
import type { PartName, RequestSchema } from './types.ts';

/** One value of each type; an array first, because neither parameters nor a body may be an array. */
const ONE_OF_EACH_TYPE: readonly unknown[] = [[], {}, '', 0.5, true, null];

const rejectsSomething = (schema: RequestSchema): boolean =>
  ONE_OF_EACH_TYPE.some(value => diagnose('', schema, value).length > 0);

/** The direct subschemas of a schema, with their path segments. */
const subschemas = ({
  properties = {},
  items,
  anyOf = [],
  oneOf = [],
}: RequestSchema): [string, RequestSchema][] => [
  ...Object.entries(properties).map(([name, schema]): [string, RequestSchema] => [`.${name}`, schema]),
  ...(items ? [['[]', items] as [string, RequestSchema]] : []),
  ...anyOf.map((schema, index): [string, RequestSchema] => [` anyOf ${index}`, schema]),
  ...oneOf.map((schema, index): [string, RequestSchema] => [` oneOf ${index}`, schema]),
];

/** Paths of the innermost schemas that have a type but reject nothing: those that do not compile. */
function brokenSchemas(path: string, schema: RequestSchema): string[] {
  const inner = subschemas(schema).flatMap(([step, one]) => brokenSchemas(path + step, one));
  if (inner.length > 0) return inner;
  return schema.type !== undefined && !rejectsSomething(schema) ? [path] : [];
}

/**
 * Makes sure that Prism applies a schema. If a schema does not compile or its validator throws, Prism accepts every
 * value, so a schema that rejects nothing would let every request pass.
 * @throws Error that names the operation, the part and the path in the schema
 */
export function assertRejects(operationId: string, part: PartName, schema: RequestSchema): void {
  if (rejectsSomething(schema)) return;
  const where = brokenSchemas(part, schema);
  const reason =
    where.length > 0
      ? `Prism cannot compile ${where.join(' and ')}; check the patterns, types and references there`
      : 'it allows every value; give it a type';
  throw new Error(`${operationId}: the schema of its ${part} rejects nothing: ${reason}`);
}

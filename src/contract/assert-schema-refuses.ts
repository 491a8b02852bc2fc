import { diagnose } from './prism-validator.ts';
import type { PartName, RequestSchema } from './types.ts';

/** Values of every type, an array first: it is neither an object of parameters nor a body. */
const ONE_OF_EACH_TYPE: readonly unknown[] = [[], {}, '', 0.5, true, null];

const refusesSomething = (schema: RequestSchema): boolean =>
  ONE_OF_EACH_TYPE.some(value => diagnose('', schema, value).length > 0);

/** The schemas directly inside a schema, with the names that lead to them. */
const schemasIn = ({ properties = {}, items, anyOf = [], not }: RequestSchema): [string, RequestSchema][] => [
  ...Object.entries(properties).map(([name, schema]): [string, RequestSchema] => [`.${name}`, schema]),
  ...(items ? [['[]', items] as [string, RequestSchema]] : []),
  ...anyOf.map((schema, index): [string, RequestSchema] => [` anyOf ${index}`, schema]),
  ...(not ? [[' not', not] as [string, RequestSchema]] : []),
];

/** The innermost schemas with a type that refuse nothing all the same: those that do not compile. */
function culprits(path: string, schema: RequestSchema): string[] {
  const inner = schemasIn(schema).flatMap(([step, one]) => culprits(path + step, one));
  if (inner.length > 0) return inner;
  return schema.type !== undefined && !refusesSomething(schema) ? [path] : [];
}

/**
 * Makes sure that Prism applies a schema. Prism accepts every value where a schema does not compile or its validator
 * throws, so a schema that refuses nothing would let every request pass.
 * @throws Error that names the operation, the part and the place in the schema
 */
export function assertRefusing(operationId: string, part: PartName, schema: RequestSchema): void {
  if (refusesSomething(schema)) return;
  const where = culprits(part, schema);
  const reason =
    where.length > 0
      ? `Prism cannot compile ${where.join(' and ')}; check the patterns, types and references there`
      : 'it allows every value; give it a type';
  throw new Error(`${operationId}: the schema of its ${part} rejects nothing: ${reason}`);
}

import { z } from 'zod';

/*
 * Adds to a stored value the fields that its schema has gained since it was written: those with a default.
 */

/** Adds the missing fields to a value in place. */
export type Complete = (value: unknown) => void;

/** The parts of zod's definition of a schema that lead to a default. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly discriminator?: string;
  readonly defaultValue?: unknown;
}

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The default of a field, which may be wrapped, such as `.default(null).readonly()`; undefined if it has none. */
function defaultOf(schema: z.ZodType): { readonly value: unknown } | undefined {
  const { type, innerType, defaultValue } = definitionOf(schema);
  if (type === 'default' || type === 'prefault') return { value: defaultValue };
  return type === 'readonly' && innerType ? defaultOf(innerType) : undefined;
}

function completeObject(shape: Readonly<Record<string, z.ZodType>>): Complete | null {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    missing: defaultOf(schema),
    complete: completerOf(schema),
  }));
  const relevant = fields.filter(({ missing, complete }) => missing || complete);
  if (relevant.length === 0) return null;
  return value => {
    if (!isFields(value)) return;
    for (const { name, missing, complete } of relevant) {
      if (missing && value[name] === undefined) value[name] = structuredClone(missing.value);
      complete?.(value[name]);
    }
  };
}

/** The variant of a value decides; without a discriminator nothing tells the variants apart, and none may have defaults. */
function completeUnion(options: readonly z.ZodType[], discriminator: string | undefined): Complete | null {
  if (discriminator === undefined) return null;
  const variants = new Map(
    options.flatMap(option => {
      const complete = completerOf(option);
      const kind = definitionOf(option).shape?.[discriminator];
      const values = kind ? [...(kind._zod.values ?? [])] : [];
      return complete ? values.map(value => [value as unknown, complete] as const) : [];
    }),
  );
  if (variants.size === 0) return null;
  return value => {
    if (isFields(value)) variants.get(value[discriminator])?.(value);
  };
}

function completeEach(schema: z.ZodType): Complete | null {
  const complete = completerOf(schema);
  return (
    complete &&
    (value => {
      if (isFields(value)) for (const row of Object.values(value)) complete(row);
    })
  );
}

/** How values of a schema are completed whose parts zod does not know, because it checks them by a function. */
export const completion = z.registry<{ readonly complete: Complete | null }>();

/** @returns null if no part of the schema has a default, so that its values need not be visited */
export function completerOf(schema: z.ZodType): Complete | null {
  const own = completion.get(schema);
  if (own) return own.complete;
  const { shape, element, valueType, innerType, options, discriminator } = definitionOf(schema);
  if (shape) return completeObject(shape);
  if (options) return completeUnion(options, discriminator);
  const rows = element ?? valueType;
  if (rows) return completeEach(rows);
  return innerType ? completerOf(innerType) : null;
}

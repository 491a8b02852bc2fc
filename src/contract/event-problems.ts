import { isObject } from '../core/domain/json.ts';
import { diagnose } from './prism-validator.ts';
import type { Contract, RequestSchema } from './types.ts';

const REFERENCE = '#/components/schemas/';

/** The schemas of a description by name, and the reference to the schema of each event by the event's name. */
interface EventSchemas {
  readonly named: Readonly<Record<string, RequestSchema>>;
  readonly byEvent: Readonly<Record<string, string>>;
  readonly components: unknown;
}

function schemasOf({ document: { components } }: Contract): EventSchemas {
  const named = (components?.schemas ?? {}) as unknown as Readonly<Record<string, RequestSchema>>;
  const { discriminator } = (named.WebhookEvent ?? {}) as {
    discriminator?: { mapping?: Readonly<Record<string, string>> };
  };
  return { named, byEvent: discriminator?.mapping ?? {}, components };
}

const resolve = (schema: RequestSchema | undefined, { named }: EventSchemas): RequestSchema | undefined =>
  typeof schema?.$ref === 'string' ? named[schema.$ref.slice(REFERENCE.length)] : schema;

/** The names of all properties of a schema, with those of the schemas that it is composed of. */
function propertiesOf(
  schema: RequestSchema | undefined,
  schemas: EventSchemas,
): Readonly<Record<string, RequestSchema>> {
  const own = resolve(schema, schemas);
  const parts = (own?.allOf as readonly RequestSchema[] | undefined) ?? [];
  return Object.assign({}, ...parts.map(part => propertiesOf(part, schemas)), own?.properties ?? {});
}

function undescribed(
  value: unknown,
  schema: RequestSchema | undefined,
  at: string,
  schemas: EventSchemas,
): string[] {
  const properties = propertiesOf(schema, schemas);
  if (!isObject(value) || Object.keys(properties).length === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    Object.hasOwn(properties, name)
      ? undescribed(inner, properties[name], `${at}.${name}`, schemas)
      : [`${at}.${name} is not described`],
  );
}

/**
 * Validates the body of a webhook against the description, including undefined fields.
 * @param body parsed JSON
 * @returns the problems, one sentence each; empty if the body is valid
 */
export function eventProblems(contract: Contract, body: unknown): string[] {
  const schemas = schemasOf(contract);
  if (!isObject(body)) return ['body: must be an object'];
  const event = typeof body.event === 'string' ? body.event : '';
  const reference = Object.hasOwn(schemas.byEvent, event) ? schemas.byEvent[event]! : null;
  if (reference === null) return ['body.event: is not one of the described events'];
  const schema: RequestSchema = { $ref: reference, components: schemas.components };
  const diagnostics = diagnose('body', schema, body);
  return [
    ...diagnostics.map(({ path, message }) => `${(path ?? ['body']).join('.')}: ${message}`),
    ...undescribed(body, { $ref: reference }, 'body', schemas),
  ];
}

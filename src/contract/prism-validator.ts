import type { validateAgainstSchema } from '@stoplight/prism-http/dist/validator/validators/utils.js';
import type { PartName, PreparedResponse, RequestSchema } from './contract-types.ts';

export interface Diagnostic {
  /**
   * Begins with the name of the request's part: `['body', 'orders', '3', 'address']`. Absent for a status or media type.
   */
  readonly path?: readonly (string | number)[];
  readonly code?: string | number;
  readonly message: string;
}

const NONE: readonly Diagnostic[] = [];

/** Prism's `ValidationContext.Input`. It only determines whether messages begin with "Request" or "Response". */
const INPUT = 0;

/** Prism's type for a schema. It has no vendor extensions, and its arrays are mutable although Prism modifies none. */
type PrismSchema = Parameters<typeof validateAgainstSchema>[1];

let validate: typeof validateAgainstSchema | null = null;
let loading: Promise<void> | null = null;

/** Loads Prism, which takes a quarter of the time of a start. @returns null if it is loaded */
export function loadPrism(): Promise<void> | null {
  if (validate) return null;
  loading ??= importPrism().catch(error => {
    // Not stored: the next request tries again.
    loading = null;
    throw error;
  });
  return loading;
}

async function importPrism(): Promise<void> {
  const module = await import('@stoplight/prism-http/dist/validator/validators/utils.js');
  validate = module.validateAgainstSchema;
  diagnose('', DIALECT_DESCRIPTION, null);
}

/**
 * Validates one part of a request with Prism, which must be loaded. This calls the function that Prism's `validateInput` calls internally; the
 * steps that it skips (media types, deserialization, merging of `allOf`) take twenty times as long as the validation.
 * Nothing is coerced: parameters are converted beforehand, because Prism's own conversion accepts `0x10`, `1e3` and names
 * in any case, and has no rules over several parameters.
 *
 * Prism reports no problem if a schema does not compile or its validator throws. Therefore `assertRejects` checks that
 * every schema rejects something before it is used, and the depth of bodies is limited before they are validated.
 */
export function diagnose(part: string, schema: RequestSchema, value: unknown): readonly Diagnostic[] {
  const result = validate!(value, schema as object as PrismSchema, false, INPUT, part);
  return result._tag === 'Some' ? result.value : NONE;
}

/** One value of each type; an array first, because neither parameters nor a body may be an array. */
const ONE_OF_EACH_TYPE: readonly unknown[] = [[], {}, '', 0.5, true, null];

/**
 * Makes sure that Prism applies the schema of a part of an operation's requests. One that rejects nothing would let every
 * request pass.
 * @throws Error that names the operation and the part
 */
export function assertRejects(operationId: string, part: PartName, schema: RequestSchema): void {
  if (ONE_OF_EACH_TYPE.some(value => diagnose('', schema, value).length > 0)) return;
  throw new Error(
    `${operationId}: the schema of its ${part} rejects nothing: it has no type, or Prism cannot compile it; check the patterns, types and references in it`,
  );
}

/**
 * The JSON Schema dialect of prepared schemas. It allows every schema, because preparation has already checked them.
 * Prism checks each schema against its dialect before compiling it; compiling the meta-schema of draft 7 for that check
 * would take a third of the startup time that validation needs.
 */
export const PREPARED_DIALECT = 'prepared-request-schema';

const DIALECT_DESCRIPTION: RequestSchema = { $id: PREPARED_DIALECT, $schema: PREPARED_DIALECT };

/** Validates a response with Prism. Loads Prism's full validator on first use; serving requests does not need it. */
export async function diagnoseResponse(
  responses: readonly PreparedResponse[],
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<readonly Diagnostic[]> {
  const { validateOutput } = await import('@stoplight/prism-http/dist/validator/index.js');
  const resource = { responses } as unknown as Parameters<typeof validateOutput>[0]['resource'];
  const result = validateOutput({ resource, element: { statusCode: status, headers: { ...headers }, body } });
  return result._tag === 'Left' ? result.left : NONE;
}

import { validateAgainstSchema } from '@stoplight/prism-http/dist/validator/validators/utils.js';
import type { PreparedAnswer, RequestSchema } from './types.ts';

/** What Prism says about a value: where, which keyword, and in words. */
export interface Diagnostic {
  /** From the name of the request's part on: `['body', 'orders', '3', 'address']`. Absent for a status or media type. */
  readonly path?: readonly (string | number)[];
  /** The violated keyword of JSON Schema. */
  readonly code?: string | number;
  readonly message: string;
}

const NONE: readonly Diagnostic[] = [];

/** Prism's `ValidationContext.Input`. It decides only whether messages begin with "Request" or "Response". */
const INPUT = 0;

/** Prism's type for a schema. It knows no vendor extensions, and its arrays are mutable although Prism changes none. */
type PrismSchema = Parameters<typeof validateAgainstSchema>[1];

/**
 * Asks Prism what is wrong with one part of a request. This is the function that Prism's `validateInput` calls in the
 * end; what it leaves out (media types, deserialisation, merging of `allOf`) costs twenty times as much as the
 * validation. Nothing is coerced: parameters are read beforehand, because Prism's own reading accepts `0x10`, `1e3` and
 * names in any case, and knows no rules over several parameters.
 *
 * Prism finds nothing wrong where a schema does not compile or its validator throws. `load.ts` therefore has every
 * schema refuse something before it is used, and bodies are limited in depth before they come here.
 */
export function diagnose(part: string, schema: RequestSchema, value: unknown): readonly Diagnostic[] {
  const result = validateAgainstSchema(value, schema as object as PrismSchema, false, INPUT, part);
  return result._tag === 'Some' ? result.value : NONE;
}

/**
 * The JSON Schema dialect of prepared schemas: one that allows every schema, because each was checked against the
 * dialect it was written in when it was prepared. Prism checks each schema against its dialect before compiling it, and
 * compiling the description of draft 7 for that would take a third of the time that all validation costs at start.
 */
export const PREPARED_DIALECT = 'prepared-request-schema';

const DIALECT_DESCRIPTION: RequestSchema = { $id: PREPARED_DIALECT, $schema: PREPARED_DIALECT };

/** Makes the dialect of prepared schemas known to Prism. */
export const registerPreparedDialect = (): void => void diagnose('', DIALECT_DESCRIPTION, null);

/** Asks Prism what is wrong with an answer. Loads Prism's whole validator on first use; no request needs it. */
export async function diagnoseAnswer(
  answers: readonly PreparedAnswer[],
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<readonly Diagnostic[]> {
  const { validateOutput } = await import('@stoplight/prism-http/dist/validator/index.js');
  const resource = { responses: answers } as unknown as Parameters<typeof validateOutput>[0]['resource'];
  const result = validateOutput({ resource, element: { statusCode: status, headers: { ...headers }, body } });
  return result._tag === 'Left' ? result.left : NONE;
}

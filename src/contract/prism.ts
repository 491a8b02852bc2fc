import type { PreparedAnswer, RequestSchema } from './types.ts';

/** What prism says of a value: where, which keyword, and in words. No path where a body is missing. */
export interface Diagnostic {
  readonly path?: readonly (string | number)[];
  readonly code?: string | number;
  readonly message: string;
}

type Validator = typeof import('@stoplight/prism-http/dist/validator/index.js');
type InputResource = Parameters<Validator['validateInput']>[0]['resource'];
type OutputResource = Parameters<Validator['validateOutput']>[0]['resource'];

let loading: Promise<Validator> | undefined;

/** Only the validator's own module: the whole of prism takes ten times as long to load. */
export function loadPrism(): Promise<Validator> {
  loading ??= import('@stoplight/prism-http/dist/validator/index.js');
  return loading;
}

/** Prism caches what it compiled by the schema's identity, so each schema has one resource for good. */
const resources = new WeakMap<RequestSchema, InputResource>();

function resourceOf(schema: RequestSchema): InputResource {
  let resource = resources.get(schema);
  if (!resource) {
    const contents = [{ id: '', mediaType: 'application/json', schema }];
    resource = { request: { body: { id: '', required: true, contents } } } as unknown as InputResource;
    resources.set(schema, resource);
  }
  return resource;
}

/**
 * Asks prism what is wrong with a value. Parameters are asked about as an object too, after they were read:
 * prism's own reading of a query takes `0x10`, `1e3` and names in any case, and knows no rule over several.
 */
export async function diagnose(schema: RequestSchema, value: unknown): Promise<readonly Diagnostic[]> {
  const { validateInput } = await loadPrism();
  const element = { method: 'post', url: { path: '/', query: {} }, headers: {}, body: value } as const;
  const result = validateInput({ resource: resourceOf(schema), element });
  return result._tag === 'Left' ? (result.left as readonly Diagnostic[]) : [];
}

/** Asks prism what is wrong with an answer. */
export async function diagnoseAnswer(
  answers: readonly PreparedAnswer[],
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<readonly Diagnostic[]> {
  const { validateOutput } = await loadPrism();
  const resource = { responses: answers } as unknown as OutputResource;
  const result = validateOutput({ resource, element: { statusCode: status, headers: { ...headers }, body } });
  return result._tag === 'Left' ? (result.left as readonly Diagnostic[]) : [];
}

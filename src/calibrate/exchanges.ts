import { hash } from 'node:crypto';
import type { Contract } from '../contract/types.ts';
import { readInstant } from '../domain/instant.ts';
import type { OperationId } from '../domain/operations.ts';
import { type HarExchange, type HarMessage, headerOf, type NamedValue } from '../har/exchange.ts';
import { KEY_PSEUDONYM, type RecordedSignature } from '../har/har-entry.ts';
import { explainSignature } from '../webhooks/signature.ts';
import { parseJson } from '../wire/parse-json.ts';

/** A JSON object with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** A request to the service API and its response. What was not recorded is null. */
export interface ServiceCall {
  /** Names the exchange in evidence: `#12`, or `b.har#12` if there are several files. */
  readonly label: string;
  /** When the request began and when its response was complete, in milliseconds since 1970. */
  readonly atMs: number | null;
  readonly endMs: number | null;
  /** A name for the credential, never the credential itself; null if the request had none. */
  readonly key: string | null;
  /** False if the Authorization header has a scheme other than Bearer. */
  readonly isBearer: boolean;
  readonly method: string;
  /** From `/api/v1/` on. */
  readonly path: string;
  /** The last value of each parameter, as the service is assumed to read it. */
  readonly query: Readonly<Record<string, string>>;
  /** The query as text, without the question mark. */
  readonly search: string;
  /** Parameters that were given more than once, with their values in order. */
  readonly repeated: Readonly<Record<string, readonly string[]>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null if no operation has this path and method. */
  readonly operation: OperationId | null;
  /** The request body as text; null if it was not recorded completely. */
  readonly text: string | null;
  readonly bytes: number | null;
  /** The parsed body; undefined if there is none or it is not JSON. */
  readonly body: unknown;
  /** Why the body cannot be used as JSON; null if it can. */
  readonly problem: string | null;
  /** Null if there was no response. */
  readonly status: number | null;
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** The parsed response; undefined if it is not JSON, or was not recorded completely. */
  readonly answer: unknown;
  /** False if the body of the response was not recorded completely, so that it may have an error code that is not known. */
  readonly hasWholeAnswer: boolean;
  /** The error code of the response. */
  readonly error: string | null;
  /** The data of the response. */
  readonly data: Fields | null;
}

/** A delivery of a webhook and the receiver's response. */
export interface WebhookDelivery {
  readonly label: string;
  readonly atMs: number | null;
  readonly endMs: number | null;
  /** Such as `order.delegated`. */
  readonly event: string;
  readonly eventId: string;
  /** The instant in the body's created_at. */
  readonly createdAtMs: number | null;
  readonly orderId: number;
  readonly order: Fields;
  /** The digest of the exact bytes. */
  readonly digest: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signature: RecordedSignature | null;
  /** Of the receiver's response; null if there was none. */
  readonly status: number | null;
}

/** True for a JSON object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const PREFIX = '/api/v1/';

/** Larger bodies are not kept; only their size is. */
export const MAX_BODY_BYTES = 1024 * 1024;

const headersOf = ({ headers }: HarMessage): Record<string, string> =>
  Object.fromEntries(headers.toReversed().map(({ name, value }) => [name, value]));

/** Names a credential without repeating it, unless it is a pseudonym already. */
function keyOf(authorization: string | null): string | null {
  if (authorization === null) return null;
  const token = authorization.replace(/^\S+ +/, '').trim();
  return KEY_PSEUDONYM.test(token) ? token : `key ${hash('sha256', token, 'hex').slice(0, 6)}`;
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** The parsed body; undefined if it is not JSON that the service accepts. */
function jsonOf(bytes: Uint8Array): unknown {
  const parsed = parseJson(Buffer.from(bytes));
  return 'value' in parsed ? parsed.value : undefined;
}

const kept = (body: Uint8Array | null): Uint8Array | null =>
  body && body.length <= MAX_BODY_BYTES ? body : null;

function queryOf(pairs: readonly NamedValue[]): Pick<ServiceCall, 'query' | 'repeated' | 'search'> {
  const query: Record<string, string> = Object.create(null);
  const repeated: Record<string, readonly string[]> = Object.create(null);
  for (const { name, value } of pairs) {
    const before = query[name];
    if (before !== undefined) repeated[name] = [...(repeated[name] ?? [before]), value];
    query[name] = value;
  }
  const search = new URLSearchParams(
    pairs.map(({ name, value }): [string, string] => [name, value]),
  ).toString();
  return { query, repeated, search };
}

/** When an exchange began and ended; null as far as its tool did not record it. */
function timesOf({ startedAt, durationMs }: HarExchange): Pick<ServiceCall, 'atMs' | 'endMs'> {
  return { atMs: startedAt, endMs: startedAt === null ? null : startedAt + (durationMs ?? 0) };
}

type Answer = Pick<ServiceCall, 'status' | 'answerHeaders' | 'answer' | 'hasWholeAnswer' | 'error' | 'data'>;

const NO_ANSWER: Answer = {
  status: null,
  answerHeaders: {},
  answer: undefined,
  hasWholeAnswer: false,
  error: null,
  data: null,
};

function answerOf({ response, outcome }: HarExchange): Answer {
  if (!response || response.status === 0) return NO_ANSWER;
  const body = kept(response.body);
  const answer = body ? jsonOf(body) : undefined;
  const fields = isFields(answer) ? answer : {};
  const isComplete = outcome === null || outcome.kind === 'complete';
  return {
    status: response.status,
    answerHeaders: headersOf(response),
    answer,
    // JSON that was cut off cannot be parsed.
    hasWholeAnswer: body !== null && (isComplete || answer !== undefined),
    error: typeof fields.error === 'string' ? fields.error : null,
    data: isFields(fields.data) ? fields.data : null,
  };
}

/** The path from `/api/v1/` on; null if the exchange is not with the service API. */
function servicePath({ path, direction }: HarExchange): string | null {
  if (direction === 'webhook') return null;
  const start = path.indexOf(PREFIX);
  return start < 0 ? null : path.slice(start);
}

/** The size of a body: at least its Content-Length, because one that was refused early may not have been sent completely. */
function sizeOf({ body }: HarMessage, contentLength: number): number | null {
  if (!Number.isSafeInteger(contentLength)) return body?.length ?? null;
  return Math.max(contentLength, body?.length ?? 0);
}

/** An exchange with the service API; null if it is something else. */
export function readCall(exchange: HarExchange, label: string, contract: Contract): ServiceCall | null {
  const path = servicePath(exchange);
  if (path === null) return null;
  const { request, method } = exchange;
  const described = contract.operations.find(one => one.path === path && one.method === method);
  const authorization = headerOf(request, 'authorization');
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = kept(request.body);
  const json = hasBody && body ? parseJson(Buffer.from(body)) : { value: undefined };
  const contentLength = Number(headerOf(request, 'content-length') ?? Number.NaN);
  return {
    label,
    ...timesOf(exchange),
    key: keyOf(authorization),
    isBearer: authorization === null || /^bearer +\S+ *$/i.test(authorization),
    method,
    path,
    ...queryOf(exchange.query),
    headers: headersOf(request),
    operation: (described?.id as OperationId | undefined) ?? null,
    text: hasBody && body ? textOf(body) : null,
    bytes: sizeOf(request, contentLength),
    body: 'value' in json ? json.value : undefined,
    problem: 'problem' in json ? json.problem : null,
    ...answerOf(exchange),
  };
}

function instantOf(value: unknown): number | null {
  const read = typeof value === 'string' ? readInstant(value) : null;
  return read && 'atMs' in read ? read.atMs : null;
}

const looksLikeEvent = (body: Fields): boolean =>
  typeof body.event === 'string' &&
  typeof body.event_id === 'string' &&
  isFields(body.data) &&
  Number.isSafeInteger(body.data.order_id);

/** What is known of a signature. One that the recorder could not check is checked now, unless bytes were replaced. */
function signatureOf(
  { request, signature, redacted }: HarExchange,
  body: Uint8Array,
  secret: string | null,
): RecordedSignature | null {
  const header = headerOf(request, 'x-webhook-signature');
  if (secret === null || redacted || typeof signature?.verified === 'boolean') return signature;
  const verdict = explainSignature({ body, header, secret });
  const form = header === null ? 'missing' : /^sha256=[0-9a-f]{64}$/.test(header) ? 'documented' : 'other';
  return { verified: verdict.valid, form, flaw: verdict.valid ? null : verdict.why };
}

/** A delivery of a webhook; null if the exchange is something else. @param secret checks the signature; null: unknown */
export function readWebhook(
  exchange: HarExchange,
  label: string,
  secret: string | null = null,
): WebhookDelivery | null {
  const { request, response, direction, method } = exchange;
  const isMarked = direction === 'webhook' || headerOf(request, 'x-webhook-event') !== null;
  if (method !== 'POST' || direction === 'api' || !isMarked) return null;
  const bytes = kept(request.body);
  const body = bytes ? jsonOf(bytes) : null;
  if (!bytes || !isFields(body) || !looksLikeEvent(body)) return null;
  const order = body.data as Fields;
  return {
    label,
    ...timesOf(exchange),
    event: body.event as string,
    eventId: body.event_id as string,
    createdAtMs: instantOf(body.created_at),
    orderId: order.order_id as number,
    order,
    digest: hash('sha256', bytes, 'hex'),
    headers: headersOf(request),
    signature: signatureOf(exchange, bytes, secret),
    status: response && response.status > 0 ? response.status : null,
  };
}

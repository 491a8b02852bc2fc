import { hash } from 'node:crypto';
import { basename } from 'node:path';
import type { Contract } from '../../contract/contract-types.ts';
import { parseJson } from '../../contract/json/parse-json.ts';
import { isObject } from '../../core/domain/json.ts';
import type { OperationId } from '../../core/domain/operations.ts';
import { readInstant } from '../../core/domain/time.ts';
import { type HarExchange, type HarFile, readHar } from '../har/read-har.ts';
import { KEY_PSEUDONYM } from '../har/write-har.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A value that is a whole number; null for any other. */
export const integerOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;

/** A request to the service API and its response. What was not recorded is null. */
export interface ServiceCall {
  /** Names the exchange in evidence: `#12`, or `b.har#12` if there are several files. */
  readonly label: string;
  /** The time of the request's beginning and of its response's end, in milliseconds since 1970. */
  readonly atMs: number | null;
  readonly endMs: number | null;
  /** A name for the credential, never the credential itself; null if the request had none. */
  readonly key: string | null;
  /** False if the Authorization header has a scheme other than Bearer. */
  readonly isBearer: boolean;
  readonly method: string;
  /** The path from `/api/v1/` on. */
  readonly path: string;
  /** The last value of each parameter, as the service is assumed to read it. */
  readonly query: Readonly<Record<string, string>>;
  /** The query as text, without the question mark. */
  readonly search: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null if no operation has this path and method. */
  readonly operation: OperationId | null;
  /** The request body as text; null if it was not recorded completely. */
  readonly text: string | null;
  readonly bytes: number | null;
  /** The parsed body; undefined if there is none or it is not JSON. */
  readonly body: unknown;
  readonly isJson: boolean;
  readonly status: number | null;
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** The parsed response; undefined if it is not JSON, or was not recorded completely. */
  readonly answer: unknown;
  /** False if the body of the response was not recorded completely, so that its error code may be unknown. */
  readonly hasWholeAnswer: boolean;
  readonly error: string | null;
  readonly data: Fields | null;
}

export interface WebhookDelivery {
  readonly label: string;
  readonly atMs: number | null;
  readonly endMs: number | null;
  readonly event: string;
  readonly eventId: string;
  readonly createdAtMs: number | null;
  readonly orderId: number;
  readonly order: Fields;
  /** The digest of the exact bytes. */
  readonly digest: string;
  readonly status: number | null;
}

const PREFIX = '/api/v1/';

/** For larger bodies, only the size is stored. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Names a credential without repeating it, unless it is already a pseudonym. */
function keyOf(authorization: string): string {
  const token = authorization.replace(/^\S+ +/, '').trim();
  return KEY_PSEUDONYM.test(token) ? token : `key ${hash('sha256', token, 'hex').slice(0, 6)}`;
}

const stored = (body: Uint8Array | null): Buffer | null =>
  body && body.length <= MAX_BODY_BYTES ? Buffer.from(body) : null;

/** The parsed body; undefined if it is not JSON that the service accepts. */
export function jsonOf(bytes: Buffer | null): unknown {
  const parsed = bytes && parseJson(bytes);
  return parsed && 'value' in parsed ? parsed.value : undefined;
}

const timesOf = ({ startedAt, durationMs }: HarExchange): Pick<ServiceCall, 'atMs' | 'endMs'> => ({
  atMs: startedAt,
  endMs: startedAt === null ? null : startedAt + (durationMs ?? 0),
});

type Answer = Pick<ServiceCall, 'status' | 'answerHeaders' | 'answer' | 'hasWholeAnswer' | 'error' | 'data'>;

function answerOf({ response, isComplete }: HarExchange): Answer {
  const body = stored(response?.body ?? null);
  const answer = jsonOf(body);
  const { error, data }: Fields = isObject(answer) ? answer : {};
  return {
    status: response?.status ?? null,
    answerHeaders: response?.headers ?? {},
    answer,
    // JSON that was cut off cannot be parsed.
    hasWholeAnswer: body !== null && (isComplete || answer !== undefined),
    error: typeof error === 'string' ? error : null,
    data: isObject(data) ? data : null,
  };
}

function readCall(exchange: HarExchange, label: string, contract: Contract): ServiceCall | null {
  const { request, method, search } = exchange;
  const start = exchange.path.indexOf(PREFIX);
  if (exchange.direction === 'webhook' || start < 0) return null;
  const path = exchange.path.slice(start);
  const described = contract.operations.find(one => one.path === path && one.method === method);
  const { authorization, 'content-length': length } = request.headers;
  const body = method === 'GET' || method === 'HEAD' ? null : stored(request.body);
  const json = body ? parseJson(body) : { value: undefined };
  // At least its Content-Length, because a body that was refused early may not have been sent completely.
  const sizes = [Number(length ?? Number.NaN), request.body?.length].filter(Number.isSafeInteger) as number[];
  return {
    label,
    ...timesOf(exchange),
    key: authorization === undefined ? null : keyOf(authorization),
    isBearer: authorization === undefined || /^bearer +\S+ *$/i.test(authorization),
    method,
    path,
    query: Object.fromEntries(new URLSearchParams(search)),
    search,
    headers: request.headers,
    operation: (described?.id as OperationId | undefined) ?? null,
    text: body?.toString('utf8') ?? null,
    bytes: sizes.length === 0 ? null : Math.max(...sizes),
    body: 'value' in json ? json.value : undefined,
    isJson: 'value' in json,
    ...answerOf(exchange),
  };
}

function instantOf(value: unknown): number | null {
  const read = typeof value === 'string' ? readInstant(value) : null;
  return read && 'atMs' in read ? read.atMs : null;
}

function readWebhook(exchange: HarExchange, label: string): WebhookDelivery | null {
  const { request, response, direction, method } = exchange;
  const isMarked = direction === 'webhook' || request.headers['x-webhook-event'] !== undefined;
  if (method !== 'POST' || direction === 'api' || !isMarked) return null;
  const bytes = stored(request.body);
  const body = jsonOf(bytes);
  if (!bytes || !isObject(body) || !isObject(body.data)) return null;
  const { event, event_id: eventId, created_at: createdAt, data } = body;
  const { order_id: orderId } = data;
  if (typeof event !== 'string' || typeof eventId !== 'string' || !Number.isSafeInteger(orderId)) return null;
  return {
    label,
    ...timesOf(exchange),
    event,
    eventId,
    createdAtMs: instantOf(createdAt),
    orderId: orderId as number,
    order: data,
    digest: hash('sha256', bytes, 'hex'),
    status: response?.status ?? null,
  };
}

/** The exchanges with the service and its webhooks, in chronological order. */
export interface Recording {
  readonly calls: readonly ServiceCall[];
  readonly webhooks: readonly WebhookDelivery[];
  readonly files: readonly HarFile[];
  /** Exchanges that belong neither to the service API nor to its webhooks. */
  readonly foreign: number;
  /** Exchanges that were left out because the recording has too many. */
  readonly dropped: number;
  /** Entries that were left out because the same exchange had been read before, such as from another file. */
  readonly repeated: number;
  /** True if fields were replaced when it was recorded, so that sizes and signatures differ from what was sent. */
  readonly isRedacted: boolean;
}

export function attemptsOf({ webhooks }: Recording): (readonly [WebhookDelivery, ...WebhookDelivery[]])[] {
  const byEvent = new Map<string, [WebhookDelivery, ...WebhookDelivery[]]>();
  for (const delivery of webhooks) {
    const attempts = byEvent.get(delivery.eventId);
    if (attempts) attempts.push(delivery);
    else byEvent.set(delivery.eventId, [delivery]);
  }
  return [...byEvent.values()];
}

export const MAX_EXCHANGES = 20_000;

export const MAX_STORED_BYTES = 32 * 1024 * 1024;

const sizeOf = ({ request, response }: HarExchange): number =>
  (request.body?.length ?? 0) + (response?.body?.length ?? 0);

/** Sorts by time if all items have one; otherwise they stay in the order of the files. */
function inOrder<T extends { readonly atMs: number | null }>(items: readonly T[]): readonly T[] {
  if (items.some(({ atMs }) => atMs === null)) return items;
  return items.toSorted((left, right) => left.atMs! - right.atMs!);
}

/**
 * Reads HAR files, one entry at a time, up to the documented bounds.
 * @throws HarFileError for a file that cannot be read, with the position
 */
export async function readRecording(paths: readonly string[], contract: Contract): Promise<Recording> {
  const calls: ServiceCall[] = [];
  const webhooks: WebhookDelivery[] = [];
  const files: HarFile[] = [];
  const counts = { foreign: 0, dropped: 0, repeated: 0 };
  const digests = new Set<string>();
  let storedBytes = 0;
  let isRedacted = false;
  /** True if an equal entry was read before. Without a time, a second one can be another exchange. */
  const isKnown = ({ startedAt }: HarExchange, entry: unknown): boolean => {
    if (startedAt === null) return false;
    const digest = hash('sha256', JSON.stringify(entry), 'base64');
    const known = digests.has(digest);
    if (digests.size < MAX_EXCHANGES) digests.add(digest);
    return known;
  };
  const add = (exchange: HarExchange, entry: unknown, label: string): void => {
    isRedacted ||= exchange.isRedacted;
    const call = readCall(exchange, label, contract);
    const webhook = call ? null : readWebhook(exchange, label);
    const size = sizeOf(exchange);
    const isFull = calls.length + webhooks.length >= MAX_EXCHANGES || storedBytes + size > MAX_STORED_BYTES;
    if (!call && !webhook) counts.foreign += 1;
    else if (isKnown(exchange, entry)) counts.repeated += 1;
    else if (isFull) counts.dropped += 1;
    else {
      storedBytes += size;
      // Copied, because a string that was cut out of the file's text keeps that text in memory.
      if (call) calls.push(structuredClone(call));
      else webhooks.push(structuredClone(webhook!));
    }
  };
  for (const path of paths) {
    const prefix = paths.length > 1 ? basename(path) : '';
    files.push(await readHar(path, (one, entry) => add(one, entry, `${prefix}#${one.number}`)));
  }
  return { calls: inOrder(calls), webhooks: inOrder(webhooks), files, ...counts, isRedacted };
}

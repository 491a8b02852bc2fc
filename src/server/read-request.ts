import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { type ParsedJson, parseJson } from '../contract/json/parse-json.ts';
import { MAX_JSON_DEPTH } from '../core/domain/json.ts';
import { LONGEST_SLICE_MS, runInSlices } from '../host/node/concurrency.ts';
import type { HostClock } from '../host/node/host-clock.ts';

const EMPTY: Readonly<Record<string, string>> = Object.freeze(Object.create(null) as Record<string, string>);

/** A decoded query. A repeated name keeps its last value and is listed in `repeated`. */
export interface Query {
  readonly values: Readonly<Record<string, string>>;
  readonly repeated: readonly string[];
}

const NO_QUERY: Query = { values: EMPTY, repeated: [] };

/** Parses a query string. A malformed escape is kept as is. */
export function parseQuery(text: string): Query {
  if (text === '') return NO_QUERY;
  const values = parse(text, '&', '=', { maxKeys: 0 }) as Record<string, string | string[]>;
  const repeated: string[] = [];
  for (const name in values) {
    const value = values[name]!;
    if (typeof value === 'string') continue;
    repeated.push(name);
    values[name] = value.at(-1)!;
  }
  return { values: values as Record<string, string>, repeated };
}

const ORIGIN = /^https?:\/\/[^/?]*/i;

/** The path and the query of a request target, which can be an absolute URL. */
export function splitUrl(url: string): readonly [path: string, query: string] {
  const target = url.startsWith('/') ? url : url.replace(ORIGIN, '');
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}

/** The result of reading a request's body; `aborted` means that the client closed the connection. */
type ReadBody = Buffer | 'too-large' | 'aborted';

/**
 * Reads a body, chunked or not, and stops reading once it exceeds the limit. Calls back once instead of returning a
 * promise, which takes an eighth of the time of a POST request.
 */
export function readBody(request: IncomingMessage, limitBytes: number, done: (read: ReadBody) => void): void {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
    done('too-large');
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;
  const end = (read: ReadBody): void => {
    if (isDone) return;
    isDone = true;
    done(read);
  };
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limitBytes) {
      request.pause();
      request.removeAllListeners('data');
      end('too-large');
    } else chunks.push(chunk);
  });
  request.on('end', () => end(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
  request.on('close', () => end('aborted'));
}

/** The maximum number of values in a body: texts, numbers, objects and so on. */
export const MAX_VALUES = 25_000;
/** The maximum number of values in a snapshot, and of fields in each of its objects. */
export const MAX_SNAPSHOT_VALUES = 8_000_000;
export const MAX_SNAPSHOT_FIELDS = 250_000;

/**
 * Bodies above this size are parsed in slices, so that they do not delay other requests, and their values are counted. In
 * a smaller body there cannot be more than `MAX_VALUES`: each value takes at least two bytes, such as `1,`.
 */
const LARGE_BODY_BYTES = 2 * MAX_VALUES;

const BODY_LIMITS = { maxValues: MAX_VALUES, maxFields: MAX_VALUES };
const SNAPSHOT_LIMITS = { maxValues: MAX_SNAPSHOT_VALUES, maxFields: MAX_SNAPSHOT_FIELDS };

/** The size of the pieces that are parsed one at a time. */
const PIECE_BYTES = 16 * 1024;

/** Parses a JSON body as `parseJson` does. A large one is parsed in slices. */
export const parseBody = (bytes: Buffer, clock: HostClock): ParsedJson | Promise<ParsedJson> =>
  bytes.length > LARGE_BODY_BYTES ? parseLargeJson([bytes], BODY_LIMITS, clock) : parseJson(bytes);

/** Parses the chunks of a JSON body as `parseJson` does, but never all of them together. An empty body is undefined. */
async function parseLargeJson(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  limits: { readonly maxValues: number; readonly maxFields: number },
  clock: HostClock,
): Promise<ParsedJson> {
  // Loaded on demand: a server that gets no large body starts without the parser.
  const { findMistake, JsonLimitError, LargeJson } = await import('../contract/json/large-json.ts');
  const parser = new LargeJson({ maxDepth: MAX_JSON_DEPTH, ...limits });
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const pieces: Buffer[] = [];
  let startMs = clock.monotonicMs();
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        pieces.push(piece);
        parser.write(decoder.decode(piece, { stream: true }));
        if (clock.monotonicMs() - startMs < LONGEST_SLICE_MS) continue;
        await clock.yieldToEventLoop();
        startMs = clock.monotonicMs();
      }
    }
    if (pieces.length === 0) return { value: undefined };
    parser.write(decoder.decode());
    return { value: parser.end() };
  } catch (error) {
    if (error instanceof JsonLimitError) return { problem: `the body ${error.message}` };
    if (error instanceof TypeError) return { problem: 'the body is not valid UTF-8' };
    if (!(error instanceof SyntaxError)) throw error;
    const mistake = await runInSlices(clock, findMistake(pieces));
    return { problem: `the body is not valid JSON: ${mistake ?? error.message}` };
  }
}

class TooLargeError extends Error {}

async function* limited(request: IncomingMessage, limitBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) throw new TooLargeError();
    yield chunk;
  }
}

/** The result of reading a JSON body; `aborted` means that the client closed the connection. */
type ReadJson = ParsedJson | 'too-large' | 'aborted';

/** Reads a JSON body and parses it. An empty one is undefined. */
export async function readJson(
  request: IncomingMessage,
  limitBytes: number,
  clock: HostClock,
): Promise<ReadJson> {
  const read = await new Promise<ReadBody>(resolve => readBody(request, limitBytes, resolve));
  if (typeof read === 'string') return read;
  return read.length === 0 ? { value: undefined } : parseBody(read, clock);
}

/** Reads as `readJson` does, but parses the body while it arrives, so that a large one does not delay others. */
export async function readLargeJson(
  request: IncomingMessage,
  limitBytes: number,
  clock: HostClock,
): Promise<ReadJson> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return 'too-large';
  try {
    return await parseLargeJson(limited(request, limitBytes), SNAPSHOT_LIMITS, clock);
  } catch (error) {
    return error instanceof TooLargeError ? 'too-large' : 'aborted';
  }
}

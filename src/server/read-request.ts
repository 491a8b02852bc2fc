import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import { type ParsedJson, parseJson } from '../contract/json/parse-json.ts';
import { MAX_JSON_DEPTH } from '../core/domain/json.ts';
import { LONGEST_SLICE_MS, runInSlices, Semaphore, Slots } from '../host/node/concurrency.ts';
import type { HostClock } from '../host/node/host-clock.ts';
import { connectionOf } from './connection.ts';
import { requestMemory } from './connection-limits.ts';
import type { Owner } from './shared-limit.ts';

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

/** The chunks of a request's body; `aborted` means that the client closed the connection. */
type ReadBody = readonly Buffer[] | 'too-large' | 'aborted';

/** The memory that a chunk takes besides its bytes. A chunk may have a single byte. */
const CHUNK_BYTES = 512;

/** Up to this size, a body that arrives in one piece is not counted, so that most requests are not counted. */
const UNCOUNTED_BYTES = 16 * 1024;

/**
 * Reads a body, chunked or not, and stops reading once it exceeds the limit. Calls back once instead of returning a
 * promise, which takes an eighth of the time of a POST request. Chunks that count are removed when the response ends.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
  done: (read: ReadBody) => void,
): void {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limitBytes) {
    done('too-large');
    return;
  }
  const { socket } = request;
  const connection = connectionOf(socket);
  const chunks: Buffer[] = [];
  let size = 0;
  let counted = 0;
  let isDone = false;
  const end = (read: ReadBody): void => {
    if (isDone) return;
    isDone = true;
    done(read);
  };
  const free = (): void => {
    requestMemory.free(connection, counted);
    chunks.length = 0;
  };
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limitBytes) {
      request.pause();
      request.removeAllListeners('data');
      end('too-large');
      return;
    }
    chunks.push(chunk);
    if (size === declared && size <= UNCOUNTED_BYTES) return;
    if (counted === 0) response.once('close', free);
    counted += chunk.length + CHUNK_BYTES;
    requestMemory.add(connection.owner, connection, chunk.length + CHUNK_BYTES);
  });
  // A request that was refused because it took too long has no effect if the rest of it arrives later.
  request.on('end', () => end(socket.writableEnded ? 'aborted' : chunks));
  request.on('close', () => end('aborted'));
}

export const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);

/** The maximum number of values in a body: texts, numbers, objects and so on. */
export const MAX_VALUES = 25_000;
/** The maximum number of values in a snapshot, and of fields in each of its objects. Listing fields cannot be interrupted. */
export const MAX_SNAPSHOT_VALUES = 5_000_000;
export const MAX_SNAPSHOT_FIELDS = 100_000;

/**
 * Bodies above this size are parsed in slices, so that they do not delay other requests, and their values are counted. In
 * a smaller body there cannot be more than `MAX_VALUES`: each value takes at least two bytes, such as `1,`.
 */
const LARGE_BODY_BYTES = 2 * MAX_VALUES;

const BODY_LIMITS = { maxValues: MAX_VALUES, maxFields: MAX_VALUES };
const SNAPSHOT_LIMITS = { maxValues: MAX_SNAPSHOT_VALUES, maxFields: MAX_SNAPSHOT_FIELDS };

const PIECE_BYTES = 16 * 1024;

/** Parses a JSON body as `parseJson` does. A large one is parsed in slices. */
export const parseBody = (bytes: Buffer, clock: HostClock): ParsedJson | Promise<ParsedJson> =>
  bytes.length > LARGE_BODY_BYTES ? parseLargeJson([bytes], BODY_LIMITS, clock) : parseJson(bytes);

/** Parses the chunks of a JSON body as `parseJson` does, but never all of them together. */
async function parseLargeJson(
  chunks: readonly Buffer[],
  limits: { readonly maxValues: number; readonly maxFields: number },
  clock: HostClock,
): Promise<ParsedJson> {
  // Loaded on demand: a server that gets no large body starts without the parser.
  const { findMistake, JsonLimitError, LargeJson } = await import('../contract/json/large-json-parser.ts');
  const parser = new LargeJson({ maxDepth: MAX_JSON_DEPTH, ...limits });
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const pieces: Buffer[] = [];
  let startMs = clock.monotonicMs();
  try {
    for (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        pieces.push(piece);
        parser.write(decoder.decode(piece, { stream: true }));
        if (clock.monotonicMs() - startMs < LONGEST_SLICE_MS) continue;
        await clock.yieldToEventLoop();
        startMs = clock.monotonicMs();
      }
    }
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

/** A snapshot takes several times its size in memory while it is parsed. */
export const MAX_CONCURRENT_IMPORTS = 2;
const imports = new Semaphore(MAX_CONCURRENT_IMPORTS);
/** The imports of each account, one of which is parsed at a time. */
const importsOf = new Slots<Owner>(1);

/** Parses a snapshot in its turn. @returns `aborted` if the client closed the connection meanwhile */
function parseSnapshot(
  chunks: readonly Buffer[],
  response: ServerResponse,
  clock: HostClock,
): Promise<ParsedJson | 'aborted'> {
  const { owner } = connectionOf(response.req.socket);
  const parse = async () => (response.destroyed ? 'aborted' : parseLargeJson(chunks, SNAPSHOT_LIMITS, clock));
  return importsOf.run(owner, () => imports.run(parse));
}

/**
 * Reads a JSON body and parses it; `aborted` means that the client closed the connection. An empty one is undefined.
 * @param isSnapshot its body may have more values, and waits for its turn
 */
export async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
  isSnapshot: boolean,
  clock: HostClock,
): Promise<ParsedJson | 'too-large' | 'aborted'> {
  const read = await new Promise<ReadBody>(resolve => readBody(request, response, limitBytes, resolve));
  if (typeof read === 'string') return read;
  const size = read.reduce((sum, { length }) => sum + length, 0);
  if (size === 0) return { value: undefined };
  if (isSnapshot) return parseSnapshot(read, response, clock);
  return parseBody(joined(read), clock);
}

import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import zlib, { type ZlibOptions } from 'node:zlib';
import type { VerifierError } from 'stream-json/core/utils/verifier.js';
import { verifyFile } from 'stream-json/file/verifier.js';
import pick from 'stream-json/filters/pick.js';
import streamArray from 'stream-json/streamers/stream-array.js';
import { z } from 'zod';
import { fileProblem, openRegularFile } from '../../host/node/files.ts';
import { type Direction, RECORDING_START } from './write-har.ts';

/** The largest body after decompression. A larger one is treated as not recorded. */
export const MAX_DECODED_BYTES = 32 * 1024 * 1024;

const OPTIONS: ZlibOptions = { maxOutputLength: MAX_DECODED_BYTES };

const unzip = (bytes: Uint8Array): Uint8Array => zlib.unzipSync(bytes, OPTIONS);

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: unzip,
  deflate: unzip,
  br: bytes => zlib.brotliDecompressSync(bytes, OPTIONS),
};

/** True if bytes are text that needs no decompression. */
const isPlainText = (bytes: Uint8Array): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
  !/[\0-\x08\x0e-\x1f\x7f-\x9f\ufffd]/.test(Buffer.from(bytes).toString());

/**
 * The bytes of a body without Content-Encoding. HAR stores bodies decompressed, but many tools store them as they were
 * sent. The bytes show which of the two it is.
 * @returns null if the body is compressed and cannot be decompressed: it is damaged or cut off, or its method is unknown
 */
export function decompressed(body: Uint8Array, contentEncoding: string): Uint8Array | null {
  let bytes = body;
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '' && one !== 'identity');
  for (const encoding of encodings.reverse()) {
    if (isPlainText(bytes)) return bytes;
    try {
      bytes = DECODERS[encoding]!(bytes);
    } catch {
      return null;
    }
  }
  return bytes;
}

interface HarMessage {
  /**
   * The first value of each header, by its name in lower case, without HTTP/2 pseudo-headers. Empty if the tool did not
   * record them.
   */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body, decompressed and decoded from base64; empty if there was none. Null if it was not recorded, was too large
   * for the recorder, or cannot be decoded. In an incomplete exchange, it is what arrived.
   */
  readonly body: Uint8Array | null;
}

interface HarResponse extends HarMessage {
  readonly status: number;
}

/** One exchange of a HAR file, whatever tool wrote it. Values that the file does not contain are null. */
export interface HarExchange {
  /** The position in the file, from 1. */
  readonly number: number;
  /** The beginning of the request, in milliseconds since the epoch. */
  readonly startedAt: number | null;
  /** The time from the beginning of the request to the end of the response. */
  readonly durationMs: number | null;
  /** Null if another tool wrote the file. */
  readonly direction: Direction | null;
  /** The method, in upper case. */
  readonly method: string;
  /** The path as it was sent, not decoded, without the query. */
  readonly path: string;
  /** The query without the question mark. */
  readonly search: string;
  readonly request: HarMessage;
  /** Null if there was no response. */
  readonly response: HarResponse | null;
  /** False if the recorder says that the response did not arrive completely. */
  readonly isComplete: boolean;
  /** True if values were replaced when it was recorded. */
  readonly isRedacted: boolean;
}

/** A HAR file that cannot be read. The message names the file, the position and how to fix it. */
class HarFileError extends Error {
  override readonly name = 'HarFileError';
}

/** A value that is not as HAR defines it counts as not recorded. */
const ifValid = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const TEXT = ifValid(z.string());
/** -1 means unknown. */
const SIZE = ifValid(z.number().nonnegative());
const HEADERS = z.array(z.object({ name: z.string(), value: z.string() })).catch([]);

/** An entry, as far as it is read. Only a request with a method and a URL is required. */
const ENTRY = z.object({
  startedDateTime: TEXT,
  time: SIZE,
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: HEADERS,
    bodySize: SIZE,
    postData: ifValid(z.object({ text: TEXT, encoding: TEXT, _encoding: TEXT })),
  }),
  // Many tools write status 0 for a request without a response.
  response: ifValid(
    z.object({
      status: z.number().min(100).max(999),
      headers: HEADERS,
      bodySize: SIZE,
      content: ifValid(z.object({ text: TEXT, encoding: TEXT, size: SIZE })),
    }),
  ),
  _direction: ifValid(z.enum(['api', 'webhook'])),
  _outcome: ifValid(z.object({ kind: z.string() })),
  _notes: ifValid(
    z.object({ requestBytesDropped: SIZE, responseBytesDropped: SIZE, redacted: ifValid(z.boolean()) }),
  ),
});
type Entry = z.output<typeof ENTRY>;

const NO_BODY = new Uint8Array();

/** Requests that have no body unless the file contains one. */
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

const headersOf = (headers: z.output<typeof HEADERS>): Record<string, string> =>
  Object.fromEntries(
    headers
      .filter(({ name }) => !name.startsWith(':'))
      .map(({ name, value }) => [name.toLowerCase(), value])
      .reverse(),
  );

const bodyOf = (
  text: string,
  encoding: string | undefined,
  headers: HarMessage['headers'],
): Uint8Array | null =>
  decompressed(
    Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'),
    headers['content-encoding'] ?? '',
  );

function readRequest({ request, _notes }: Entry): HarMessage {
  const headers = headersOf(request.headers);
  const { text, encoding, _encoding } = request.postData ?? {};
  if (_notes?.requestBytesDropped !== undefined) return { headers, body: null };
  if (text !== undefined) return { headers, body: bodyOf(text, _encoding ?? encoding, headers) };
  const hasNone = WITHOUT_BODY.has(request.method.toUpperCase()) && !(request.bodySize! > 0);
  return { headers, body: hasNone || request.bodySize === 0 ? NO_BODY : null };
}

function readResponse({ response, _notes }: Entry): HarResponse | null {
  if (!response) return null;
  const { status, content = {}, bodySize } = response;
  const headers = headersOf(response.headers);
  if (_notes?.responseBytesDropped !== undefined) return { status, headers, body: null };
  if (content.text) return { status, headers, body: bodyOf(content.text, content.encoding, headers) };
  const hasNone = (content.size ?? bodySize) === 0 || status === 204 || status === 304;
  return { status, headers, body: hasNone ? NO_BODY : null };
}

const URL_PARTS = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?(?<path>[^?#]*)(?:\?(?<query>[^#]*))?/i;

/** @throws HarFileError if the entry has no request with a method and a URL; everything else may be missing */
function readEntry(file: string, value: unknown, number: number): HarExchange {
  const read = ENTRY.safeParse(value);
  if (!read.success) {
    const [{ path, message }] = read.error.issues as [z.core.$ZodIssue];
    throw new HarFileError(`${file}: ${['log', `entries[${number - 1}]`, ...path].join('.')}: ${message}`);
  }
  const { startedDateTime, time, request, _direction, _outcome, _notes } = read.data;
  const startedAt = Date.parse(startedDateTime ?? '');
  const { path, query } = URL_PARTS.exec(request.url)?.groups ?? {};
  return {
    number,
    startedAt: Number.isNaN(startedAt) ? null : startedAt,
    durationMs: time ?? null,
    direction: _direction ?? null,
    method: request.method.toUpperCase(),
    path: path || '/',
    search: new URLSearchParams(query).toString(),
    request: readRequest(read.data),
    response: readResponse(read.data),
    isComplete: (_outcome?.kind ?? 'complete') === 'complete',
    isRedacted: _notes?.redacted === true,
  };
}

/** The expectation at the place of a mistake, such as `expected a value`. */
const expectationOf = ({ message }: Error): string =>
  message.replace(/^ERROR at .*?\): /, '').replace(/^Verifier (cannot parse input: |has )/, '');

/** The position of the first mistake in a file that is not JSON; null if it is JSON. */
const mistakeIn = (path: string): Promise<VerifierError | null> =>
  verifyFile(path).then(
    () => null,
    error => error,
  );

/** A file that is cut off in `false` or another word has its mistake where the word begins. */
const LONGEST_WORD = 'false'.length;

/**
 * The meaning of an error while a file was read.
 * @returns true if the recorder was killed while it wrote the last entry
 * @throws HarFileError for everything else
 */
async function isCutOff(path: string, error: unknown): Promise<boolean> {
  if (!(error instanceof Error) || error instanceof HarFileError) throw error;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined) {
    const fix = code === 'EISDIR' ? 'name the HAR files in it' : undefined;
    throw new HarFileError(`${path}: cannot be read: ${fileProblem(error, fix)} (${code})`);
  }
  const mistake = await mistakeIn(path);
  if (!mistake) throw new HarFileError(`${path}: not a HAR file: log.entries is not a list`);
  const at = `${path}:${mistake.line}:${mistake.pos}`;
  const expected = expectationOf(mistake);
  let length = 0;
  for await (const piece of createReadStream(path, 'utf8')) length += piece.length;
  if (length - mistake.offset > (expected === 'expected a value' ? LONGEST_WORD - 1 : 0))
    throw new HarFileError(`${at}: not a HAR file: not JSON: ${expected}; export the traffic as HAR again`);
  const start = await text(createReadStream(path, { end: RECORDING_START.length - 1 }));
  if (start === RECORDING_START) return true;
  throw new HarFileError(`${at}: the file is cut off; record or export it again`);
}

/** Information about a HAR file. */
export interface HarFile {
  readonly path: string;
  readonly entries: number;
  /** True for a recording whose last entry was not written completely. That entry is left out. */
  readonly isCutOff: boolean;
}

const CHUNK_BYTES = 256 * 1024;

async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const file = await openRegularFile(path);
  yield* file.createReadStream({ highWaterMark: CHUNK_BYTES });
}

/**
 * Reads a HAR file of any size, written by any tool. It takes as much memory as the largest entry.
 * @param onEntry called with each exchange, in the order of the file, and its entry as parsed JSON
 * @throws HarFileError if the file cannot be read, is not JSON, or is not a HAR file; it names the file and the
 * position
 */
export async function readHar(
  path: string,
  onEntry: (exchange: HarExchange, entry: unknown) => void,
): Promise<HarFile> {
  const items = streamArray.asStream();
  // Reading the items fails with the same error.
  pipeline(
    piecesOf(path),
    pick.withParserAsStream({ filter: 'log.entries', streamValues: false }),
    items,
  ).catch(() => undefined);
  let entries = 0;
  try {
    for await (const { value } of items as AsyncIterable<{ readonly value: unknown }>) {
      entries += 1;
      onEntry(readEntry(path, value, entries), value);
    }
  } catch (error) {
    return { path, entries, isCutOff: await isCutOff(path, error) };
  }
  if (entries === 0) throw new HarFileError(`${path}: not a HAR file: log.entries has no exchange`);
  return { path, entries, isCutOff: false };
}

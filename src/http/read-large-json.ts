import type { IncomingMessage } from 'node:http';
import type { HostClock } from '../clock/host-clock.ts';
import { LONGEST_SLICE_MS, runInSlices } from '../clock/slices.ts';
import { MAX_JSON_DEPTH } from '../domain/json-depth.ts';
import type { ParsedJson } from '../wire/parse-json.ts';

/** The result of reading a JSON body; `aborted` means that the client closed the connection. */
export type ReadJson =
  | { readonly kind: 'complete'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'aborted' };

/** Bodies above this size are parsed in slices, so that they block nobody else. */
export const LARGE_BODY_BYTES = 128 * 1024;

/** How much is parsed at once. */
const PIECE_BYTES = 16 * 1024;

/** Parses a JSON body, given in chunks, as `parseJson` does, but never works on all of it at once. Empty is undefined. */
export async function parseLargeJson(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  clock: HostClock,
): Promise<ParsedJson> {
  // Loaded on demand: a server that gets no large body starts without the parser.
  const { findMistake, LargeJson, NestingError } = await import('../wire/large-json.ts');
  const parser = new LargeJson(MAX_JSON_DEPTH);
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
    if (error instanceof NestingError) return { problem: `the body is ${error.message}` };
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

/** Reads and parses a JSON body as it arrives. Other requests are served meanwhile, however large it is. */
export async function readLargeJson(
  request: IncomingMessage,
  limitBytes: number,
  clock: HostClock,
): Promise<ReadJson> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return { kind: 'too-large' };
  try {
    const parsed = await parseLargeJson(limited(request, limitBytes), clock);
    if ('problem' in parsed) return { kind: 'invalid', problem: parsed.problem };
    return { kind: 'complete', value: parsed.value };
  } catch (error) {
    return { kind: error instanceof TooLargeError ? 'too-large' : 'aborted' };
  }
}

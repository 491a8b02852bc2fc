import type { IncomingMessage } from 'node:http';
import type { HostClock } from '../clock/host-clock.ts';
import { LONGEST_SLICE_MS, runInSlices } from '../clock/slices.ts';
import { MAX_JSON_DEPTH } from '../domain/json-depth.ts';
import { IncrementalJson, NestingError } from '../runtime/incremental-json.ts';
import type { ParsedJson } from './read-body.ts';

/** The result of reading a JSON body; `aborted` means that the client closed the connection. */
export type ReadJson =
  | { readonly kind: 'complete'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly problem: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'aborted' };

/** Parses the bytes of a JSON document piece by piece. Its methods throw what `failureOf` explains. */
class JsonBytes {
  readonly #parser = new IncrementalJson(MAX_JSON_DEPTH);
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  write(bytes: Uint8Array): void {
    this.#parser.write(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): unknown {
    this.#parser.write(this.#decoder.decode());
    return this.#parser.end();
  }
}

/**
 * Reads and parses a JSON body as it arrives. Unlike `readBody` with `parseJson`, it never works on a large body at once,
 * so other requests are served meanwhile.
 */
export async function readLargeJson(
  request: IncomingMessage,
  limitBytes: number,
  clock: HostClock,
): Promise<ReadJson> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return { kind: 'too-large' };
  const parser = new JsonBytes();
  let size = 0;
  let startMs = clock.monotonicMs();
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limitBytes) return { kind: 'too-large' };
      parser.write(chunk);
      if (clock.monotonicMs() - startMs < LONGEST_SLICE_MS) continue;
      await clock.yieldToEventLoop();
      startMs = clock.monotonicMs();
    }
    if (size === 0) return { kind: 'complete', value: undefined };
    return { kind: 'complete', value: parser.end() };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): ReadJson {
  if (error instanceof NestingError) return { kind: 'invalid', problem: `the body is ${error.message}` };
  if (error instanceof SyntaxError) {
    return { kind: 'invalid', problem: `the body is not valid JSON: ${error.message}` };
  }
  if (error instanceof TypeError) return { kind: 'invalid', problem: 'the body is not valid UTF-8' };
  return { kind: 'aborted' };
}

/** Bodies above this size are parsed in slices, so that they block nobody else. */
export const LARGE_BODY_BYTES = 512 * 1024;
const PIECE_BYTES = 64 * 1024;

/** Parses a large JSON body as `parseJson` does, in slices. */
export async function parseLargeJson(bytes: Buffer, clock: HostClock): Promise<ParsedJson> {
  try {
    return { value: await runInSlices(clock, parsingSteps(bytes)) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'invalid') return { problem: failure.problem };
    throw error;
  }
}

function* parsingSteps(bytes: Buffer): Generator<undefined, unknown> {
  const parser = new JsonBytes();
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    parser.write(bytes.subarray(start, start + PIECE_BYTES));
    yield;
  }
  return parser.end();
}

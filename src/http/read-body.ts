import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { isNestedTooDeep, MAX_JSON_DEPTH } from '../domain/json-depth.ts';

/** The result of reading a request's body; `aborted` means that the client closed the connection. */
export type ReadBody =
  | { readonly kind: 'complete'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'aborted' };

const EMPTY = Buffer.alloc(0);

/** Reads a body, chunked or not, and stops reading once it exceeds the limit. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes)
    return Promise.resolve({ kind: 'too-large' });
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) {
        request.pause();
        request.removeAllListeners('data');
        resolve({ kind: 'too-large' });
      } else chunks.push(chunk);
    });
    request.on('end', () => {
      resolve({
        kind: 'complete',
        bytes: chunks.length === 1 ? chunks[0]! : chunks.length === 0 ? EMPTY : Buffer.concat(chunks),
      });
    });
    request.on('error', () => resolve({ kind: 'aborted' }));
    request.on('close', () => resolve({ kind: 'aborted' }));
  });
}

/** A parsed JSON body, or why it cannot be parsed. */
export type ParsedJson = { readonly value: unknown } | { readonly problem: string };

/** Parses a JSON body, or says why it cannot: empty, not UTF-8, nested too deeply, malformed. */
export function parseJson(bytes: Buffer): ParsedJson {
  if (bytes.length === 0) return { problem: 'the body is empty' };
  if (!isUtf8(bytes)) return { problem: 'the body is not valid UTF-8' };
  if (isNestedTooDeep(bytes)) return { problem: `the body is nested deeper than ${MAX_JSON_DEPTH} levels` };
  try {
    return { value: JSON.parse(bytes.toString('utf8')) };
  } catch (error) {
    return { problem: `the body is not valid JSON: ${(error as Error).message}` };
  }
}

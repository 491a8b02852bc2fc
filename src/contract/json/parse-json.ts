import { isUtf8 } from 'node:buffer';
import { isNestedTooDeep, MAX_JSON_DEPTH } from '../../core/domain/json.ts';

/* Apart from large-json-parser.ts, because that loads a parser which a start-up does not need. */

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

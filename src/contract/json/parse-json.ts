import { isUtf8 } from 'node:buffer';
import { isDeeperThan, MAX_JSON_DEPTH } from '../../core/domain/json.ts';

/* Separate from large-json-parser.ts, which loads a parser that is not needed at startup. */

export type ParsedJson = { readonly value: unknown } | { readonly problem: string };

/** Parses a JSON body, or says why it cannot: empty, not UTF-8, nested too deeply, malformed. */
export function parseJson(bytes: Buffer): ParsedJson {
  if (bytes.length === 0) return { problem: 'the body is empty' };
  if (!isUtf8(bytes)) return { problem: 'the body is not valid UTF-8' };
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    return { problem: `the body is not valid JSON: ${(error as Error).message}` };
  }
  return mayBeTooDeep(bytes) && isDeeperThan(value, MAX_JSON_DEPTH)
    ? { problem: `the body is nested deeper than ${MAX_JSON_DEPTH} levels` }
    : { value };
}

const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/** True if a text has more opening brackets than may be nested. The native search is enough for nearly all bodies. */
function mayBeTooDeep(text: Buffer): boolean {
  let count = 0;
  for (const byte of [OPENING_BRACE, OPENING_BRACKET]) {
    for (let at = text.indexOf(byte); at >= 0; at = text.indexOf(byte, at + 1)) {
      if (++count > MAX_JSON_DEPTH) return true;
    }
  }
  return false;
}

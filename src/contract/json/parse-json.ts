import { isUtf8 } from 'node:buffer';
import { MAX_JSON_DEPTH } from '../../core/domain/json.ts';

export type ParsedJson = { readonly value: unknown } | { readonly problem: string };

/** The maximum number of values in a body: texts, numbers, objects and so on. */
export const MAX_VALUES = 25_000;

/**
 * The values of larger bodies are counted. In a smaller one there cannot be more than `MAX_VALUES`, because each value
 * takes at least two bytes, such as `1,`.
 */
const COUNTED_FROM_BYTES = 2 * MAX_VALUES;

/**
 * Parses a JSON body, or says why it cannot: empty, not UTF-8, nested too deeply, too many values, malformed. What
 * parsing costs is known before it begins.
 */
export function parseJson(bytes: Buffer, maxValues = MAX_VALUES): ParsedJson {
  if (bytes.length === 0) return { problem: 'the body is empty' };
  if (!isUtf8(bytes)) return { problem: 'the body is not valid UTF-8' };
  const isMeasured = bytes.length > COUNTED_FROM_BYTES || mayBeTooDeep(bytes);
  const problem = isMeasured ? sizeProblem(bytes, maxValues) : null;
  if (problem !== null) return { problem };
  try {
    return { value: JSON.parse(bytes.toString('utf8')) };
  } catch (error) {
    return { problem: `the body is not valid JSON: ${(error as Error).message}` };
  }
}

const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const SPACE = 0x20;

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

/** The position of the quote that ends a text. @param start the position after the quote that begins it */
function endOfText(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Why a JSON text would be too costly to parse; null if it is not. A text that is not JSON is measured in the same way. */
function sizeProblem(bytes: Buffer, maxValues: number): string | null {
  let values = 1;
  let depth = 0;
  let previous = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte <= SPACE) continue;
    const isOpening = byte === OPENING_BRACKET || byte === OPENING_BRACE;
    if (byte === QUOTE) at = endOfText(bytes, at + 1);
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth -= 1;
    else if (isOpening) depth += 1;
    if (depth > MAX_JSON_DEPTH) return `the body is nested deeper than ${MAX_JSON_DEPTH} levels`;
    // The first value of a list or object has no comma before it.
    const isFirst = previous === OPENING_BRACKET || previous === OPENING_BRACE;
    if (byte === COMMA || (isFirst && byte !== CLOSING_BRACKET && byte !== CLOSING_BRACE)) values += 1;
    if (values > maxValues) return `the body has more than ${maxValues} values`;
    previous = byte;
  }
  return null;
}

/** Whether a value is an object that can have named fields: neither null nor an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(;|$)/i;

/** The problem with the Content-Type of a request with a JSON body, or null. */
export const contentTypeProblem = (type: string | undefined): string | null =>
  JSON_TYPE.test(type ?? '') ? null : `Content-Type is ${type ?? 'missing'}, not application/json`;

/**
 * How deep arrays and objects may be nested in a body. Prism's validator recurses and accepts a value if it overflows
 * the stack, so a deeper body must not reach it.
 */
export const MAX_JSON_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * True if arrays and objects are nested deeper than `MAX_JSON_DEPTH`. Runs in linear time and allocates nothing. For
 * text that is not valid JSON the result is meaningless, but the call is safe.
 */
export function isNestedTooDeep(text: Uint8Array): boolean {
  // The native search is enough for nearly all bodies; scanning every byte takes ten times as long.
  const brackets = occurrences(text, OPENING_BRACE) + occurrences(text, OPENING_BRACKET);
  return brackets > MAX_JSON_DEPTH && exceedsDepth(text);
}

/** The number of times that a byte occurs. Stops counting as soon as the count exceeds the limit. */
function occurrences(text: Uint8Array, byte: number): number {
  let count = 0;
  for (let at = text.indexOf(byte); at !== -1; at = text.indexOf(byte, at + 1)) {
    if (++count > MAX_JSON_DEPTH) break;
  }
  return count;
}

/** Tracks the depth byte by byte. Brackets inside strings do not count. */
function exceedsDepth(text: Uint8Array): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const byte = text[index];
    if (byte === QUOTE) index = endOfString(text, index + 1);
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth--;
  }
  return false;
}

/** The index of the quote that ends a string; at least the text's length if the string is not closed. */
function endOfString(text: Uint8Array, start: number): number {
  let index = start;
  while (index < text.length && text[index] !== QUOTE) index += text[index] === BACKSLASH ? 2 : 1;
  return index;
}

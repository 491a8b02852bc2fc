/** The value of a JSON field: the text of a string, or a number as it is written. */
export type FieldValue =
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly literal: string };

/** Returns the new value, as JSON without the closing quote of a string, or null to keep the old one. */
export type ReplaceField = (name: string, value: FieldValue) => string | null;

/** A string, possibly cut off at the end of the text. */
const STRING = /"((?:[^"\\]|\\.)*)("?)/sy;
const COLON = /\s*:\s*/y;
const NUMBER = /-?\d[\d.eE+-]*/y;

/** The text of a JSON string, given without its quotes; as it stands if it is not valid. */
function unescapeText(inner: string): string {
  if (!inner.includes('\\')) return inner;
  try {
    return JSON.parse(`"${inner}"`);
  } catch {
    return inner;
  }
}

/** A string as JSON, without the closing quote. */
export const openString = (text: string): string => JSON.stringify(text).slice(0, -1);

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/**
 * Replaces values of fields in a JSON text that may be invalid or cut off, and the strings of a field that is a list.
 * Everything else stays as it is: spaces, the order of fields, and repeated ones. Takes linear time.
 */
export function replaceFields(text: string, replace: ReplaceField): string {
  let result = '';
  let copied = 0;
  /** Writes the value that stands at an offset. @returns the offset after it */
  const put = (name: string, from: number, literal: string, value: FieldValue, close: string): number => {
    const replaced = replace(name, value);
    const end = from + literal.length;
    if (replaced === null) return end;
    result += text.slice(copied, from) + replaced + close;
    copied = end;
    return end;
  };
  /** The field whose list is being read. */
  let list: string | null = null;
  let before = 0;
  let at = text.indexOf('"');
  while (at !== -1) {
    if (list !== null && /[\]{]/.test(text.slice(before, at))) list = null;
    const key = matchAt(STRING, text, at);
    if (!key) break;
    const afterKey = at + key[0].length;
    const inner = unescapeText(key[1]!);
    const colon = matchAt(COLON, text, afterKey);
    const valueAt = afterKey + (colon?.[0].length ?? 0);
    const string = colon && matchAt(STRING, text, valueAt);
    const number = colon && !string ? matchAt(NUMBER, text, valueAt) : null;
    before = valueAt;
    if (string)
      before = put(inner, valueAt, string[0], { kind: 'string', text: unescapeText(string[1]!) }, string[2]!);
    else if (number) before = put(inner, valueAt, number[0], { kind: 'number', literal: number[0] }, '');
    else if (colon) list = text[valueAt] === '[' ? inner : null;
    else if (list !== null) before = put(list, at, key[0], { kind: 'string', text: inner }, key[2]!);
    at = text.indexOf('"', before);
  }
  return result + text.slice(copied);
}

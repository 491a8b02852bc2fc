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
 * Replaces values of fields in a JSON text that may be invalid or cut off. Everything else stays as it is: spaces, the
 * order of fields, and repeated ones. Takes linear time.
 */
export function replaceFields(text: string, replace: ReplaceField): string {
  let result = '';
  let copied = 0;
  let at = text.indexOf('"');
  while (at !== -1) {
    const key = matchAt(STRING, text, at);
    if (!key || key[2] === '') break;
    const afterKey = at + key[0].length;
    const colon = matchAt(COLON, text, afterKey);
    const valueAt = afterKey + (colon?.[0].length ?? 0);
    const string = colon && matchAt(STRING, text, valueAt);
    const number = colon && !string ? matchAt(NUMBER, text, valueAt) : null;
    const name = unescapeText(key[1]!);
    let end = valueAt;
    if (string) {
      end = valueAt + string[0].length;
      const replaced = replace(name, { kind: 'string', text: unescapeText(string[1]!) });
      if (replaced !== null) {
        result += text.slice(copied, valueAt) + replaced + string[2];
        copied = end;
      }
    } else if (number) {
      end = valueAt + number[0].length;
      const replaced = replace(name, { kind: 'number', literal: number[0] });
      if (replaced !== null) {
        result += text.slice(copied, valueAt) + replaced;
        copied = end;
      }
    }
    at = text.indexOf('"', end);
  }
  return result + text.slice(copied);
}

/** A JSON style: everything that can differ between two serializations of the same value. */
export interface JsonStyle {
  /** Between members, `, ` for example. */
  readonly comma: string;
  /** Between a key and its value. */
  readonly colon: string;
  /** Inside the brackets of objects and arrays, on both sides. */
  readonly pad: string;
  /** True: keys sorted by UTF-16 code units; false: in their existing order. */
  readonly sorted: boolean;
  readonly text: (value: string) => string;
  /** `key` is the nearest key that encloses the number, or an empty string. */
  readonly number: (value: number, key: string) => string;
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/**
 * Serializes a value in a style.
 * @param value a value as returned by JSON.parse: no undefined, no functions, no cycles
 */
export function writeJson(value: unknown, style: JsonStyle, key = ''): string {
  const { comma, colon, pad } = style;
  if (typeof value === 'string') return style.text(value);
  if (typeof value === 'number') return style.number(value, key);
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) {
    return `[${pad}${value.map(item => writeJson(item, style, key)).join(comma)}${pad}]`;
  }
  const entries = Object.entries(value);
  if (style.sorted) entries.sort(byKey);
  const members = entries.map(
    ([name, member]) => `${JSON.stringify(name)}${colon}${writeJson(member, style, name)}`,
  );
  return `{${pad}${members.join(comma)}${pad}}`;
}

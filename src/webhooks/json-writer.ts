/** How JSON is set down: all that may differ between two texts of the same value. */
export interface JsonStyle {
  /** Between members, `, ` for example. */
  readonly comma: string;
  /** Between a key and its value. */
  readonly colon: string;
  /** Inside the brackets of objects and arrays, on both sides. */
  readonly pad: string;
  /** True: keys in the order of their UTF-16 units; false: as they stand. */
  readonly sorted: boolean;
  readonly text: (value: string) => string;
  /** `key` is the nearest key above the number, or empty. */
  readonly number: (value: number, key: string) => string;
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/**
 * Sets a value down in a style.
 * @param value as JSON.parse makes them: no undefined, no functions, no cycles
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

/** A JSON style: everything that can differ between two serializations of the same value. */
export interface JsonStyle {
  readonly comma: string;
  readonly colon: string;
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

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes the first character, although it needs no escape, and every slash. A surrogate pair is escaped completely. */
function unusualString(value: string): string {
  const [first = ''] = value;
  const rest = JSON.stringify(value.slice(first.length)).slice(1, -1).replaceAll('/', '\\/');
  return `"${[...Array(first.length).keys()].map(index => escapeUnit(first[index]!)).join('')}${rest}"`;
}

/** True for keys whose values are doubles in the specification. All other numbers must stay integers. */
const isDouble = (key: string): boolean => key.endsWith('_trx');

/** A double with a needless trailing zero: 5 → `5.0`, 3.9 → `3.90`. */
function unusualNumber(value: number, key: string): string {
  const text = JSON.stringify(value);
  if (!isDouble(key) || text.includes('e')) return text;
  return text.includes('.') ? `${text}0` : `${text}.0`;
}

const UNUSUAL: JsonStyle = {
  comma: ' , ',
  colon: ' : ',
  pad: ' ',
  sorted: false,
  text: unusualString,
  number: unusualNumber,
};

/**
 * Serializes a value to bytes that no common JSON library writes: spaces around all punctuation, needless escapes,
 * trailing zeros. A verifier that parses and reserializes the body gets different bytes; a verifier that
 * uses the raw body is not affected.
 */
export const reserialise = (value: object): string => writeJson(value, UNUSUAL);

import { type JsonStyle, writeJson } from './json-writer.ts';

/** A UTF-16 code unit as a JSON escape. */
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
 * trailing zeros. A verifier that parses and reserializes the body gets different bytes; one that uses the raw body is
 * not affected.
 */
export const reserialise = (value: object): string => writeJson(value, UNUSUAL);

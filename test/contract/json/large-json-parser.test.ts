import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMistake, LargeJson, MAX_TOKEN } from '../../../src/contract/json/large-json-parser.ts';
import { amount } from '../../support/tier.ts';

const LIMITS = { maxDepth: 64, maxValues: 1_000, maxFields: 100 };

/** Parses a text in pieces of the given sizes, in turn. */
function parse(text: string, sizes: readonly number[] = [1], maxDepth = 64): unknown {
  const parser = new LargeJson({ ...LIMITS, maxDepth });
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    parser.write(text.slice(at, at + size));
    at += size;
  }
  return parser.end();
}

/** The value, or that there is none. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return 'refused';
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 });

test('any JSON gives the same value as JSON.parse, however it is divided', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), sizes, (value, isIndented, pieces) => {
      const text = JSON.stringify(value, null, isIndented ? 2 : 0);
      expect(parse(text, pieces)).toEqual(JSON.parse(text));
    }),
  );
});

test('any text is accepted or refused as by JSON.parse', () => {
  const token = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"__proto__"',
      '1',
      '-1.5e3',
      '01',
      'true',
      'nul',
      'null',
      ' ',
      '"',
      '\\',
    ],
  );
  const text = fc.array(token, { maxLength: 8 }).map(all => all.join(''));
  fc.assert(
    fc.property(text, sizes, (given, pieces) => {
      expect(outcomeOf(() => parse(given, pieces))).toEqual(outcomeOf(() => JSON.parse(given)));
    }),
    { numRuns: amount({ first: 1_000, long: 100_000 }) },
  );
});

test('a field named __proto__ is a field, and not a prototype', () => {
  const value = parse('{"__proto__":{"a":1}}') as object;
  expect(Object.hasOwn(value, '__proto__')).toBe(true);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

test('a document that is nested more deeply than allowed is refused', () => {
  expect(() => parse('[[[[1]]]]', [100], 3)).toThrow('nested deeper than 3 levels');
});

test.each([
  ['values', `[${'[1],'.repeat(499)}[1]]`, 'has more than 1000 values'],
  [
    'fields in an object',
    `{${Array.from({ length: 101 }, (_, index) => `"${index}":[]`)}}`,
    'has an object with more than 100 fields',
  ],
])('a document with too many %s is refused', (_what, text, reason) => {
  expect(() => parse(text, [100])).toThrow(reason);
});

test('a document with the maximum number of values and fields is parsed', () => {
  const fields = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [index, [1, { a: 1 }]]));
  const value = [...Object.values({ a: fields, b: fields }), ...Array(205).fill(1)];
  expect(parse(JSON.stringify(value), [100])).toEqual(value);
});

test.each([
  ['[1,\n]', "unexpected token ']' at line 2, position 1"],
  ['{"a" 1}', "expected ':' at line 1, position 6"],
  ['[1', null],
])('the mistake in %s is found', (text, mistake) => {
  const steps = findMistake([...text].map(character => Buffer.from(character)));
  let step = steps.next();
  while (!step.done) step = steps.next();
  expect(step.value).toBe(mistake);
});

test('a text that is longer than the limit is refused before it is complete', () => {
  const parser = new LargeJson(LIMITS);
  const piece = 'x'.repeat(64 * 1024);
  parser.write('["');
  const writeAll = (): void => {
    for (let written = 0; written < 2 * MAX_TOKEN; written += piece.length) parser.write(piece);
  };
  expect(writeAll).toThrow(`a text longer than ${MAX_TOKEN} characters`);
});

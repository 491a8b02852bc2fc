import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_VALUES, parseJson } from '../../../src/contract/json/parse-json.ts';
import { MAX_JSON_DEPTH } from '../../../src/core/domain/json.ts';

const isTooDeep = (text: string): boolean => {
  const parsed = parseJson(Buffer.from(text));
  return 'problem' in parsed && parsed.problem === 'the body is nested deeper than 64 levels';
};

const arrays = (depth: number, core = ''): string => `${'['.repeat(depth)}${core}${']'.repeat(depth)}`;
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`;

/** The depth of a parsed value, worked out from the value. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test.each([arrays, objects])('a body may be nested up to the limit and no further', nested => {
  expect(isTooDeep(nested(MAX_JSON_DEPTH))).toBe(false);
  expect(isTooDeep(nested(MAX_JSON_DEPTH + 1))).toBe(true);
  expect(isTooDeep(nested(25_000))).toBe(true);
});

test('the depth of a body is that of its value, whatever stands side by side or in strings', () => {
  expect(isTooDeep(`[${Array(1_000).fill('{"a":[]}').join(',')}]`)).toBe(false);
  expect(isTooDeep(JSON.stringify(['[{'.repeat(MAX_JSON_DEPTH)]))).toBe(false);
  const leaf = fc.oneof(fc.string(), fc.constant('[{"\\'), fc.integer());
  const kinds = fc.array(fc.boolean(), { maxLength: MAX_JSON_DEPTH * 2 });
  fc.assert(
    fc.property(kinds, leaf, leaf, (levels, core, beside) => {
      const nested = levels.reduce<unknown>(
        (inner, isArray) => (isArray ? [beside, inner] : { [String(beside)]: inner }),
        core,
      );
      expect(isTooDeep(JSON.stringify(nested))).toBe(depthOf(nested) > MAX_JSON_DEPTH);
    }),
  );
});

/** The number of values of a parsed body: texts, numbers, objects and so on. */
const valuesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, one) => sum + valuesOf(one), 1)
    : 1;

/** Counts every body, also a small one. */
const BLANKS = ' '.repeat(2 * MAX_VALUES);

test('a body has as many values as JSON.parse finds, however it is written', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom(',', '[,{', '"', '\\', '\\"', '\u2028', '{"a":[1,2'));
  const value = fc.letrec(tie => ({
    any: fc.oneof(
      { maxDepth: 6 },
      fc.constant(null),
      fc.boolean(),
      fc.double(),
      text,
      tie('list'),
      tie('fields'),
    ),
    list: fc.array(tie('any'), { maxLength: 5 }),
    fields: fc.dictionary(text, tie('any'), { maxKeys: 5 }),
  })).any;
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2, '\t'), (one, indent) => {
      const bytes = Buffer.from(JSON.stringify(one, null, indent) + BLANKS);
      const count = valuesOf(JSON.parse(bytes.toString()));
      expect(parseJson(bytes, count)).toHaveProperty('value');
      expect(parseJson(bytes, count - 1)).toEqual({ problem: `the body has more than ${count - 1} values` });
    }),
  );
});

test('a text that is not JSON is measured without an error, and refused', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ':', '1', ' '), { maxLength: 40 }),
      parts => {
        const text = parts.join('');
        const isJson = ((): boolean => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        expect('value' in parseJson(Buffer.from(text + BLANKS))).toBe(isJson);
      },
    ),
  );
});

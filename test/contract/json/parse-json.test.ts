import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../../src/contract/json/parse-json.ts';
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

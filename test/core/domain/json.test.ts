import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNestedTooDeep, MAX_JSON_DEPTH } from '../../../src/core/domain/json.ts';
import { measureWork } from '../../support/processor-time.ts';

const isTooDeep = (text: string): boolean => isNestedTooDeep(Buffer.from(text));

const arrays = (depth: number, core = ''): string => `${'['.repeat(depth)}${core}${']'.repeat(depth)}`;
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`;

/** The depth of a parsed value, worked out from the value. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('the depth of JSON text', () => {
  test.each([arrays, objects])('is allowed up to the limit and no further', nested => {
    expect(isTooDeep(nested(MAX_JSON_DEPTH))).toBe(false);
    expect(isTooDeep(nested(MAX_JSON_DEPTH + 1))).toBe(true);
  });

  test('counts arrays and objects together', () => {
    const half = MAX_JSON_DEPTH / 2;
    expect(isTooDeep(arrays(half, objects(half)))).toBe(false);
    expect(isTooDeep(arrays(half, objects(half + 1)))).toBe(true);
  });

  test('does not grow with what stands side by side', () => {
    expect(isTooDeep(`[${Array(1_000).fill('{"a":[]}').join(',')}]`)).toBe(false);
  });

  test('leaves brackets in strings out, whatever is escaped in them', () => {
    const brackets = '[{'.repeat(MAX_JSON_DEPTH);
    for (const text of [brackets, `\\"${brackets}`, `\\\\\\"${brackets}`, `"${brackets}\\`]) {
      expect(isTooDeep(JSON.stringify([text]))).toBe(false);
    }
    expect(isTooDeep(`["\\\\",${arrays(MAX_JSON_DEPTH)}]`)).toBe(true);
  });

  test('is found behind a string that nothing ends, and in text that is not JSON', () => {
    expect(isTooDeep(`${arrays(MAX_JSON_DEPTH + 1)}"`)).toBe(true);
    expect(isTooDeep(`"${arrays(MAX_JSON_DEPTH + 1)}`)).toBe(false);
    expect(isTooDeep(`"\\`.padEnd(500, '['))).toBe(false);
    expect(isTooDeep('[{'.repeat(500))).toBe(true);
    expect(isTooDeep('')).toBe(false);
  });

  test('is the depth of the parsed value, however the text is written', () => {
    const leaf = fc.oneof(fc.string(), fc.constant('[{"\\'), fc.integer());
    const value = fc
      .tuple(
        fc.nat(MAX_JSON_DEPTH * 2),
        fc.array(fc.boolean(), { minLength: 128, maxLength: 128 }),
        leaf,
        leaf,
      )
      .map(([depth, kinds, core, beside]) => {
        let nested: unknown = core;
        for (let level = 0; level < depth; level++)
          nested = kinds[level] ? [beside, nested] : { [String(beside)]: nested };
        return nested;
      });
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (nested, indent) => {
        expect(isTooDeep(JSON.stringify(nested, null, indent))).toBe(depthOf(nested) > MAX_JSON_DEPTH);
      }),
    );
  });

  test('is worked out in time proportional to the length', () => {
    const hostile = `${'[]'.repeat(8_000_000)}`;
    const tookMs = measureWork();
    expect(isTooDeep(hostile)).toBe(false);
    expect(tookMs()).toBeLessThan(2_000);
  });
});

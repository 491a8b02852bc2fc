import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginningOfJson } from '../../src/scenario/problem-messages.ts';
import { asJsonData } from '../../src/scenario/yaml-source.ts';

/** What a YAML parser can return, also for tags of YAML 1.1. */
const someValue = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.oneof(fc.double(), fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY)),
    fc.constantFrom<unknown>(null, true, false, undefined, new Date(0), new Set(['x']), Buffer.from('ab')),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toJSON', '1')), tie('value')),
  ),
})).value;

const someJson = fc.jsonValue();

test('data is the same as if it were written as JSON and read again', () => {
  fc.assert(
    fc.property(fc.array(someValue), value => {
      expect(asJsonData(value)).toStrictEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('data shares nothing', () => {
  const shared = { list: [1] };
  const data = asJsonData([shared, shared]) as (typeof shared)[];
  expect(data).toEqual([shared, shared]);
  expect(data[0]).not.toBe(data[1]);
  expect(data[0]!.list).not.toBe(data[1]!.list);
});

test('the beginning of JSON is the whole JSON of short data', () => {
  fc.assert(
    fc.property(someJson, value => {
      const json = JSON.stringify(value);
      expect(beginningOfJson(value, json.length)).toBe(json);
    }),
  );
});

test('the beginning of JSON is longer than the limit if the JSON is, and the same up to the limit', () => {
  fc.assert(
    fc.property(someJson, fc.nat(80), (value, limit) => {
      const json = JSON.stringify(value);
      const beginning = beginningOfJson(value, limit);
      expect(beginning.slice(0, limit)).toBe(json.slice(0, limit));
      expect(beginning.length > limit).toBe(json.length > limit);
    }),
  );
});

test('the beginning of JSON does not contain long texts, keys and lists as a whole', () => {
  const long = 'x'.repeat(100_000);
  for (const value of [long, [long, long], { [long]: long }, Array.from({ length: 5_000 }, () => long)]) {
    expect(beginningOfJson(value, 60).length).toBeLessThan(200);
  }
});

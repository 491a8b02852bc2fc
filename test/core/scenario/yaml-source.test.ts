import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asJsonData } from '../../../src/core/scenario/yaml-source.ts';
import { anyCharacter } from '../../support/any-character.ts';

/** What a YAML parser can return, also for tags of YAML 1.1. */
const someValue = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: anyCharacter }),
    fc.oneof(fc.double(), fc.constantFrom(-0, Number.NaN, Number.POSITIVE_INFINITY)),
    fc.constantFrom<unknown>(null, true, false, undefined, new Date(0), new Set(['x']), Buffer.from('ab')),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toJSON', '1')), tie('value')),
  ),
})).value;

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

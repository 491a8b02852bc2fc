import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reserialise } from '../../../src/core/webhook/reserialize-json.ts';
import { anyCharacter } from '../../support/any-character.ts';

const jsonText = fc.dictionary(
  fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('price_trx', 'order_id', '__proto__')),
  fc.jsonValue({ maxDepth: 3 }),
);
const money = fc.record({ price_trx: fc.double({ noNaN: true, noDefaultInfinity: true }) });

/** The value as another program would parse it. This also turns -0 into 0, as JSON.stringify does. */
const parsed = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('reserialise', () => {
  it('writes spaces, an escape, a slash and doubles as no library does, and keeps integers as they are', () => {
    expect(
      reserialise({ event: 'a/b', data: { order_id: 17, price_trx: 5, base_trx: 3.9, ok: [true, null] } }),
    ).toBe(
      '{ "event" : "\\u0061\\/b" , "data" : { "order_id" : 17 , "price_trx" : 5.0 , "base_trx" : 3.90 , "ok" : [ true , null ] } }',
    );
  });

  it('keeps the value and the order of its keys, and survives UTF-8 encoding', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, money), value => {
        const expected = parsed(value) as object;
        const text = Buffer.from(reserialise(expected)).toString();
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(expected));
        expect(JSON.parse(text)).toEqual(expected);
      }),
    );
  });

  it('never equals its reserialization', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, money), value => {
        const text = reserialise(parsed(value) as object);
        expect(text).not.toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});

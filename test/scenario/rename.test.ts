import { describe, expect, expectTypeOf, test } from 'vitest';
import { rename } from '../../src/scenario/rename-keys.ts';

interface Match {
  readonly externalId?: string;
  readonly item?: number;
}

const given: { external_id?: string; item?: number } = { external_id: 'a*' };

describe('renaming keys', () => {
  test('does not change values, other keys and absent keys', () => {
    const renamed = rename<Match>()(given, { external_id: 'externalId' });
    expect(renamed).toEqual({ externalId: 'a*' });
    expectTypeOf(renamed).toEqualTypeOf<Match>();
  });

  // The compiler checks these: an unused @ts-expect-error is an error of its own.
  test('does not compile if a key keeps a name that the result does not have', () => {
    // @ts-expect-error external_id is unknown, externalId is missing
    expect(rename<Match>()(given, {})).toEqual({ external_id: 'a*' });
  });

  test('does not compile if an optional key of the result is never set', () => {
    const source: { item?: number } = { item: 1 };
    // @ts-expect-error externalId is missing
    expect(rename<Match>()(source, {})).toEqual({ item: 1 });
  });

  test('does not compile if a value has a different type than in the result', () => {
    const source: { external_id?: number; item?: number } = { external_id: 5 };
    // @ts-expect-error externalId is a string
    expect(rename<Match>()(source, { external_id: 'externalId' })).toEqual({ externalId: 5 });
  });
});

import { describe, expect, test } from 'vitest';
import {
  corruptionBy,
  errorOfReply,
  type ScriptedReply,
  statusOfReply,
} from '../../../src/core/scenario/rule-effects.ts';

describe('a reply', () => {
  test.each<[string, ScriptedReply, number, string | undefined]>([
    ['with an error has its status', { error: 'NOT_FOUND' }, 404, 'NOT_FOUND'],
    ['with both has both', { status: 500, error: 'NOT_FOUND' }, 500, 'NOT_FOUND'],
    ['with a status of one code has the code', { status: 429 }, 429, 'RATE_LIMITED'],
    ['with a status of several codes has none', { status: 422 }, 422, undefined],
    ['with a status and a body has none', { status: 429, body: {} }, 429, undefined],
    ['with neither has the usual status', { body: {} }, 200, undefined],
  ])('%s', (_, reply, status, error) => {
    expect([statusOfReply(reply), errorOfReply(reply)]).toEqual([status, error]);
  });
});

test('a rule that corrupts with none leaves the delivery intact', () => {
  expect([
    corruptionBy({ corrupt: 'none' }),
    corruptionBy({}),
    corruptionBy({ corrupt: 'extra-field' }),
  ]).toEqual([null, null, 'extra-field']);
});

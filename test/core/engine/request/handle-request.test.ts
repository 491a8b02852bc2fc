import { beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../../../src/core/domain/error-codes.ts';
import { begin, handle, play } from '../stage.ts';

beforeEach(() => begin());

const PROBLEM = refuse('REQUEST_TOO_LARGE', 'the body is too large');

describe('a request whose body could not be read', () => {
  test('matches a rule without conditions on the body, which counts it', () => {
    play({ match: { operation: 'createOrder', nth: 2 }, fault: 'hang' });
    expect(handle({ problem: PROBLEM }).outcome).toEqual({ kind: 'refused', refusal: PROBLEM });
    expect(handle({ problem: PROBLEM }).rule?.fault).toBe('hang');
  });

  test('matches no rule with a condition on its body', () => {
    play({ match: { external_id: '*' }, fault: 'hang' });
    expect(handle({ problem: PROBLEM }).rule).toBeNull();
  });
});

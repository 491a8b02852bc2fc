import { beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../../../src/core/domain/error-codes.ts';
import type { Decision } from '../../../../src/core/engine/request/decision.ts';
import { begin, handle, play } from '../stage.ts';

beforeEach(() => begin());

/** The code of a refusal, or the kind of any other outcome, with `again` for a repeat. */
function summary({ outcome }: Decision): string {
  if (outcome.kind === 'refused') return outcome.refusal.error;
  return outcome.kind === 'order' && outcome.placed.idempotent ? 'order again' : outcome.kind;
}

const PROBLEM = refuse('REQUEST_TOO_LARGE', 'the body is too large');

describe('a request whose body could not be read', () => {
  test('matches a rule without conditions on the body, which counts it', () => {
    play({ match: { operation: 'createOrder', nth: 2 }, fault: 'hang' });
    expect(summary(handle({ problem: PROBLEM }))).toBe('REQUEST_TOO_LARGE');
    expect(handle({ problem: PROBLEM }).rule?.fault).toBe('hang');
  });

  test('matches no rule with a condition on its body', () => {
    play({ match: { external_id: '*' }, fault: 'hang' });
    expect(handle({ problem: PROBLEM }).rule).toBeNull();
  });
});

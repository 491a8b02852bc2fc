import { expect, test } from 'vitest';
import { deliveryName, eventStateName, eventStateText } from '../../../src/core/text/wording.ts';

test('a state is named after what it means for the reader', () => {
  const next = (number: number) => ({ number, of: 9 });
  expect(eventStateText({ state: 'scheduled', next_attempt: next(1) })).toBe('scheduled, 1 of 9');
  expect(eventStateText({ state: 'scheduled', next_attempt: next(5) })).toBe('retrying, 5 of 9');
  expect(eventStateText({ state: 'exhausted', next_attempt: null })).toBe('gave up');
  expect(eventStateName({ state: 'sending', next_attempt: next(2) })).toBe('sending');
  expect(eventStateName({ state: 'exhausted' })).toBe('gave up');
});

test('each delivery of an event has a name of its own', () => {
  expect(deliveryName({ kind: 'attempt', attempt: 2, copy: 1 })).toBe('attempt 2');
  expect(deliveryName({ kind: 'copy', attempt: 1, copy: 2 })).toBe('attempt 1, copy 2');
  expect(deliveryName({ kind: 'resend', attempt: 0, copy: 1 })).toBe('resend');
  expect(deliveryName({ kind: 'resend', attempt: 0, copy: 3 })).toBe('resend 3');
});

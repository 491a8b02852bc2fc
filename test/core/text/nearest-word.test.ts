import { describe, expect, test } from 'vitest';
import { didYouMean, editDistance, nearestWord } from '../../../src/core/text/nearest-word.ts';

describe('the distance between two words', () => {
  test.each([
    ['', '', 0],
    ['review', 'review', 0],
    ['reviw', 'review', 1],
    ['reveiw', 'review', 1],
    ['revjew', 'review', 1],
    ['reviewe', 'review', 1],
    ['', 'abc', 3],
    ['ca', 'abc', 3],
  ])('from %j to %j is %i', (left, right, edits) => {
    expect(editDistance(left, right)).toBe(edits);
    expect(editDistance(right, left)).toBe(edits);
  });
});

describe('the nearest word', () => {
  const names = ['review', 'review-then-failed', 'failed-with-refund', 'refund-late', 'order.delegated'];
  test.each([
    ['reveiw', 'review'],
    ['REVIEW', 'review'],
    ['failed_with_refund', 'failed-with-refund'],
    ['faild-with-refnd', 'failed-with-refund'],
    ['delegated', 'order.delegated'],
    ['refund', 'refund-late'],
    ['zzzzzz', null],
    ['', null],
    ['re', null],
    ['x'.repeat(100_000), null],
  ])('for %.20j is %j', (word, expected) => {
    expect(nearestWord(word, names)).toBe(expected);
  });

  test('is offered as a question, or not offered', () => {
    expect(didYouMean('reveiw', names)).toBe('; did you mean "review"?');
    expect(didYouMean('zzzzzz', names)).toBe('');
  });
});

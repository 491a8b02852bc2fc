import { expect, test } from 'vitest';
import { createTypeahead } from '../../src/dashboard/parts/typeahead.ts';

const ITEMS = ['order.processing', 'order.review', 'order.refunded', 'other'].map(textContent => ({
  textContent,
}));

/** Where the focus goes if a word is typed with so many milliseconds between two letters. */
function typed(word: string, pauseMs: number, from = 0): number {
  const find = createTypeahead();
  let at = from;
  for (const [index, key] of Array.from(word).entries()) {
    at = find({ key, timeStamp: 5_000 + index * pauseMs }, ITEMS, at) ?? at;
  }
  return at;
}

test('letters without a long pause between them are a word', () => {
  expect(ITEMS[typed('order.rev', 700)]!.textContent).toBe('order.review');
  expect(ITEMS[typed('ot', 0)]!.textContent).toBe('other');
});

test('a letter after a long pause begins another word', () => {
  expect(ITEMS[typed('ot', 701)]!.textContent).toBe('order.review');
});

test('the same letter again moves to the next entry that begins with it, and past the last to the first', () => {
  expect(Array.from({ length: 5 }, (_, count) => typed('o'.repeat(count), 100))).toEqual([0, 1, 2, 3, 0]);
});

test('a letter that no entry begins with, and a space, move nowhere', () => {
  const find = createTypeahead();
  expect(find({ key: 'z', timeStamp: 5_000 }, ITEMS, 2)).toBeNull();
  expect(find({ key: ' ', timeStamp: 5_100 }, ITEMS, 2)).toBeNull();
  expect(find({ key: 'Shift', timeStamp: 5_200 }, ITEMS, 2)).toBeNull();
});

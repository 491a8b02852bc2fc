import { expect, test } from 'vitest';
import { latestOnly } from '../../src/dashboard/store/latest-only.ts';

test('a response is not shown after that of a later request', () => {
  const begin = latestOnly();
  const [first, second, third] = [begin(), begin(), begin()];
  expect([second(), first(), third()]).toEqual([true, false, true]);
});

test('responses in the order of their requests are all shown', () => {
  const begin = latestOnly();
  const [first, second] = [begin(), begin()];
  expect([first(), second()]).toEqual([true, true]);
});

test('no response is shown after the end', () => {
  const end = new AbortController();
  const isLatest = latestOnly(end.signal)();
  end.abort();
  expect(isLatest()).toBe(false);
});

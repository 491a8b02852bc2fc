import { expect, test } from 'vitest';
import type { Exchange } from '../../src/core/facts.ts';
import { RequestJournal } from '../../src/host/request-journal.ts';

const exchange = (id: string, answer = '', body: Buffer | null = null): Exchange =>
  ({ id, answer, body, url: '/', rawHeaders: [], remarks: [] }) as unknown as Exchange;

test('a journal keeps at most 8 MiB of bodies, and always the latest exchange', () => {
  const journal = new RequestJournal();
  for (let count = 1; count <= 20; count++)
    journal.record(exchange(`req-${count}`, '', Buffer.alloc(1_048_575)));
  expect(journal.list().map(({ id }) => id)).toEqual([13, 14, 15, 16, 17, 18, 19, 20].map(n => `req-${n}`));
  journal.record(exchange('huge', '', Buffer.alloc(9_000_000)));
  expect(journal.list().map(({ id }) => id)).toEqual(['huge']);
});

test('headers and URLs count as well, so that everything a client sends is bounded', () => {
  const journal = new RequestJournal();
  const large = { ...exchange('x'), url: 'u'.repeat(16_383), rawHeaders: ['h', 'v'.repeat(16_384)] };
  for (let count = 0; count < 1_000; count++) journal.record(large);
  expect(journal.list()).toHaveLength(256);
});

test('a cleared journal restarts its counters', () => {
  const journal = new RequestJournal();
  for (let count = 0; count < 5_000; count++) journal.record(exchange('x', 'y'));
  journal.clear();
  journal.record(exchange('z'));
  expect([journal.recorded, journal.dropped, journal.list().length]).toEqual([1, 0, 1]);
});

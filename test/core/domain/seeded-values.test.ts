import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { drawOf, epochOf, eventIdOf, nextEpoch, txidOf } from '../../../src/core/domain/seeded-values.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

test('a transaction id is a function of the seed and the order, and differs for all others', () => {
  expect(txidOf('seed', 17)).toBe(digest(`seed\0txid\0${17}`));
  expect(
    new Set([txidOf('seed', 17), txidOf('seed', 18), txidOf('seed1', 7), txidOf('other', 17)]).size,
  ).toBe(4);
});

test('an event id contains its order and event; its suffix is a function of epoch, order and position in the timeline', () => {
  const suffix = digest(`epoch\0event 2\0${17}`).slice(0, 12);
  expect(eventIdOf('epoch', 17, 2, 'order.delegated')).toBe(`order-17-order.delegated-${suffix}`);
  const others = [eventIdOf('epoch', 17, 4, 'order.delegated'), eventIdOf('later', 17, 2, 'order.delegated')];
  expect(new Set([...others, eventIdOf('epoch', 17, 2, 'order.delegated')]).size).toBe(3);
});

test('the id of an epoch is a function of its root and its generation', () => {
  expect(epochOf('root', 2).id).toBe(digest(`root\0epoch\0${2}`).slice(0, 10));
  expect(nextEpoch(epochOf('root', 1))).toEqual(epochOf('root', 2));
  expect(new Set([epochOf('root'), epochOf('root', 1), epochOf('other')].map(({ id }) => id)).size).toBe(3);
});

test('draws are distributed over 0 to below 1, and are the same each time', () => {
  const draws = Array.from({ length: 1_000 }, (_, ordinal) => drawOf('seed', 'purpose', ordinal));
  expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...draws)).toBeLessThan(1);
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
  expect(drawOf('seed', 'purpose', 3)).toBe(draws[3]);
  expect(drawOf('seed', 'another', 3)).not.toBe(draws[3]);
});

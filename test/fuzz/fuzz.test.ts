import { expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';

test('4,000 generated requests and hostile connections find no 500, no undescribed response and no change on refusal', async () => {
  const { failures, requests } = await fuzz(1, 4_000);
  expect(failures).toEqual([]);
  expect(requests).toBe(4_000);
}, 600_000);

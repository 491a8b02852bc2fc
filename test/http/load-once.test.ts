import { expect, test } from 'vitest';
import { loadOnce } from '../../src/http/load-once.ts';

test('what is loaded once is loaded at the first call, and the same for all calls', async () => {
  let loads = 0;
  const load = loadOnce(async () => ({ load: ++loads }));
  expect(loads).toBe(0);
  const [one, other] = await Promise.all([load(), load()]);
  expect(one).toEqual({ load: 1 });
  expect(other).toBe(one);
  expect(await load()).toBe(one);
});

test('what failed to load is loaded again by the next call', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('no file descriptors');
    return loads;
  });
  await expect(Promise.all([load(), load()])).rejects.toThrow('no file descriptors');
  expect(loads).toBe(1);
  expect(await load()).toBe(2);
  expect(await load()).toBe(2);
});

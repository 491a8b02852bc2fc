import { expect, test } from 'vitest';
import { systemClock } from '../../src/host/node/host-clock.ts';
import { REQUESTS_PER_TURN, Turns } from '../../src/server/turns.ts';

test('a request of another owner does not wait for all requests that an owner has sent before', async () => {
  const turns = new Turns(systemClock);
  const [greedy, other] = [{}, {}];
  const begun: string[] = [];
  for (let count = 0; count < 3 * REQUESTS_PER_TURN; count++) turns.run(greedy, () => begun.push('greedy'));
  await new Promise<void>(resolve => turns.run(other, () => resolve(void begun.push('other'))));
  expect(begun.indexOf('other')).toBeLessThanOrEqual(REQUESTS_PER_TURN);
});

test('requests of an owner begin in the order in which they arrived, and none is lost', async () => {
  const turns = new Turns(systemClock);
  const owner = {};
  const begun: number[] = [];
  const all = Array.from({ length: 10 * REQUESTS_PER_TURN }, (_, index) => index);
  const waits = all.map(
    index => new Promise<void>(resolve => turns.run(owner, () => resolve(void begun.push(index)))),
  );
  await Promise.all(waits);
  expect(begun).toEqual(all);
});

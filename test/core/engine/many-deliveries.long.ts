import { beforeEach, expect, test } from 'vitest';
import { measureWork } from '../../support/processor-time.ts';
import { begin, deliver, order, pass, SECOND_MS, states, world } from './stage.ts';

const MANY = 20_000;

beforeEach(() => {
  begin();
  world.account.state.balanceSun = Number.MAX_SAFE_INTEGER;
});

/** The processor time of something, in milliseconds. */
function workOf(run: () => void): number {
  const elapsedMs = measureWork();
  run();
  return elapsedMs();
}

const placeMany = (): number =>
  workOf(() => {
    for (let count = 0; count < MANY; count++) order();
  });

test('an outcome is recorded as fast while tens of thousands of deliveries are in flight', () => {
  deliver({ corrupt_copies: 'wrong-secret', deliver: { copies: 2 } });
  placeMany();
  const copies = world.underWay().slice(0, 200);
  const tookMs = workOf(() => {
    for (const copy of copies) world.answer(copy, 'acknowledged');
  });
  expect(
    world
      .underWay()
      .slice(-200)
      .map(plan => plan.kind),
  ).toEqual(copies.map(() => 'attempt'));
  // Searching all deliveries in flight takes more than 10 ms for each.
  expect(tookMs).toBeLessThan(500);
});

test('orders whose webhooks are held take little longer than others, however many are held', () => {
  const plainMs = placeMany();
  begin();
  world.account.state.balanceSun = Number.MAX_SAFE_INTEGER;
  deliver({ match: { event: 'order.processing' }, deliver: { hold_until: 'order.delegating' } });
  const heldMs = placeMany();
  expect(world.account.state.held).toHaveLength(MANY);
  expect(heldMs).toBeLessThan(8 * plainMs + 100);
});

test('tens of thousands of held webhooks are released in order, one at a time', () => {
  deliver({ match: { event: 'order.processing' }, deliver: { hold_until: 'order.delegating' } });
  placeMany();
  pass(3 * SECOND_MS);
  const delegating = world.underWay();
  const tookMs = workOf(() => {
    for (const plan of delegating) world.answer(plan, 'acknowledged');
  });
  expect(world.account.state.held).toEqual([]);
  expect(world.underWay().map(plan => plan.event)).toEqual(delegating.map((_, index) => index));
  expect(new Set(states())).toEqual(new Set(['sending', 'delivered']));
  // Copying the list for each takes more than 5 s.
  expect(tookMs).toBeLessThan(2_500);
});

test('an acknowledged resend cancels the retry of its event without building the agenda again', () => {
  deliver({ match: { event: 'order.delegating' }, deliver: { replay: 'order.processing' } });
  placeMany();
  for (const plan of world.underWay()) world.answer(plan, 'refused');
  pass(3 * SECOND_MS);
  for (const plan of world.underWay().slice(0, 200)) world.answer(plan, 'acknowledged');
  const resends = world.underWay().filter(plan => plan.kind === 'resend');
  const scheduled = world.account.state.agenda.length;
  const tookMs = workOf(() => {
    for (const plan of resends) world.answer(plan, 'acknowledged');
  });
  expect(resends).toHaveLength(200);
  expect(world.account.state.agenda).toHaveLength(scheduled - resends.length);
  // Searching the agenda takes more than 0.5 ms for each, building it again more than 2 ms.
  expect(tookMs).toBeLessThan(100);
});

import { expect, test } from 'vitest';
import type { AccountState } from '../../src/engine/account-state.ts';
import { HAPPY_PATH } from './lives.ts';
import { World } from './world.ts';

/** Continues for an hour and a half: more orders, a repeat, a move, a failure with its refund. */
function goOn(world: World): string {
  world.acknowledge();
  world.order('late');
  const first = world.order('early');
  world.pass(3_000);
  world.move(first, 'review');
  world.pass(60_000);
  world.move(first, 'failed', 5_000);
  world.do('deposit', { amountSun: 5 });
  world.pass(5_400_000);
  return JSON.stringify(world.account.state);
}

test('an account that is created from the JSON of its state continues like the original', () => {
  for (const pausesMs of [[], [1], [3_000], [2_999, 9_002], [12_000, 3_600_000]]) {
    const world = new World(HAPPY_PATH);
    world.order('early');
    world.order(null);
    for (const ms of pausesMs) world.pass(ms);
    const copy = JSON.parse(JSON.stringify(world.account.state)) as AccountState;
    const sent = [...world.sent];
    const twin = new World(HAPPY_PATH, copy);
    twin.sent.push(...sent);
    expect(goOn(twin)).toBe(goOn(world));
  }
});

test('the state of an account is plain JSON: a copy is complete', () => {
  const world = new World(HAPPY_PATH);
  world.order('a');
  world.pass(12_000);
  const { state } = world.account;
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
});

test('the balance is always the sum of the ledger, and each entry has the balance after it', () => {
  const world = new World([{ after: '1s', to: 'failed', refund: { after: '10s' } }]);
  for (let count = 0; count < 20; count++) {
    world.order();
    world.do('deposit', { amountSun: count });
    world.pass(3_000);
  }
  let sum = 0;
  for (const { amountSun, balanceSun } of world.account.state.ledger) {
    sum += amountSun;
    expect(balanceSun).toBe(sum);
  }
  expect(world.account.state.balanceSun).toBe(sum);
});

import { expect } from 'vitest';
import { follow, HASTY, PATIENT } from './examples/follower.ts';
import { ORDER_FIELDS, type Stage, testScenario } from './stage.ts';

/** Advances an order to its end while it is polled by a client that treats every error as a failure. */
async function hastyBelief(stage: Stage, orderId: number): Promise<string> {
  return (await stage.follow(orderId, HASTY)).belief;
}

const statusBehindTheDoor = (stage: Stage, orderId: number): string =>
  stage.sandbox.state.orders[orderId - 1]!.steps.at(-1)!.status;

testScenario(
  'key-expires',
  'the fourth request is refused, and a new key sees the order through',
  async stage => {
    const orderId = await stage.order('a');
    const { outcomes } = await stage.follow(orderId, { ...PATIENT, maxPolls: 3 });
    expect(outcomes).toEqual(['200', '200', '401 TOKEN_EXPIRED']);
    const fresh = stage.api.as(stage.sandbox.makeKey({}));
    const followed = await follow(fresh, orderId, stage.wait);
    expect(followed.belief).toBe('completed');
  },
);

testScenario('key-expires', 'who takes the 401 for a failed order is wrong', async stage => {
  const orderId = await stage.order('a');
  expect(await hastyBelief(stage, orderId)).toBe('failed');
  await stage.sandbox.settle();
  expect(statusBehindTheDoor(stage, orderId)).toBe('completed');
});

testScenario(
  'scope-missing',
  'orders can be made and not looked at; the webhooks still tell',
  async stage => {
    const bookkeeper = stage.attachBookkeeper();
    const orderId = await stage.order('a');
    const second = await stage.api.order({ external_id: 'b', ...ORDER_FIELDS });
    expect(second.outcome).toBe('202');
    expect((await stage.api.status({ id: orderId })).outcome).toBe('403 SCOPE_FORBIDDEN');
    expect((await stage.api.balance()).outcome).toBe('200');
    expect(await hastyBelief(stage, orderId)).toBe('failed');
    await stage.sandbox.settle();
    expect(bookkeeper.statusOf(orderId)).toBe('completed');
  },
);

testScenario('ip-not-allowed', 'the order stands although every later request is locked out', async stage => {
  const bookkeeper = stage.attachBookkeeper();
  const orderId = await stage.order('a');
  for (const answered of [
    await stage.api.status({ id: orderId }),
    await stage.api.balance(),
    await stage.api.order({ external_id: 'a', ...ORDER_FIELDS }),
  ]) {
    expect(answered.outcome).toBe('403 IP_NOT_ALLOWED');
  }
  expect(await hastyBelief(stage, orderId)).toBe('failed');
  await stage.sandbox.settle();
  expect(bookkeeper.statusOf(orderId)).toBe('completed');
  const fresh = stage.api.as(stage.sandbox.makeKey({}));
  expect((await fresh.status({ id: orderId })).data.status).toBe('completed');
});

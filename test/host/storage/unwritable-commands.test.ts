import { expect, test } from 'vitest';
import type { Scenario } from '../../../src/core/scenario/scenario-schema.ts';
import { StorageError } from '../../../src/host/storage/storage.ts';
import { asAfterCrash, freshFolder } from './folders.ts';
import { type Opened, openCore, placeOrder } from './opened-core.ts';

/** A value that JSON.parse reads but JSON.stringify cannot serialize. */
const tooDeep = (): unknown => JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));

const deepScenario = (): Scenario => ({
  name: 'deep',
  summary: 'An answer that is nested too deeply to be written.',
  requests: [
    {
      per: 'account',
      match: {},
      commit: false,
      reply: { body: tooDeep() },
    },
  ],
  orders: [],
  webhooks: [],
});

/** The number of orders that a server started now would find. */
async function ordersAfterCrash(path: string): Promise<number> {
  const crashed = await openCore(await asAfterCrash(path));
  const { orders } = crashed.core.accounts.get('shop')!.state;
  await crashed.folder.close();
  return orders.length;
}

async function openShop(path: string): Promise<Opened> {
  const opened = await openCore(path);
  opened.core.openAccount({ name: 'shop' });
  placeOrder(opened, 'shop');
  await opened.core.runner.settled();
  return opened;
}

test('a command that cannot be written is not acknowledged, and leaves a folder that can be read', async () => {
  const path = await freshFolder();
  const opened = await openShop(path);
  const { core } = opened;
  const shop = core.accounts.get('shop')!;
  core.runner.execute(shop, 'setScenarios', { scenarios: [deepScenario()] });
  await expect(core.runner.settled(shop)).rejects.toThrow(StorageError);
  placeOrder(opened, 'shop');
  await expect(core.runner.settled(shop)).rejects.toThrow(
    /shop\.\w+: cannot write the file: Maximum call stack/,
  );
  expect(await ordersAfterCrash(path)).toBe(1);

  await core.resetAccount(shop);
  await expect.poll(() => core.runner.trouble(shop)).toBeNull();
  placeOrder(opened, 'shop');
  placeOrder(opened, 'shop');
  await core.runner.settled(shop);
  expect(await ordersAfterCrash(path)).toBe(2);
  await opened.folder.close();
});

test('if a command cannot be written but the state can, the state is written', async () => {
  const path = await freshFolder();
  const opened = await openShop(path);
  const { core } = opened;
  const shop = core.accounts.get('shop')!;
  const change = { balance_trx: 5, note: tooDeep() };
  core.runner.execute(shop, 'change', change);
  await core.runner.settled(shop);
  placeOrder(opened, 'shop');
  await core.runner.settled(shop);
  const crashed = await openCore(await asAfterCrash(path));
  const { state } = crashed.core.accounts.get('shop')!;
  expect(state.orders.length).toBe(2);
  expect(state.balanceSun).toBe(shop.state.balanceSun);
  await crashed.folder.close();
  await opened.folder.close();
});

import { expect, test } from 'vitest';
import type { Scenario } from '../../../src/core/scenario/scenario-schema.ts';
import { AccountFailedError } from '../../../src/host/account-health.ts';
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

test('a command that cannot be written makes its account fail, and leaves a folder that can be read', async () => {
  const path = await freshFolder();
  const opened = await openShop(path);
  const { core } = opened;
  const shop = core.accounts.get('shop')!;
  expect(() => core.runner.execute(shop, 'setScenarios', { scenarios: [deepScenario()] })).toThrow(
    /the account shop has failed .*Maximum call stack/,
  );
  expect(() => placeOrder(opened, 'shop')).toThrow(AccountFailedError);
  await core.runner.settled(shop);
  expect(await ordersAfterCrash(path)).toBe(1);

  core.resetAccount(shop);
  expect(core.runner.trouble(shop)).toBeNull();
  placeOrder(opened, 'shop');
  placeOrder(opened, 'shop');
  await core.runner.settled(shop);
  expect(await ordersAfterCrash(path)).toBe(2);
  await opened.folder.close();
});

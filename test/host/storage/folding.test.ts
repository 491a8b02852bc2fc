import { mkdirSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needing } from '../../support/needing.ts';
import { asAfterCrash, freshFolder, storedPart } from './folders.ts';
import { openCore as openCoreOn, placeOrder } from './opened-core.ts';

const FOLD_AT_BYTES = 20_000;
const openCore = (path: string) => openCoreOn(path, FOLD_AT_BYTES);

test('a large log is folded into the snapshot while commands continue', async () => {
  const path = await freshFolder();
  const opened = await openCore(path);
  opened.core.openAccount({ name: 'shop' });
  let largestBytes = 0;
  for (let round = 0; round < 60; round++) {
    for (let count = 0; count < 20; count++) placeOrder(opened, 'shop');
    await opened.core.runner.settled();
    const log = await stat(join(path, 'shop.log')).catch(() => null);
    largestBytes = Math.max(largestBytes, log?.size ?? 0);
    if (round % 12 === 0) {
      const crashed = await openCore(await asAfterCrash(path));
      const shop = crashed.core.accounts.get('shop')!;
      expect(storedPart(shop.state)).toEqual(storedPart(opened.core.accounts.get('shop')!.state));
      await crashed.folder.close();
    }
  }
  const { state } = opened.core.accounts.get('shop')!;
  await opened.folder.close();
  expect(state.orders.length).toBe(1_200);
  expect((await stat(join(path, 'shop.json'))).size).toBeGreaterThan(10 * FOLD_AT_BYTES);
  expect((await readdir(path)).filter(name => name.includes('.log'))).toEqual([]);
  expect(largestBytes).toBeLessThan(1_200 * 250);
  const again = await openCore(path);
  expect(storedPart(again.core.accounts.get('shop')!.state)).toEqual(storedPart(state));
  await again.folder.close();
});

test('if folding fails, the log continues and nothing is lost', async () => {
  const path = await freshFolder();
  const opened = await openCore(path);
  opened.core.openAccount({ name: 'shop' });
  await opened.core.runner.settled();
  await mkdir(join(path, 'shop.json.tmp'));
  for (let round = 0; round < 20; round++) {
    for (let count = 0; count < 20; count++) placeOrder(opened, 'shop');
    await opened.core.runner.settled();
  }
  expect(opened.remarks.join()).toMatch(
    /shop\.json: cannot write the file: .*; no data is lost, but the log grows/,
  );
  await rm(join(path, 'shop.json.tmp'), { recursive: true });
  const copy = await asAfterCrash(path);
  const crashed = await openCore(copy);
  expect(crashed.core.accounts.get('shop')!.state.orders.length).toBe(400);
  await crashed.folder.close();
  await opened.folder.close();
});

needing('1,024 file descriptors').test(
  'all accounts are stored, even if they have more files than may be open at a time',
  async () => {
    const openFiles = async (): Promise<number> => (await readdir('/proc/self/fd').catch(() => [])).length;
    const path = await freshFolder();
    const before = await openFiles();
    const opened = await openCore(path);
    const names = Array.from({ length: 200 }, (_, index) => `account-${index}`);
    for (const name of names) opened.core.openAccount({ name });
    await opened.core.runner.settled();
    for (const round of [1, 2]) {
      for (const name of names) placeOrder(opened, name);
      await opened.core.runner.settled();
      expect(opened.core.accounts.get('account-7')!.state.orders.length).toBe(round);
    }
    // A log and a seal for each of 128 accounts, and a few besides.
    expect((await openFiles()) - before).toBeLessThan(300);
    const crashed = await openCore(await asAfterCrash(path));
    expect(crashed.folder.accounts.map(one => one.state.orders.length)).toEqual(names.map(() => 2));
    await crashed.folder.close();
    await opened.folder.close();
  },
);

describe('a log that a start has read', () => {
  /** A folder with three orders in a log, as after a crash. */
  const crashedFolder = async (): Promise<string> => {
    const path = await freshFolder();
    const opened = await openCore(path);
    opened.core.openAccount({ name: 'shop' });
    await opened.core.runner.settled();
    for (let count = 0; count < 3; count++) placeOrder(opened, 'shop');
    await opened.core.runner.settled();
    const crashed = await asAfterCrash(path);
    await opened.folder.close();
    return crashed;
  };

  test('is folded after the start: what is only read waits for nothing, new orders wait, and webhooks do', async () => {
    const path = await crashedFolder();
    const opened = await openCore(path);
    const shop = opened.core.accounts.get('shop')!;
    expect(opened.core.runner.settled(shop)).toBeNull();
    expect(opened.folder.folding(shop)).not.toBeNull();
    placeOrder(opened, 'shop');
    await opened.core.runner.settled(shop);
    expect(opened.folder.folding(shop)).toBeNull();
    const again = await openCore(await asAfterCrash(path));
    expect(storedPart(again.core.accounts.get('shop')!.state)).toEqual(storedPart(shop.state));
    await again.folder.close();
    await opened.folder.close();
  });

  test('is folded by whichever start comes next, wherever one before was killed', async () => {
    const path = await crashedFolder();
    const opened = await openCore(path);
    const seen = new Set<string>();
    let isFolding = true;
    void opened.folder.folding(opened.core.accounts.get('shop')!)!.then(() => (isFolding = false));
    do {
      const copy = await asAfterCrash(path);
      seen.add((await readdir(copy)).sort().join(' '));
      const again = await openCore(copy);
      expect(again.core.accounts.get('shop')!.state.orders.length).toBe(3);
      await again.folder.close();
      expect((await readdir(copy)).filter(name => /\.(log|seal|tmp)$/.test(name))).toEqual([]);
    } while (isFolding);
    expect(seen.size).toBeGreaterThan(0);
    await opened.folder.close();
  });

  test('stays if it cannot be folded, and orders are acknowledged once the account can be written again', async () => {
    const path = await freshFolder();
    const before = await openCore(path);
    // More than are folded at a time, so that the last one waits.
    const names = Array.from({ length: 65 }, (_, index) => `account-${index + 100}`);
    for (const name of names) before.core.openAccount({ name });
    await before.core.runner.settled();
    for (const name of names) placeOrder(before, name);
    await before.core.runner.settled();
    const crashed = await asAfterCrash(path);
    await before.folder.close();
    const opened = await openCore(crashed);
    const name = names.at(-1)!;
    const obstacle = join(crashed, `${name}.json.tmp`);
    mkdirSync(obstacle);
    const account = opened.core.accounts.get(name)!;
    await opened.folder.folding(account);
    placeOrder(opened, name);
    await expect(opened.core.runner.settled(account)).rejects.toThrow(/cannot write the file/);
    expect(await readdir(crashed)).toContain(`${name}.log`);
    await rm(obstacle, { recursive: true });
    await expect.poll(() => opened.folder.failure(account)).toBeNull();
    await opened.folder.close();
    const last = await openCore(crashed);
    expect(last.core.accounts.get(name)!.state.orders.length).toBe(2);
    await last.folder.close();
  });
});

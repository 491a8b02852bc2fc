import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { deferred } from '../../support/deferred.ts';
import { needing } from '../../support/needing.ts';
import { setUpStage } from './stage.ts';

const FAILS = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';

/** The lists, and the call that loads each. */
const LISTS = [
  ['orders', 'orders'],
  ['requests', 'requests'],
  ['webhooks', 'events'],
  ['webhooks/receiver', 'arrivals'],
  ['findings', 'findings'],
  ['findings/coverage', 'coverage'],
  ['balance', 'ledger'],
] as const;

needing('chromium').describe('a list', () => {
  const stage = setUpStage({ webhooksAsDescribed: false, webhook_url: 'sandbox:receiver' });
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 1_000_000_000_000 });

  test.each(LISTS)(
    'claims nothing about %s until it was received, and is loaded again after a failure',
    async (place, call) => {
      const name = `slow-${call}`;
      account(name);
      await using window = await stage.open({ expected: /500/ });
      const { page } = window;
      const url = new RegExp(`/accounts/${name}/(receiver/)?${call}([?]|$)`);
      const answer = deferred();
      await page.route(url, async route => {
        await answer.promise;
        await route.fulfill({
          status: 500,
          json: { success: false, error: 'INTERNAL', message: 'It broke.' },
        });
      });
      await window.go(`${name}/${place}`);
      const main = page.getByRole('main');
      await main.locator('.skeleton').last().waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      const claims = main.locator('.empty, table, [role=table], .title [aria-live]:not(:empty), .machine');
      expect(await claims.count()).toBe(0);
      answer.resolve();
      await main.getByText('It broke.').waitFor();
      expect(await claims.count()).toBe(0);
      await page.unroute(url);
      await main.getByRole('button', { name: 'Retry' }).click();
      await claims.first().waitFor();
      expect(await main.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    },
  );

  test('holds still under the pointer, counts what is new, and keeps what it shows up to date', async () => {
    const shop = account('still');
    const order = (external_id: string) => shop.api.order({ external_id, package_id: 1, address: RECIPIENT });
    await order('inv-1');
    await using window = await stage.open();
    const { page } = window;
    await window.go('still/orders');
    const rows = page.locator('.body-row');
    await rows.first().hover();
    for (const id of ['inv-2', 'inv-3']) await order(id);
    await page.getByRole('button', { name: '2 new' }).waitFor();
    await expect.poll(() => rows.getByRole('link').allTextContents()).toEqual(['1']);
    await shop.advance(3_000);
    await page.getByRole('cell', { name: 'delegating' }).waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByRole('button', { name: '2 new' }).click();
    await expect.poll(() => rows.getByRole('link').allTextContents()).toEqual(['3', '2', '1']);
  });

  test('names the order in each row on a phone', async () => {
    const shop = account('phone');
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    await using window = await stage.open({ width: 390 });
    for (const place of ['orders', 'requests', 'webhooks']) {
      await window.go(`phone/${place}`);
      await window.page.getByRole('cell', { name: 'inv-1', exact: true }).waitFor();
    }
  });

  test('the ledger holds still too', async () => {
    const shop = account('still-ledger');
    await using window = await stage.open();
    const { page } = window;
    await window.go('still-ledger/balance');
    const rows = page.locator('.body-row');
    await rows.first().hover();
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    await page.getByRole('button', { name: '1 new' }).waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByRole('button', { name: '1 new' }).click();
    await expect.poll(() => rows.count()).toBe(2);
  });

  test('keeps its search and filter in the address, which opens it with them', async () => {
    const shop = account('address');
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: FAILS });
    await shop.api.order({ external_id: 'inv-2', package_id: 1, address: RECIPIENT });
    await shop.advance(60_000);
    await using window = await stage.open();
    const { page } = window;
    await window.go('address/orders');
    await page.getByRole('searchbox', { name: 'Search orders' }).fill('inv');
    await page.getByLabel('Status', { exact: true }).selectOption('failed');
    await expect.poll(() => page.url()).toContain('#/address/orders?search=inv&filter=failed');
    await page.reload();
    await page.getByText('1 of 2 orders').waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search orders' }).inputValue()).toBe('inv');
  });

  test('scrolls to the row of a link, and j and k move between rows', async () => {
    const shop = account('moves');
    for (let number = 0; number < 60; number++) await shop.api.balance();
    const { items } = await stage.control<{ items: { id: string }[] }>('GET', '/accounts/moves/requests');
    const [first, second] = items;
    await using window = await stage.open();
    const { page } = window;
    await window.go(`moves/requests/${first!.id}`);
    await page.locator('.body-row.chosen').waitFor();
    await page.getByText('Request ID').waitFor();
    await page.keyboard.press('j');
    const focused = (): Promise<string> => page.evaluate('document.activeElement.href ?? ""');
    await expect.poll(focused).toContain(first!.id);
    await page.keyboard.press('k');
    await expect.poll(focused).toContain(second!.id);
    await page.keyboard.press('j');
    await expect.poll(focused).toContain(first!.id);
  });

  test('says how many requests the journal keeps, and counts none that is gone', async () => {
    const shop = account('gone');
    for (let number = 0; number < 520; number++) await shop.api.balance();
    await using window = await stage.open();
    await window.go('gone/requests');
    await window.page.getByText('latest 100 of 500 requests').waitFor();
    await window.page.getByText('the journal keeps 500; 20 older ones are gone').waitFor();
  });

  test('says how many requests the journal keeps, although the account arrives after them', async () => {
    const shop = account('late');
    for (let number = 0; number < 120; number++) await shop.api.balance();
    await using window = await stage.open();
    const { page } = window;
    const listed = page.waitForResponse(/\/accounts\/late\/requests/);
    await page.route(/\/accounts\/late$/, async route => {
      await listed;
      await page.getByRole('row').nth(1).waitFor();
      await route.continue();
    });
    await window.go('late/requests');
    await page.getByText('latest 100 of 120 requests').waitFor();
  });

  test('shows an arrival that is older than those that are loaded first', async () => {
    const shop = account('older');
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    await shop.quiet();
    const { items } = await stage.control<{ items: { event_id: string }[] }>('GET', '/accounts/older/events');
    for (let count = 0; count < 100; count++)
      await stage.control('POST', `/accounts/older/events/${items[0]!.event_id}/resend`, {});
    await using window = await stage.open();
    await window.go('older/webhooks/receiver/1');
    await window.page.getByText('The signatures match').waitFor();
    await window.page.getByText('101 arrivals').waitFor();
  });
});

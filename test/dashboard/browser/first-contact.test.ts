import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { copyKey } from './browser.ts';
import { setUpStage } from './stage.ts';

/** What Chromium reports when a scenario loses a response. */
const LOST = /ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;

interface Listed<Item> {
  readonly items: readonly Item[];
}

needing('chromium').describe('at first contact', () => {
  const stage = setUpStage({ webhooksAsDescribed: false });
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });

  test('an account is created with its URL, key and secret, and the key is not closed unseen', async () => {
    await using window = await stage.open();
    const { page } = window;
    await window.go('demo/overview');
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByLabel('Name', { exact: true }).fill('created');
    await page.getByRole('button', { name: 'Create account' }).click();
    const shown = page.getByRole('dialog', { name: 'Account created' });
    for (const name of ['URL', 'API key', 'Webhook secret']) {
      await shown.getByRole('button', { name: `Copy: ${name}` }).waitFor();
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Close without copying the key?' }).waitFor();
    await page.getByRole('button', { name: 'Show it again' }).click();
    await copyKey(shown);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await window.go('created/overview');
    await page.getByText(/^ersk_created_/).waitFor();
    await page.getByText(/^whsec_/).waitFor();
  });

  test('one of many accounts is found in the menu, and is reset from the search after a question', async () => {
    for (let number = 1; number <= 50; number++) account(`tenant-${number}`);
    const shop = account('needle');
    await shop.api.order({ package_id: 1, address: RECIPIENT });
    await using window = await stage.open({ width: 390 });
    const { page } = window;
    await window.go('tenant-1/overview');
    const { height } = (await page.locator('header.top').boundingBox())!;
    expect(height).toBeLessThan(110);
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill('need');
    await page.getByRole('link', { name: 'needle' }).click();
    await page.getByRole('listitem').getByText('processing', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('reset');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Reset needle?' }).getByRole('button', { name: 'Reset' }).click();
    await page.getByText('No orders yet').waitFor();
    expect(shop.state.orders).toEqual([]);
  });

  test('an order whose response is lost says what a client cannot know, and how it finds out', async () => {
    account('lossy');
    await using window = await stage.open({ expected: LOST });
    const { page } = window;
    await window.go('lossy/orders/new');
    await page.getByRole('button', { name: 'Responses', exact: true }).click();
    await page.getByRole('radio', { name: 'hang-after-commit' }).click();
    await page.getByRole('button', { name: 'Place order', exact: true }).click();
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    const response = page.getByRole('region', { name: 'Response' });
    await response.getByText('A client cannot know whether its order exists.').waitFor();
    await response.getByText('exists and is paid').waitFor();
    expect(await page.getByText('The sandbox does not respond.').count()).toBe(0);
    await response.getByRole('button', { name: 'Send the same request again' }).click();
    await response.getByText('The first response was lost').waitFor();
    await response.getByRole('link', { name: 'Order 1', exact: true }).waitFor();
    const { items } = await stage.control<Listed<object>>('GET', '/accounts/lossy/orders');
    expect(items).toHaveLength(1);
  });
});

import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { copyKey, loaded } from './browser.ts';
import { setUpStage } from './stage.ts';

/** What Chromium reports when a scenario loses a response. */
const LOST = /ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;

interface Listed<Item> {
  readonly items: readonly Item[];
}

needing('chromium').describe('at first contact', () => {
  const stage = setUpStage({ webhooksAsDescribed: false });
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });

  test('a new account shows a lost response, a retried webhook and a refund with one click each, and as told', async () => {
    account('newcomer');
    await using window = await stage.open({ expected: LOST });
    const { page } = window;
    await window.go('newcomer/overview');
    const guide = page.getByRole('region', { name: 'Three failures to try, one click each' });
    await guide.getByRole('button', { name: 'Lose a response', exact: true }).click();
    await guide.getByText('sent the same request once more').waitFor();
    const { items: requests } = await stage.control<Listed<{ method: string }>>(
      'GET',
      '/accounts/newcomer/requests',
    );
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST']);
    await guide.getByRole('button', { name: 'Fail a webhook', exact: true }).click();
    await guide.getByText('Attempt 1: 500; attempt 2, 5 s later: 200.').waitFor();
    const { items: arrivals } = await stage.control<Listed<{ event: string; status: number | null }>>(
      'GET',
      '/accounts/newcomer/receiver/arrivals?limit=20',
    );
    const names = arrivals.map(({ event }) => event);
    // The second attempt of the first event arrives after the next event, as the guide says.
    expect(names.lastIndexOf('order.processing')).toBeGreaterThan(names.lastIndexOf('order.delegating'));
    await guide.getByText('do not wait for the second attempt').waitFor();
    await guide.getByRole('button', { name: 'Fail an order', exact: true }).click();
    await guide.getByText('TRX was refunded').waitFor();
    await guide
      .getByRole('link', { name: /^Order \d+$/ })
      .last()
      .click();
    await page
      .getByRole('link', { name: /Service: refunded/ })
      .or(page.getByLabel(/Service: refunded/))
      .waitFor();
    const { items } = await stage.control<Listed<{ refunded: boolean }>>('GET', '/accounts/newcomer/orders');
    expect(items.map(({ refunded }) => refunded)).toEqual([false, false, true]);
    await page.goBack();
    await guide.getByText('TRX was refunded').waitFor();
    expect(window.violations.errors).toEqual([]);
  });

  test('the guide survives a reload, and comes back from the menu and the search once it was hidden', async () => {
    const shop = account('reloader');
    await using window = await stage.open();
    const { page } = window;
    await window.go('reloader/overview');
    const guide = page.getByRole('region', { name: 'Three failures to try, one click each' });
    await guide.waitFor();
    await shop.api.order({ package_id: 1, address: RECIPIENT });
    await page.reload();
    await guide.getByRole('button', { name: 'Hide' }).click();
    await page.reload();
    await loaded(page);
    expect(await guide.count()).toBe(0);
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('button', { name: 'Show the guide' }).click();
    await guide.getByRole('button', { name: 'Hide' }).click();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('guide');
    await page.getByRole('option', { name: /^Show the guide/ }).click();
    await guide.waitFor();
  });

  test('an account that had orders, or a receiver of its own, is left alone', async () => {
    const busy = account('busy');
    await busy.api.order({ package_id: 1, address: RECIPIENT });
    stage.sandbox.openAccount({ name: 'connected', webhookUrl: 'http://127.0.0.1:9/' });
    await using window = await stage.open();
    for (const name of ['busy', 'connected']) {
      await window.go(`${name}/overview`);
      await loaded(window.page);
      expect(await window.page.getByText('Three failures to try').count()).toBe(0);
    }
  });

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
    await page.getByText('processing', { exact: true }).waitFor();
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

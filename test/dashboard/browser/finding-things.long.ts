import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { loaded, shownBy } from './browser.ts';
import { setUpStage } from './stage.ts';

const FOCUSED = 'document.activeElement.textContent.trim()';

needing('chromium').describe('finding things', () => {
  const stage = setUpStage();
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 10 ** 10 });

  test('the request search finds an external_id in a body, percent-encoded in a URL, and text in bodies', async () => {
    const shop = account('search');
    await shop.api.order({ external_id: 'beier:inv-10001', package_id: 1, address: RECIPIENT });
    await shop.api.status({ external_id: 'beier:inv-10001' });
    await shop.api.order({ external_id: 'other', package_id: 2, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('search/requests');
    const rows = page.getByRole('table', { name: 'Requests' }).locator('.body-row');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByLabel('Search requests').fill('beier:inv-10001');
    await page.getByText('2 matches').waitFor();
    await page.getByLabel('Search requests').fill('"package_id":2');
    await page.getByText('1 match', { exact: true }).waitFor();
    await rows.getByText('other').waitFor();
  });

  test('going back keeps the filter, the scroll position and the focus', async () => {
    const shop = account('back');
    await shop.api.bulk(
      Array.from({ length: 50 }, (_, index) => ({
        external_id: `keep-${index + 1}`,
        package_id: 1,
        address: RECIPIENT,
      })),
    );
    await shop.api.order({ external_id: 'hidden', package_id: 1, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('back/orders');
    await page.getByLabel('Search orders').fill('keep');
    await page.getByLabel('Status', { exact: true }).selectOption('processing');
    await page.getByText('50 of 51 orders').waitFor();
    await loaded(page);
    await page.evaluate('document.querySelector(".scroller").scrollTop = 900');
    const link = page.getByRole('link', { name: '20', exact: true });
    // Otherwise, the click could scroll further.
    await link.scrollIntoViewIfNeeded();
    const left = await page.evaluate<number>('document.querySelector(".scroller").scrollTop');
    expect(left).toBeGreaterThanOrEqual(900);
    await link.click();
    await page.getByRole('heading', { name: 'Order 20' }).waitFor();
    await page.goBack();
    await page.getByText('50 of 51 orders').waitFor();
    await expect.poll(() => page.evaluate(FOCUSED)).toBe('20');
    expect(await page.evaluate('document.querySelector(".scroller").scrollTop')).toBe(left);
    expect(await page.getByLabel('Search orders').inputValue()).toBe('keep');
    expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('processing');
  });

  test('closing the details of a webhook on a phone returns to its row', async () => {
    const shop = account('phone');
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    await shop.advance(15_000);
    await using window = await stage.open({ width: 390 });
    const { page } = window;
    await window.go('phone/webhooks');
    await page.getByRole('link', { name: 'order.delegating' }).click();
    await page.getByRole('link', { name: 'All events' }).click();
    await expect.poll(() => page.evaluate(FOCUSED)).toBe('order.delegating');
  });

  test('an account that does not exist is named, and the existing ones are offered', async () => {
    await using window = await stage.open({ expected: /404/ });
    const { page } = window;
    let refused = 0;
    page.on('response', response => {
      if (response.url().endsWith('/accounts/nobody/stream')) refused += 1;
    });
    await window.go('nobody/orders');
    await page.getByRole('heading', { name: 'Account nobody does not exist' }).waitFor();
    // The page waits for the account without errors in the console.
    for (let polls = 0; polls < 3; polls++) await page.waitForResponse(/\/_sandbox\/info$/);
    expect(refused).toBeLessThanOrEqual(1);
    await page.getByText('No such account').waitFor();
    expect(await page.getByText('The sandbox does not respond.').count()).toBe(0);
    stage.sandbox.openAccount({ name: 'nobody' });
    await page.getByText('No orders yet').waitFor();
    await window.go('nowhere/orders');
    await page.getByRole('main').getByRole('link', { name: 'demo' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  test('a URL with something else than the id of an order says so, and leads to the orders', async () => {
    const shop = account('wrong-id');
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    await using window = await stage.open({ expected: /404/ });
    const { page } = window;
    await window.go('wrong-id/orders/abc');
    await page.getByText('An order id is a whole number.').waitFor();
    await window.go('wrong-id/orders/999');
    await page.getByText('Not found.').waitFor();
    await page.getByRole('link', { name: 'Show all orders' }).click();
    await page.getByRole('cell', { name: 'inv-1' }).waitFor();
  });

  test('play resumes the speed of its own account', async () => {
    const fast = account('fast');
    const other = account('other');
    await using window = await stage.open();
    const { page } = window;
    await window.go('fast/orders');
    await page.getByLabel('Speed: stopped').click();
    await page.getByRole('button', { name: /^600x/ }).click();
    await page.getByRole('button', { name: 'Stop the clock' }).click();
    await page.getByRole('button', { name: 'Start the clock' }).waitFor();
    await window.go('other/orders');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Start the clock' }).click();
    await page.getByLabel('Speed: real').waitFor();
    expect(other.state.clock.mode).toBe('real');
    await window.go('fast/orders');
    await page.getByRole('button', { name: 'Start the clock' }).click();
    await page.getByLabel('Speed: 600x').waitFor();
    expect(fast.state.clock).toMatchObject({ speed: 600 });
  });

  test('a dry run of a webhook scenario shows what a receiver would have got', async () => {
    account('dry-runs');
    await using window = await stage.open({ width: 1024 });
    const { page } = window;
    await window.go('dry-runs/scenarios/webhook-duplicated');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    const picture = page.getByRole('group', { name: /^Sequence diagram of order/ });
    await picture.getByRole('img', { name: /Receiver: order\.delegated.*copy 2/ }).waitFor();
    const overflows = 'document.documentElement.scrollWidth > innerWidth';
    expect(await page.evaluate(overflows)).toBe(false);
    const cut =
      'document.querySelector(".detail").scrollWidth > document.querySelector(".detail").clientWidth';
    expect(await page.evaluate(cut)).toBe(false);
  });

  test('one search finds orders, webhooks, requests, pages and actions by keyboard alone', async () => {
    const shop = account('palette');
    await shop.api.order({ external_id: 'beier:inv-10001', package_id: 1, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('palette/balance');
    const search = page.getByRole('combobox', { name: 'Search' });
    const find = async (text: string, option: RegExp): Promise<void> => {
      await page.keyboard.press('Control+k');
      await search.waitFor();
      await page.keyboard.type(text);
      await page.getByRole('dialog').getByRole('option', { name: option }).first().waitFor();
      for (let step = 0; step < 40; step++) {
        const id = await search.getAttribute('aria-activedescendant');
        if (option.test((await page.locator(`[id="${id}"]`).textContent()) ?? '')) break;
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    };
    await find('inv-10001', /^Order 1 · beier/);
    await page.getByRole('heading', { name: 'Order 1' }).waitFor();
    await find(RECIPIENT.slice(0, 20), /^Order 1/);
    await find('order-1-order.proc', /^order-1-order\.processing/);
    await expect.poll(() => page.url()).toContain('/webhooks/order-1-order.processing');
    await find('"package_id":1', /^POST \/order\//);
    await expect.poll(() => page.url()).toContain('/requests/req-');
    await find('settings', /^Settings/);
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await find('ADDRESS_NOT_ACTIVE', /^Search requests/);
    expect(await page.getByLabel('Search requests').inputValue()).toBe('ADDRESS_NOT_ACTIVE');
    const advance = () => find('advance until', /^Advance until nothing is due/);
    await shownBy(page, 'Clock advanced to', advance);
    expect(shop.state.orders[0]!.steps.at(-1)!.status).toBe('completed');
  });
});

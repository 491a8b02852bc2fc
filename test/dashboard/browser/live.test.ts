import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { startTestSandbox } from '../../support/sandbox.ts';
import { TcpGate } from '../../support/tcp-gate.ts';
import { openWindow } from './browser.ts';
import { setUpStage } from './stage.ts';

const ORDERS = 2_000;
const BULK = 50;

needing('chromium').describe('the live page', () => {
  const stage = setUpStage();

  test('updates without a reload: orders, states, requests, the balance', async () => {
    const shop = stage.sandbox.openAccount({ name: 'live', balanceSun: 10_000_000 });
    await using window = await stage.open();
    const { page } = window;
    await window.go('live/orders');
    await page.getByText('No orders yet').waitFor();
    await shop.api.order({ external_id: 'one', package_id: 1, address: RECIPIENT });
    await page.getByRole('row', { name: /one/ }).getByText('processing').waitFor();
    await page.getByTitle('Balance and ledger').getByText('6.10').waitFor();
    await shop.advance(3_000);
    await page.getByRole('row', { name: /one/ }).getByText('delegating').waitFor();
    await window.go('live/requests');
    await page.getByRole('link', { name: 'POST /order/' }).waitFor();
    await shop.api.balance();
    await page.getByRole('link', { name: 'GET /balance/' }).waitFor();
  });

  test('loads the latest of 2,000 orders, older ones when they are scrolled to, and finds one among all', async () => {
    const shop = stage.sandbox.openAccount({ name: 'some', balanceSun: 10 ** 12 });
    for (let first = 0; first < ORDERS; first += BULK) {
      const orders = Array.from({ length: BULK }, (_, index) => ({
        external_id: `some-${String(first + index + 1).padStart(4, '0')}`,
        package_id: 1,
        address: RECIPIENT,
      }));
      expect((await shop.api.bulk(orders)).status).toBe(202);
    }
    await using window = await stage.open();
    const { page, violations } = window;
    const sizes: Promise<number>[] = [];
    // The body of a response that the page has given up is gone.
    page.on('requestfinished', request => {
      if (request.url().endsWith('/some/orders?sort=newest&limit=100'))
        sizes.push(request.response().then(async response => (await response!.body()).length));
    });
    await window.go('some/orders');
    const tally = page.getByText(/ of 2,000 orders$/);
    await expect.poll(() => tally.textContent()).toBe('latest 100 of 2,000 orders');
    expect(Math.max(...(await Promise.all(sizes)))).toBeLessThan(100_000);
    expect(await page.locator('.body-row').count()).toBeLessThan(80);
    const scrollTo = (top: string) =>
      page.evaluate(`{ const list = document.querySelector('.scroller'); list.scrollTop = ${top}; }`);
    await scrollTo('list.scrollHeight');
    await expect.poll(() => tally.textContent()).toBe('latest 300 of 2,000 orders');
    const search = page.getByLabel('Search orders');
    await search.fill('some-0077');
    await page.getByText('1 of 2,000 orders').waitFor();
    await page.getByRole('cell', { name: 'some-0077' }).waitFor();
    // An id may be part of many other texts; its order comes first.
    await search.fill('#7');
    await expect.poll(() => page.locator('.body-row a').first().textContent()).toBe('7');
    await search.fill('some-00');
    await page.getByText('99 of 2,000 orders').waitFor();
    await scrollTo('1000');
    await search.fill('some-000');
    await page.getByText('9 of 2,000 orders').waitFor();
    await search.fill('some-');
    await page.getByText('latest 100 matches').waitFor();
    expect(await page.evaluate('document.querySelector(".scroller").scrollTop')).toBe(0);
    await search.fill('');
    await shop.api.order({ external_id: 'the-latest', package_id: 1, address: RECIPIENT });
    await page.getByRole('cell', { name: 'the-latest' }).waitFor();
    expect(violations.errors).toEqual([]);
  });

  test('moves between rows with the arrow keys, also to rows that are not rendered yet', async () => {
    const shop = stage.sandbox.openAccount({ name: 'arrows', balanceSun: 10 ** 10 });
    await shop.api.bulk(
      Array.from({ length: BULK }, (_, index) => ({
        external_id: `a-${index}`,
        package_id: 1,
        address: RECIPIENT,
      })),
    );
    await using window = await stage.open();
    const { page } = window;
    await window.go('arrows/orders');
    await page.getByRole('link', { name: '50', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('49');
    await page.keyboard.press('End');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Order 1' }).waitFor();
  });

  test('shows nothing of an order that a reset has deleted', async () => {
    const shop = stage.sandbox.openAccount({ name: 'gone', balanceSun: 10_000_000 });
    await shop.api.order({ external_id: 'one', package_id: 1, address: RECIPIENT });
    await using window = await stage.open({ expected: /404/ });
    const { page } = window;
    await window.go('gone/orders/1');
    const diagram = page.getByRole('group', { name: /^Sequence diagram/ });
    await diagram.waitFor();
    await stage.control('POST', '/accounts/gone/reset');
    await page.getByText('Not found.').waitFor();
    expect(await diagram.count()).toBe(0);
    await page.getByRole('link', { name: 'Show all orders' }).click();
    await page.getByText('No orders yet').waitFor();
  });

  test('says when the server cannot be reached, and reconnects by itself', async () => {
    const first = await startTestSandbox({ clock: '3600x' });
    await using gate = await TcpGate.open(first.port);
    await using window = await openWindow(gate.url, { expected: /ERR_|Failed to load|network/i });
    const { page, go } = window;
    await go('demo/orders');
    await page.getByText('Live', { exact: true }).waitFor();
    gate.target = null;
    await first.close();
    await page.getByText('The sandbox does not respond.').waitFor();
    const clock = page.getByRole('group', { name: 'Account clock' });
    await clock.getByText('last known').waitFor();
    const [shown] = await clock.getByRole('time').allTextContents();
    // Between two attempts to reconnect, the page would move its clock more than once.
    for (let attempt = 0; attempt < 2; attempt++) await page.waitForEvent('requestfailed');
    expect(await clock.getByRole('time').allTextContents()).toEqual([shown]);
    await using second = await startTestSandbox();
    gate.target = second.port;
    await second.api.order({ external_id: 'after', package_id: 1, address: RECIPIENT });
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('cell', { name: 'after' }).waitFor();
    expect(await page.getByText(/The sandbox does not respond.|last known/).count()).toBe(0);
  });

  test('asks for the admin token of a server that has one', async () => {
    await using guarded = await startTestSandbox({ admin_token: 'open-sesame-open-sesame' });
    await using window = await openWindow(guarded.baseUrl, { expected: /401/ });
    const { page, go } = window;
    await go('');
    const field = page.getByLabel('Token');
    await field.fill('open-barley-open-barley');
    await page.keyboard.press('Enter');
    await page.getByText('This is neither the admin token nor a valid API key.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('password');
    await field.fill('open-sesame-open-sesame');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await go('me/orders');
    await page.getByText('Live', { exact: true }).waitFor();
    expect(page.url()).toContain('#/demo/orders');
  });

  test.each(['', 'me/orders', 'demo/orders', 'shop/orders'])(
    'opens the account of an API key on a server with an admin token, at #/%s',
    async place => {
      await using guarded = await startTestSandbox({ admin_token: 'open-sesame-open-sesame' });
      const { apiKey } = guarded.openAccount({ name: 'shop' });
      await using window = await openWindow(guarded.baseUrl, { expected: /401/ });
      const { page, go } = window;
      await go(place);
      await page.getByLabel('Token or key').fill(apiKey);
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText('Live', { exact: true }).waitFor();
      expect(page.url()).toContain('#/me/');
      await page.getByLabel('Account: shop').waitFor();
      await go('me/overview');
      await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    },
  );
});

import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { shownBy } from './browser.ts';
import { hold, untilLive, workedOff } from './held.ts';
import { setUpStage } from './stage.ts';

needing('chromium').describe('when answers come late', () => {
  const stage = setUpStage({ webhooksAsDescribed: false });
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });
  const deposit = (name: string, amount_trx: number) =>
    stage.control('POST', `/accounts/${name}/deposit`, { amount_trx });

  test('a list of orders that was read before a change does not undo the change', async () => {
    const shop = account('stale-orders');
    await shop.api.order({ external_id: 'early', package_id: 1, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    const list = await hold(page, { method: 'GET', path: '/stale-orders/orders', part: 'answer' });
    await window.go('stale-orders/orders');
    await list.reached;
    await page.getByText('Live', { exact: true }).waitFor();
    await shop.advance(3_000);
    // The page has been told of the change once it shows what was streamed after it.
    await deposit('stale-orders', 1);
    await page.getByTitle('Balance and ledger').getByText('97.10').waitFor();
    await list.release();
    await page.getByRole('row', { name: /early/ }).getByText('delegating').waitFor();
    await workedOff(page);
    await page.getByRole('row', { name: /early/ }).getByText('delegating').waitFor();
  });

  test('what happened between the first look at the account and the opening of its stream is shown', async () => {
    const shop = account('between');
    await using window = await stage.open();
    const { page } = window;
    const stream = await hold(page, { method: 'GET', path: '/between/stream', part: 'request' });
    await window.go('between/orders');
    await page.getByText('No orders yet').waitFor();
    await stream.reached;
    await shop.api.order({ external_id: 'unheard', package_id: 1, address: RECIPIENT });
    const shown = page.getByRole('row', { name: /unheard/ }).waitFor();
    void stream.release();
    await shown;
  });

  test('an older answer about the account does not replace a newer one', async () => {
    account('stale-account');
    await using window = await stage.open();
    const { page } = window;
    await window.go('stale-account/orders');
    await page.getByLabel('Speed: stopped').waitFor();
    const old = await hold(page, { method: 'GET', path: '/accounts/stale-account', part: 'answer' });
    await deposit('stale-account', 1);
    await old.reached;
    await page.getByLabel('Speed: stopped').click();
    await page.getByRole('button', { name: /^60x/ }).click();
    await page.getByLabel('Speed: 60x').waitFor();
    await old.release();
    await workedOff(page);
    await page.getByLabel('Speed: 60x').waitFor();
    expect(await page.getByLabel('Speed: stopped').count()).toBe(0);
  });

  test('changes of the built-in receiver are made one after another, and none undoes the one before', async () => {
    account('dialing');
    await using window = await stage.open();
    const { page } = window;
    await window.go('dialing/webhooks/receiver');
    const first = await hold(page, { method: 'PUT', path: '/dialing/receiver', part: 'request' });
    await page.getByRole('button', { name: '500', exact: true }).click();
    await first.reached;
    await page.getByRole('button', { name: '500', exact: true, pressed: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Verify signatures' }).uncheck();
    await first.release();
    await page
      .getByText('Responds with 500 at once. Forged deliveries are treated like genuine ones.')
      .waitFor();
    await expect
      .poll(() => stage.control('GET', '/accounts/dialing/receiver'))
      .toMatchObject({ status: 500, verify: false });
  });

  test('for how many deliveries the receiver fails can be changed while it does, and is what the server says', async () => {
    account('times');
    await using window = await stage.open();
    const { page } = window;
    await window.go('times/webhooks/receiver');
    const times = page.getByLabel('For how many deliveries');
    await page.getByRole('button', { name: '500', exact: true }).click();
    await page.getByText('Responds with 500 at once.').waitFor();
    await times.selectOption('2');
    await page.getByText('Responds with 500 at once, for 2 more deliveries; then with 200.').waitFor();
    await stage.control('PUT', '/accounts/times/receiver', { status: 500, times: 7 });
    await page.reload();
    await page.getByText('for 7 more deliveries').waitFor();
    await expect.poll(() => times.inputValue()).toBe('7');
  });

  test('an external_id that is typed while an order is on its way stays', async () => {
    account('typing');
    await using window = await stage.open();
    const { page } = window;
    await window.go('typing/orders/new');
    await page.getByLabel('external_id').fill('first');
    const order = await hold(page, { method: 'POST', path: '/api/v1/order/', part: 'request' });
    await page.getByRole('button', { name: 'Place order', exact: true }).click();
    await order.reached;
    await page.getByLabel('external_id').fill('second');
    await order.release();
    await page.getByRole('link', { name: 'Order 1' }).waitFor();
    await workedOff(page);
    expect(await page.getByLabel('external_id').inputValue()).toBe('second');
  });

  test('the price of the previous product is not shown as that of the chosen one', async () => {
    account('prices');
    await using window = await stage.open();
    const { page } = window;
    await window.go('prices/orders/new');
    await untilLive(page);
    await page.getByText('3.90 TRX').waitFor();
    const quote = await hold(page, { method: 'GET', path: '/prices/quote', part: 'request' });
    await page.getByLabel('Duration', { exact: true }).selectOption('5');
    await page.getByText('Loading quote…').waitFor();
    await quote.reached;
    expect(await page.getByText('3.90 TRX').count()).toBe(0);
    await quote.release();
    await page.getByText('2.60 TRX').waitFor();
    await stage.control('PATCH', '/accounts/prices', { discount_percent: 50 });
    await page.getByText('1.30 TRX').waitFor();
  });

  test('what is typed into a scenario while it is saved stays, and stays unsaved', async () => {
    account('saving');
    await stage.control('PUT', '/accounts/saving/scenarios/mine/file', {
      yaml: 'name: mine\nsummary: First.\norders: []\n',
    });
    await using window = await stage.open();
    const { page } = window;
    await window.go('saving/scenarios/mine');
    const editor = page.getByLabel('Scenario file');
    await editor.press('Control+a');
    await page.keyboard.insertText('name: mine\nsummary: Second.\norders: []\n');
    const save = await hold(page, { method: 'PUT', path: '/mine/file', part: 'request' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await save.reached;
    await editor.press('Control+End');
    await page.keyboard.insertText('# more\n');
    await shownBy(page, 'mine is saved.', () => save.release());
    await workedOff(page);
    await page.getByText('unsaved', { exact: true }).waitFor();
    await expect.poll(() => editor.textContent()).toContain('# more');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => editor.textContent()).toContain('Second.');
  });

  test('an answer does not take the reader away from the page that was opened meanwhile', async () => {
    account('leaving');
    await using window = await stage.open();
    const { page } = window;
    await window.go('leaving/webhooks');
    const trigger = await hold(page, { method: 'POST', path: '/leaving/trigger', part: 'request' });
    await page.getByLabel('Trigger an event').click();
    await page.getByRole('button', { name: 'order.review' }).click();
    await trigger.reached;
    await window.go('leaving/requests');
    await shownBy(page, 'order.review was triggered.', () => trigger.release());
    await workedOff(page);
    expect(page.url()).toContain('#/leaving/requests');
  });

  test('the selected entry of the search stays selected when more is found', async () => {
    const shop = account('search-late');
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('search-late/balance');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Search' });
    await search.waitFor();
    const found = await hold(page, { method: 'GET', path: '/search-late/requests', part: 'answer' });
    await search.fill('inv-1');
    await found.reached;
    await page.keyboard.press('ArrowUp');
    const chosen = page.getByRole('option', { name: /Search orders for/, selected: true });
    await chosen.waitFor();
    await found.release();
    await page.getByRole('option', { name: /POST \/order\// }).waitFor();
    await chosen.waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#/search-late/orders');
  });

  test('a search that is under way does not claim that nothing matches', async () => {
    const shop = account('bodies');
    await shop.api.order({ external_id: 'inv-1', package_id: 2, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('bodies/requests');
    await untilLive(page);
    await page.getByRole('link', { name: 'POST /order/' }).waitFor();
    const found = await hold(page, { method: 'GET', path: '/bodies/requests', part: 'answer' });
    await page.getByLabel('Search requests').fill('"package_id":2');
    await page.getByText('searching…').waitFor();
    await found.reached;
    expect(await page.getByText('No matches').count()).toBe(0);
    await found.release();
    await page.getByText('1 match', { exact: true }).waitFor();
  });
});

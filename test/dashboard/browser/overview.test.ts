import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { observed, setUpStage } from './stage.ts';

const FAILS = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';
const UNREACHABLE_URL = 'http://127.0.0.1:9/webhooks';
needing('chromium').describe('the dashboard', () => {
  const stage = setUpStage({ webhooksAsDescribed: false });

  const account = (name: string, webhookUrl: string | null = null) =>
    stage.sandbox.openAccount({ name, balanceSun: 100_000_000, webhookUrl });

  test('marks an order of its form as its own, and no finding or coverage comes of it or of its quotes', async () => {
    account('form');
    const before = await observed(stage, 'form');
    await using first = await stage.open();
    await using second = await stage.open();
    await first.go('form/orders/new');
    await first.page.getByText('3.90 TRX').waitFor();
    await first.page.getByLabel('Duration', { exact: true }).selectOption('5');
    await first.page.getByText('2.60 TRX').waitFor();
    expect(await observed(stage, 'form')).toEqual(before);
    for (const { go, page } of [first, second]) {
      await go('form/orders/new');
      await page.getByLabel('external_id').fill('');
      await page.getByRole('button', { name: 'Place order', exact: true }).click();
      await page.getByRole('link', { name: /^Order \d$/ }).waitFor();
    }
    await first.go('form/requests');
    await first.page.getByText('· dashboard').first().waitFor();
    const after = await observed(stage, 'form');
    expect(after.requests!.items).toMatchObject([{ by_dashboard: true }, { by_dashboard: true }]);
    expect({ ...after, requests: null }).toEqual({ ...before, requests: null });
  });

  test('triggers, resends and moves without a finding or coverage of it', async () => {
    const shop = account('clicks');
    await stage.sandbox.receive(shop.account);
    await shop.api.order({ external_id: 'own', package_id: 1, address: RECIPIENT });
    await shop.quiet();
    const { requests: _, ...before } = await observed(stage, 'clicks');
    await using window = await stage.open();
    const { page } = window;
    await window.go('clicks/webhooks');
    await page.getByLabel('Trigger an event').click();
    await page.getByRole('button', { name: 'order.failed' }).click();
    await expect.poll(() => page.url()).toContain('/webhooks/order-2-order.failed');
    await window.go('clicks/orders/1');
    await page.getByLabel('Resend corrupted').first().click();
    await page.getByRole('button', { name: /wrong-secret/ }).click();
    await page.getByText(/order.processing resent/).waitFor();
    await page.getByRole('button', { name: 'review', exact: true }).click();
    await page.getByText('Order 1 is now review.').waitFor();
    await shop.quiet();
    expect(await observed(stage, 'clicks')).toMatchObject(before);
  });

  test('offers commands with the URL and a key that work as they are', async () => {
    account('fresh');
    await using window = await stage.open();
    const { page } = window;
    const command = page.getByRole('figure', { name: 'Command' });
    await window.go('demo/orders');
    await command.getByText(`Bearer ${stage.sandbox.apiKey}`).waitFor();
    await window.go('fresh/orders');
    await command.getByText('<API_KEY>').waitFor();
    await page.getByRole('button', { name: 'Create a key and fill it in' }).click();
    await command.getByText('Bearer ersk_fresh_').waitFor();
    const key = /ersk_fresh_\w+/.exec((await command.textContent()) ?? '')![0];
    expect((await stage.sandbox.api.as(key).balance()).status).toBe(200);
    await window.go('fresh/webhooks');
    const { secret } = (await stage.control<{ webhook: { secret: string } }>('GET', '/accounts/fresh'))
      .webhook;
    await command.getByText(`npx energy-rental-sandbox listen --port 4020 --secret ${secret}`).waitFor();
  });

  test('shows what needs attention, and each entry links to its place', async () => {
    const shop = account('trouble', UNREACHABLE_URL);
    await shop.api.order({ external_id: 'given-up', package_id: 1, address: RECIPIENT });
    await shop.settle();
    await shop.api.order({
      external_id: 'seen',
      package_id: 1,
      address: 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK',
    });
    await shop.advance(30_000);
    await shop.api.as('ersk_nobody_000000000000000000001234').balance();
    await using window = await stage.open();
    const { page } = window;
    await window.go('trouble/overview');
    const list = page.getByRole('region', { name: 'Needs attention' });
    await page
      .getByRole('list', { name: 'Verdict' })
      .getByRole('link', { name: '7 webhooks not acknowledged' })
      .waitFor();
    await list.getByText('1 request without a valid key: no account has this API key (…1234)').waitFor();
    await list.getByRole('button', { name: 'Dismiss unknown callers' }).click();
    await expect.poll(() => list.getByText('without a valid key').count()).toBe(0);
    await list.getByRole('link', { name: 'The receiver did not acknowledge 7 webhooks' }).waitFor();
    await page.getByRole('link', { name: '7 webhooks not acknowledged' }).click();
    await page.getByRole('cell', { name: 'gave up' }).first().waitFor();
    expect(await page.getByRole('cell', { name: 'retrying' }).count()).toBe(2);
    expect(await page.locator('.body-row').count()).toBe(7);
  });

  test('draws the latest orders as lanes with states, webhooks and money, also after an advance', async () => {
    const shop = account('earlier');
    await stage.sandbox.receive(shop.account);
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: FAILS });
    await shop.settle();
    await using window = await stage.open();
    const { page } = window;
    await window.go('earlier/overview');
    const story = page.getByRole('region', { name: 'What is happening' });
    const lane = (id: string) => story.getByRole('listitem').filter({ hasText: id });
    const told = 'processing 00:00:00, delegating 00:00:03, failed 00:00:12, refunded 3.90 TRX';
    await lane('inv-1').getByText(`${told}, 3 webhooks delivered at once`).waitFor();
    await shop.api.order({ external_id: 'inv-2', package_id: 1, address: RECIPIENT });
    await lane('inv-2').getByText('processing', { exact: true }).waitFor();
    await page.getByLabel('Advance the clock').click();
    await page.getByRole('button', { name: '1d', exact: true }).click();
    await lane('inv-2').getByText('completed', { exact: true }).waitFor();
    const drawn = await lane('inv-2').locator('.story-stretch, .story-mark').count();
    expect(drawn).toBe(10);
    await lane('inv-1').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Order 1' }).waitFor();
  });

  test('draws forged webhooks as forged, accepted or refused, and an order shows its severest mistake', async () => {
    const shop = account('forged');
    const receiver = await stage.sandbox.receive(shop.account);
    const place = (external_id: string) =>
      shop.api.call('POST', '/api/v1/order/', {
        body: { external_id, package_id: 1, address: RECIPIENT },
        headers: { 'x-sandbox-scenario': 'webhook-forged' },
      });
    await place('believes');
    await shop.settle();
    receiver.next(401);
    await place('refuses');
    await shop.advance(10_000);
    await shop.advance(3_600_000);
    await using window = await stage.open();
    const { page } = window;
    await window.go('forged/overview');
    const lane = (id: string) =>
      page.getByRole('listitem').filter({ has: page.locator('.story-track'), hasText: id });
    await lane('refuses').locator('.story-mark.is-forged.tone-good').waitFor();
    expect(await lane('refuses').textContent()).not.toContain('given up');
    await expect.poll(() => lane('believes').locator('.story-mark.is-forged.tone-bad').count()).toBe(5);
    await lane('believes').getByText('0 webhooks delivered at once').waitFor({ state: 'attached' });
    await lane('believes').getByRole('link', { name: 'Forged accepted' }).waitFor();
  });

  test('says that it cannot load something, and never that nothing is wrong or a number that it does not have', async () => {
    account('unknown');
    await using window = await stage.open({ expected: /ERR_FAILED|503/ });
    const { page } = window;
    const answer = { status: 503, json: { success: false, error: 'ACCOUNT_FAILED', message: 'It broke.' } };
    await page.route(/accounts\/unknown\/(events|orders|findings)/, route => route.fulfill(answer));
    await window.go('unknown/overview');
    const failures = page.getByRole('main').getByText('It broke.');
    // Those of the verdict and of the lanes.
    await expect.poll(() => failures.count()).toBe(2);
    await page.getByRole('region', { name: 'What is happening' }).getByText('Loading failed.').waitFor();
    expect(await page.getByText('No orders yet').count()).toBe(0);
    expect(await page.getByRole('list', { name: 'Verdict' }).count()).toBe(0);
    await page.unrouteAll();
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().click();
    await page.getByRole('list', { name: 'Verdict' }).waitFor();
  });

  test('loads as much for thousands of orders as for a few', async () => {
    const shop = stage.sandbox.openAccount({ name: 'thousands', balanceSun: 10 ** 12 });
    for (let times = 0; times < 40; times++) {
      const orders = Array.from({ length: 50 }, (_, index) => ({
        external_id: `${times}-${index}`,
        package_id: 1,
        address: RECIPIENT,
      }));
      expect((await shop.api.bulk(orders)).status).toBe(202);
    }
    await using window = await stage.open();
    const { page } = window;
    await window.go('thousands/orders');
    await page.reload();
    await window.go('thousands/overview');
    await page.getByText('the latest 12 of 2,000 orders').waitFor();
    await page.getByText('Nothing at present.').waitFor();
    const loadedBytes =
      'performance.getEntriesByType("resource").reduce((sum, { transferSize }) => sum + transferSize, 0)';
    expect(await page.evaluate(loadedBytes)).toBeLessThan(380_000);
  });

  test('says which account has failed, and links to it', async () => {
    const shop = account('broken');
    stage.sandbox.core.runner.fail(shop.account, new Error('a deliberate failure'));
    await using window = await stage.open();
    await window.go('demo/overview');
    await window.page.getByRole('link', { name: 'Account broken has failed' }).click();
    await expect.poll(() => window.page.url()).toContain('#/broken/settings');
    await stage.control('DELETE', '/accounts/broken');
  });

  test('shows the whole names of events on a tablet, and both ends of external_ids on a phone', async () => {
    const shop = account('tablet');
    const external_id = 'a-customer-with-a-long-name:inv-10005-retry';
    await shop.api.order({ external_id, package_id: 1, address: RECIPIENT });
    await shop.settle();
    await using window = await stage.open({ width: 768 });
    const { page } = window;
    const expectWhole = async (name: Locator): Promise<void> => {
      await name.waitFor();
      const cell = await name.evaluate(element => {
        const { scrollWidth, clientWidth } = element.closest('[role=cell]')!;
        return { scrollWidth, clientWidth };
      });
      expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
    };
    await window.go('tablet/webhooks');
    await expectWhole(page.getByRole('link', { name: 'order.undelegating' }));
    await page.setViewportSize({ width: 390, height: 800 });
    await window.go('tablet/orders');
    // Its middle is cut, so that its end is seen.
    await expectWhole(page.getByTitle(external_id));
    await window.go('tablet/overview');
    const lane = page.getByRole('region', { name: 'What is happening' }).getByRole('listitem');
    const name = lane.getByText(external_id);
    expect(await name.evaluate(element => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  test('shows findings with their evidence', async () => {
    const shop = account('figures');
    await shop.api.order({ package_id: 1, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('figures/overview');
    await page.getByRole('link', { name: 'Order without external id' }).first().click();
    await page.getByRole('heading', { name: 'How to fix it' }).waitFor();
    await window.go('figures/findings');
    await page.getByRole('link', { name: 'Order without external id' }).click();
    await page.getByRole('link', { name: /^req-/ }).first().click();
    await page.getByText('Request ID').waitFor();
  });

  test('shows coverage as the state machine of orders and as lists, and how to cover a gap', async () => {
    const shop = account('gaps');
    await shop.api.order({ external_id: 'covered', package_id: 1, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('gaps/findings/coverage');
    const machine = page.getByRole('group', { name: 'State machine of an order' });
    await machine.getByRole('button', { name: 'transition processing>failed: not covered' }).click();
    await page.getByRole('figure', { name: 'How to cover it' }).getByText('move ORDER failed').waitFor();
    await shop.advance(3_000);
    await machine.getByRole('button', { name: 'transition processing>delegating: covered once' }).waitFor();
    await page.getByRole('button', { name: 'response createOrder 202: covered once' }).waitFor();
    await page.getByRole('button', { name: 'response createOrder 402: not covered' }).click();
    await page.getByRole('figure', { name: 'How to cover it' }).getByText('insufficient-balance').waitFor();
  });

  test('shows what is due next, and a button goes there', async () => {
    const shop = account('rail');
    await shop.api.order({ external_id: 'soon', package_id: 1, address: FAILS });
    await using window = await stage.open();
    const { page } = window;
    await window.go('rail/overview');
    await page.getByRole('group', { name: 'Account clock' }).getByText('2026-01-01 00:00:00 UTC').waitFor();
    const due = page.getByRole('region', { name: 'What is due next' });
    await due.getByText('order 1 → delegating').getByText('in 3 s').waitFor();
    await due.getByRole('button', { name: 'Go to next' }).click();
    await expect.poll(() => shop.nowMs).toBe(Date.parse('2026-01-01T00:00:03.000Z'));
    await due.getByText('order 1 → failed').waitFor();
    await due.getByRole('button', { name: 'Go to next' }).click();
    await expect.poll(() => shop.nowMs).toBe(Date.parse('2026-01-01T00:00:12.000Z'));
  });

  test('asks before a jump over more than an hour of work, and an order is advanced to its delivery with one click', async () => {
    const shop = account('jump');
    await shop.api.order({ external_id: 'far', package_id: 1, address: RECIPIENT });
    const startMs = shop.nowMs;
    await using window = await stage.open();
    const { page } = window;
    await window.go('jump/orders/1');
    await page.getByRole('button', { name: 'Advance until this order is delivered' }).click();
    await page.getByText('delegated', { exact: true }).first().waitFor();
    expect(shop.nowMs - startMs).toBeLessThan(60_000);
    await shop.api.order({ external_id: 'more', package_id: 1, address: RECIPIENT });
    const beforeMs = shop.nowMs;
    await page.getByLabel('Advance the clock').click();
    await page.getByRole('button', { name: '1d', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Advance the clock by 1 d?' });
    await question.getByText(/actions that are scheduled now happen/).waitFor();
    expect(shop.nowMs).toBe(beforeMs);
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(shop.nowMs).toBe(beforeMs);
  });

  test('begins with the verdict: what was bought twice, for how much, and both orders in one picture', async () => {
    const shop = account('verdict');
    const send = (external_id: string, headers = {}) =>
      shop.api.call('POST', '/api/v1/order/', {
        body: { external_id, package_id: 1, address: RECIPIENT },
        headers,
      });
    await expect(send('lost', { 'x-sandbox-scenario': 'response-lost' })).rejects.toThrow();
    await shop.advance(5_000);
    await send('again');
    await using window = await stage.open({ width: 1440 });
    const { page } = window;
    await window.go('verdict/overview');
    const verdict = page.getByRole('list', { name: 'Verdict' });
    await verdict.getByText('3.90', { exact: true }).waitFor();
    const figures = await verdict.locator('.figure').allTextContents();
    expect(figures.map(text => text.trim())).toEqual([
      '2 orders',
      '7.80 TRX spent',
      '3.90 TRX lost by mistakes',
      '1 responses lost',
      '0 webhooks not acknowledged',
    ]);
    const card = page.getByRole('heading', { name: /3\.90 TRX: 1 and 2$/ });
    const lanes = page.getByRole('region', { name: 'What is happening' });
    const [above, below] = [await card.boundingBox(), await lanes.boundingBox()];
    expect(above!.y).toBeLessThan(below!.y);
    expect(await lanes.locator('.story-track .story-call.is-lost').count()).toBe(1);
    await card.getByRole('link', { name: '1', exact: true }).click();
    await page.getByRole('heading', { name: 'Order 1' }).waitFor();
    await card.getByRole('link').first().click();
    const picture = page.getByRole('region', { name: 'Its orders in one picture' });
    const calls = picture.locator('.story-track .story-call');
    await expect.poll(() => calls.count()).toBe(2);
    const link = page.url();
    await window.go('verdict/orders');
    await page.getByRole('link', { name: 'Paid twice' }).nth(1).click();
    expect(page.url()).toBe(link);
    // A picture is of its orders, whatever else happens meanwhile.
    await shop.settle();
    const drawn = () => picture.locator('.story-track').first().innerHTML();
    await expect.poll(drawn).toContain('is-undelegating');
    const before = await drawn();
    for (let number = 0; number < 120; number++) await shop.api.balance();
    await shop.advance(10 * 60 * 60_000);
    await page.reload();
    await expect.poll(() => calls.count()).toBe(2);
    expect(await drawn()).toBe(before);
    await stage.control('DELETE', '/accounts/verdict/requests');
    await page.reload();
    await picture.getByText('The requests that made 1, 2 are not recorded').waitFor();
    expect(await calls.count()).toBe(0);
  });

  test('says how many orders a mistake concerns at least, if there are more than the findings name', async () => {
    const shop = stage.sandbox.openAccount({ name: 'often', balanceSun: 10 ** 12 });
    for (let number = 0; number < 30; number++) await shop.api.order({ package_id: 1, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('often/overview');
    await page.getByRole('heading', { name: /: 1, 2, 3 and at least 17 more$/ }).waitFor();
    await page.getByRole('link', { name: 'Order without external id' }).first().click();
    await page.getByRole('region', { name: 'The first 6 of its orders in one picture' }).waitFor();
    await window.go('often/orders');
    await page.getByText('not all mistakes are marked').waitFor();
  });
});

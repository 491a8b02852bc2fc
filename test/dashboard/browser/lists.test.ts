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

  test('shows a refund of 3.90 TRX in the plot of a large balance, with labels that are not cut', async () => {
    const shop = account('plot');
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: FAILS });
    await shop.advance(60_000);
    await using window = await stage.open();
    const { page } = window;
    await window.go('plot/balance');
    const plot = page.getByRole('img', { name: 'Balance after 3 ledger entries, now 1,000,000.00 TRX' });
    expect(await plot.locator('circle title').allTextContents()).toEqual([
      expect.stringMatching(/opening: \+1,000,000\.00 TRX/),
      expect.stringMatching(/debit of order 1: −3\.90 TRX, balance 999,996\.10 TRX/),
      expect.stringMatching(/refund of order 1: \+3\.90 TRX, balance 1,000,000\.00 TRX/),
    ]);
    const levels = await page.locator('.plot-amount').allTextContents();
    expect(levels).toContain('1,000,000.00');
    expect(levels).toContain('999,996.00');
    const heights = await page.locator('.plot-line').getAttribute('d');
    const [start, debit, refund] = heights!.match(/[V ][\d.]+/g)!.map(text => Number(text.slice(1)));
    expect(debit! - start!).toBeGreaterThan(50);
    expect(refund).toBe(start);
    const cut =
      '[...document.querySelectorAll(".plot-amount")].some(text => text.getBBox().x + text.ownerSVGElement.firstChild.getCTM().e < text.ownerSVGElement.getCTM().e)';
    expect(await page.evaluate(cut)).toBe(false);
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

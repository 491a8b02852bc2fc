import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { openSnapshots } from './browser.ts';
import { countRequests, hold } from './held.ts';
import { setUpStage } from './stage.ts';

needing('chromium').describe('a second click while the first is carried out', () => {
  const stage = setUpStage({ webhooksAsDescribed: false, webhook_url: 'sandbox:receiver' });
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });

  /** Opens a page and clicks a button twice, before the server gets the first request. Returns how many it got. */
  async function requestsOfTwoClicks(
    place: string,
    path: string,
    prepare: (page: Awaited<ReturnType<typeof stage.open>>['page']) => Promise<Locator>,
    isDone: (page: Awaited<ReturnType<typeof stage.open>>['page']) => Locator,
  ): Promise<number> {
    await using window = await stage.open();
    const { page } = window;
    await window.go(place);
    await page.getByText('Live', { exact: true }).waitFor();
    const button = await prepare(page);
    const requests = countRequests(page, 'POST', path);
    const first = await hold(page, { method: 'POST', path, part: 'request' });
    await button.click();
    await first.reached;
    await button.click();
    // What says that it is done can disappear by itself.
    await Promise.all([isDone(page).waitFor(), first.release()]);
    return requests();
  }

  test('deposits once', async () => {
    const shop = account('deposit');
    const requests = await requestsOfTwoClicks(
      'deposit/balance',
      '/deposit',
      async page => {
        await page.getByLabel('Amount to add (TRX)').fill('5');
        return page.getByRole('button', { name: 'Deposit', exact: true });
      },
      page => page.getByRole('cell', { name: '+5.00' }),
    );
    expect(requests).toBe(1);
    expect(shop.state.balanceSun).toBe(105_000_000);
  });

  test('creates one key', async () => {
    const shop = account('one-key');
    const requests = await requestsOfTwoClicks(
      'one-key/settings',
      '/one-key/keys',
      async page => {
        await page.getByRole('button', { name: 'New key' }).click();
        return page.getByRole('button', { name: 'Create key' });
      },
      page => page.getByText('The key is shown only once.'),
    );
    expect(requests).toBe(1);
    expect(shop.state.keys).toHaveLength(2);
  });

  test('creates one account', async () => {
    account('opener');
    const requests = await requestsOfTwoClicks(
      'opener/overview',
      '/_sandbox/accounts',
      async page => {
        await page.getByLabel('Account: opener').click();
        await page.getByRole('button', { name: 'New account' }).click();
        return page.getByRole('button', { name: 'Create account' });
      },
      page => page.getByText('The key is shown only once.'),
    );
    expect(requests).toBe(1);
  });

  test('resends a webhook once', async () => {
    const shop = account('resends');
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    await shop.quiet();
    const requests = await requestsOfTwoClicks(
      'resends/orders/1',
      '/resend',
      async page => page.getByRole('button', { name: 'Resend', exact: true }),
      page => page.getByText('order.processing resent: acknowledged with 200.'),
    );
    expect(requests).toBe(1);
  });

  test('moves an order once', async () => {
    const shop = account('moves');
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    const requests = await requestsOfTwoClicks(
      'moves/orders/1',
      '/transition',
      async page =>
        page.getByRole('region', { name: 'Manual transition' }).getByRole('button', { name: 'delegating' }),
      page => page.getByText('Order 1 is now delegating.'),
    );
    expect(requests).toBe(1);
    expect(shop.state.orders[0]!.steps.at(-1)!.status).toBe('delegating');
  });

  test('takes one snapshot', async () => {
    account('shots');
    const requests = await requestsOfTwoClicks(
      'shots/overview',
      '/shots/snapshots',
      async page => {
        await openSnapshots(page);
        return page.getByRole('button', { name: 'Take snapshot' });
      },
      page => page.getByText('1 snapshot', { exact: true }),
    );
    expect(requests).toBe(1);
  });
});

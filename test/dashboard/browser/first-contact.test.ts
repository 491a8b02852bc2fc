import { describe, expect, test } from 'vitest';
import { HAS_BROWSER, loaded } from './browser.ts';
import { setUpStage } from './stage.ts';

/** What Chromium reports when a scenario loses a response. */
const LOST = /ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;

interface Listed<Item> {
  readonly items: readonly Item[];
}

describe.runIf(HAS_BROWSER)('at first contact', () => {
  const stage = setUpStage({ webhooksAsDescribed: false });
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });

  test('a new account shows a lost response, a retried webhook and a refund with one click each', async () => {
    account('newcomer');
    await using window = await stage.open({ expected: LOST });
    const { page } = window;
    await window.go('newcomer/overview');
    const guide = page.getByRole('region', { name: 'Three things to try first' });
    await guide.getByRole('button', { name: 'Lose a response', exact: true }).click();
    await guide.getByText('returned order').waitFor();
    await guide.getByRole('button', { name: 'Next: A retried webhook' }).click();
    await guide.getByRole('button', { name: 'Fail a webhook', exact: true }).click();
    await guide.getByText('Attempt 1: 500; attempt 2, 5 s later: 200.').waitFor();
    await guide.getByRole('button', { name: 'Next: A refund' }).click();
    await guide.getByRole('button', { name: 'Fail an order', exact: true }).click();
    await guide.getByText('TRX came back').waitFor();
    await guide.getByRole('link', { name: /^Order \d+$/ }).click();
    await page
      .getByRole('link', { name: /Service: refunded/ })
      .or(page.getByLabel(/Service: refunded/))
      .waitFor();
    const { items } = await stage.control<Listed<{ refunded: boolean }>>('GET', '/accounts/newcomer/orders');
    expect(items.map(({ refunded }) => refunded)).toEqual([false, false, true]);
    await page.goBack();
    await guide.getByText('TRX came back').waitFor();
    expect(window.violations.errors).toEqual([]);
  });

  test('an account that had orders, or a receiver of its own, is left alone', async () => {
    const busy = account('busy');
    await busy.api.order({ package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' });
    stage.sandbox.openAccount({ name: 'connected', webhookUrl: 'http://127.0.0.1:9/' });
    await using window = await stage.open();
    for (const name of ['busy', 'connected']) {
      await window.go(`${name}/overview`);
      await loaded(window.page);
      expect(await window.page.getByText('Three things to try first').count()).toBe(0);
    }
  });

  test('an order whose response is lost says what a client cannot know, and how it finds out', async () => {
    account('lossy');
    await using window = await stage.open({ expected: LOST });
    const { page } = window;
    await window.go('lossy/new');
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

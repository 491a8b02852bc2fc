import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { setUpStage } from './stage.ts';

needing('chromium').describe('the page of the built-in receiver', () => {
  const stage = setUpStage({ webhooksAsDescribed: false });
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });
  const order = { package_id: 1, address: RECIPIENT };

  test('becomes the destination, and shows webhooks as they fail, are retried and arrive again, without a finding', async () => {
    const shop = account('dial');
    await using window = await stage.open();
    const { page } = window;
    await window.go('dial/webhooks/receiver');
    await page.getByText('do not arrive here').waitFor();
    await page.getByRole('button', { name: 'Send webhooks here' }).click();
    await page.getByText('now arrive here').waitFor();
    expect(shop.state.webhook.url).toBe('sandbox:receiver');
    await page.getByLabel('For how many deliveries').selectOption('1');
    await page.getByRole('button', { name: '500', exact: true }).click();
    await page.getByText('Responds with 500 at once, for 1 more delivery; then with 200.').waitFor();
    await shop.api.order({ ...order, external_id: 'inv-1' });
    const first = page.getByRole('row', { name: /order\.processing/ });
    await first.getByText('500').waitFor();
    await first.getByText('verified').waitFor();
    await page.getByText('Responds with 200 at once.').waitFor();
    await window.go('dial/webhooks');
    const event = page.getByRole('row', { name: /order\.processing/ });
    for (const text of ['retrying', 'inv-1', '500', '2 of 9, in 5 s']) await event.getByText(text).waitFor();
    await window.go('dial/webhooks/receiver');
    await shop.advance(40_000);
    await page.getByText(/1 duplicate$/).waitFor();
    await page
      .getByRole('row', { name: /of no\. 1/ })
      .getByText('200')
      .waitFor();
    await page
      .getByRole('row', { name: /of no\. 1/ })
      .getByRole('link')
      .click();
    await page.getByText('It has the event id of').waitFor();
    await page.getByText('The signatures match').waitFor();
    expect(stage.sandbox.findings(shop.account).filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  test('shows a delivery that hangs while it hangs', async () => {
    const shop = account('silence');
    await using window = await stage.open();
    const { page } = window;
    await window.go('silence/webhooks/receiver');
    await page.getByRole('button', { name: 'Send webhooks here' }).click();
    await page.getByRole('button', { name: 'Hang' }).click();
    await page.getByText('Never responds').waitFor();
    await shop.api.order(order);
    await page
      .getByRole('row', { name: /order\.processing/ })
      .getByText('pending')
      .waitFor();
    await stage.control('POST', '/accounts/silence/reset', {});
    await page.getByText('Nothing arrived yet').waitFor();
  });

  test('refuses a forged webhook, and accepts it once it does not verify', async () => {
    const shop = account('forgery');
    await using window = await stage.open();
    const { page } = window;
    await window.go('forgery/webhooks/receiver');
    await page.getByRole('button', { name: 'Send webhooks here' }).click();
    await page.getByText('now arrive here').waitFor();
    await shop.api.order(order);
    await shop.quiet();
    const { items } = await stage.control<{ items: { event_id: string }[] }>(
      'GET',
      '/accounts/forgery/events',
    );
    const forge = () =>
      stage.control('POST', `/accounts/forgery/events/${items[0]!.event_id}/resend`, {
        corrupt: 'wrong-secret',
      });
    await forge();
    await page
      .getByRole('row', { name: /not verified/ })
      .getByText('401')
      .waitFor();
    await page.getByRole('checkbox', { name: 'Verify signatures' }).uncheck();
    await page.getByText('Forged deliveries are treated like genuine ones.').waitFor();
    await forge();
    await page
      .getByRole('row', { name: /not verified/ })
      .getByText('200')
      .waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Nothing arrived yet').waitFor();
  });
});

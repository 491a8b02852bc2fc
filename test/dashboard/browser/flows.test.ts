import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { copyKey, shownBy } from './browser.ts';
import { writeScenario } from './scenario-editor.ts';
import { setUpStage } from './stage.ts';

const FAILS = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';

/** The webhook destination of all accounts of the server. Nothing listens there. */
const UNREACHABLE_URL = 'http://127.0.0.1:9/webhooks';

needing('chromium').describe('on the dashboard', () => {
  const stage = setUpStage({ webhooksAsDescribed: false, webhook_url: UNREACHABLE_URL });

  /** Opens an account for one test. */
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });

  test('the order page explains why an order failed, and resends its webhook', async () => {
    const shop = account('why');
    const receiver = await stage.sandbox.receive(shop.account);
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: FAILS });
    await shop.advance(60_000);
    await using window = await stage.open();
    const { page } = window;
    await window.go('why/orders');
    await page.getByLabel('Status', { exact: true }).selectOption('failed');
    await page.getByRole('link', { name: '1', exact: true }).click();
    const explanation = page.getByText('Failed at 00:00:12.').locator('..');
    await explanation.getByText('failed-with-refund/orders[0]').waitFor();
    await explanation.getByText(/refunded at .*00:00:17/).waitFor();
    const before = receiver.deliveries.length;
    const row = page.getByRole('row', { name: /order\.failed/ });
    await shownBy(page, 'order.failed resent: acknowledged with 204.', () =>
      row.getByRole('button', { name: 'Resend', exact: true }).click(),
    );
    expect(receiver.names.slice(before)).toEqual(['order.failed']);
    expect(receiver.deliveries.at(-1)!.body).toEqual(receiver.deliveries[before - 1]!.body);
  });

  test('the order page shows the wallet of the recipient, and the order that delegates Energy to it', async () => {
    const shop = account('wallet');
    await shop.api.order({ external_id: 'rented', package_id: 1, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('wallet/orders/1');
    const card = page.getByRole('region', { name: /^Wallet / });
    await card.getByText('0 of 0 left').waitFor();
    await shop.advance(12_000);
    await card.getByText('65,000 of 65,000 left').waitFor();
    await card.getByRole('link', { name: 'Order 1' }).waitFor();
  });

  test('an order is quoted while the form is filled in, created, and listed at once in another window', async () => {
    account('form');
    await using first = await stage.open();
    await using second = await stage.open();
    await second.go('form/orders');
    await second.page.getByText('No orders yet').waitFor();
    await first.go('form/orders/new');
    await first.page.getByText('3.90 TRX').waitFor();
    await first.page.getByLabel('Duration', { exact: true }).selectOption('5');
    await first.page.getByText('2.60 TRX').waitFor();
    await first.page.getByRole('button', { name: 'Custom amount' }).click();
    await first.page.getByLabel('Energy', { exact: true }).fill('65500');
    await first.page.getByText('CUSTOM_ENERGY_INVALID_STEP').waitFor();
    await first.page.getByLabel('Energy', { exact: true }).fill('66000');
    await first.page.getByText('3.96 TRX').waitFor();
    await first.page.getByLabel('external_id').fill('typed-1');
    await first.page.getByText('"external_id":"typed-1"').waitFor();
    await first.page.getByRole('button', { name: 'Place order', exact: true }).click();
    await first.page.getByRole('link', { name: 'Order 1' }).waitFor();
    await second.page.getByText('typed-1').waitFor();
    await second.page.getByRole('cell', { name: 'processing' }).waitFor();
    await first.page.getByRole('button', { name: 'Go to next', disabled: false }).click();
    await second.page.getByRole('cell', { name: 'delegating' }).waitFor();
  });

  test('an order is moved manually along its allowed transitions, by keyboard alone', async () => {
    const shop = account('hand');
    await shop.api.order({ package_id: 1, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('hand/orders');
    await page.getByRole('link', { name: '1', exact: true }).focus();
    await page.keyboard.press('Enter');
    const moves = page.getByRole('region', { name: 'Manual transition' });
    await moves.getByRole('button', { name: 'review' }).focus();
    expect(await moves.getByRole('button').allTextContents()).not.toContain('completed');
    await page.keyboard.press('Enter');
    await page.getByText('In review since').waitFor();
    await page.getByRole('cell', { name: 'dashboard', exact: true }).waitFor();
  });

  test('the clock is started, stopped, and advanced until nothing is due', async () => {
    const shop = account('clock');
    await shop.api.order({ package_id: 1, duration_minutes: 5, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('clock/orders/1');
    await page.getByLabel('Advance the clock').click();
    await page.getByRole('button', { name: 'Until nothing is due' }).click();
    await page.getByRole('heading', { name: 'Order 1' }).locator('..').getByText('completed').waitFor();
    await page.getByRole('button', { name: 'Start the clock' }).click();
    await page.getByRole('button', { name: 'Stop the clock' }).click();
    await page.getByRole('button', { name: 'Start the clock' }).waitFor();
    expect(shop.state.clock.mode).toBe('manual');
  });

  test('a request shows why it was rejected, and is copied as a curl command', async () => {
    const shop = account('journal');
    await shop.api.order({ external_id: "o'1", package_id: 1, address: RECIPIENT, colour: 'red' });
    await using window = await stage.open();
    const { page } = window;
    await window.go('journal/requests');
    await page.getByRole('link', { name: 'POST /order/' }).click();
    await page.getByText('EXTERNAL_ID_INVALID').last().waitFor();
    await page.getByText('colour', { exact: false }).first().waitFor();
    await shownBy(page, 'Copied', () => page.getByRole('button', { name: 'Copy as curl' }).click());
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain(`curl -i -X POST ${stage.sandbox.baseUrl}/api/v1/order/ `);
    expect(copied).toContain("'Authorization: Bearer <API_KEY>'");
    expect(copied).toContain(`o'\\''1`);
    expect(copied).not.toContain(shop.apiKey);
  });

  test('a scenario is written with its errors marked at their lines, tried, and saved', async () => {
    const shop = account('writing');
    const destinations = new Set<string>();
    const unwatch = stage.sandbox.core.facts.join({
      happened: ({ state }, happenings) => {
        if (!happenings.some(({ kind }) => kind === 'attempt')) return;
        for (const { attempts } of state.events) for (const { url } of attempts) destinations.add(url);
      },
    });
    await using window = await stage.open();
    const { page } = window;
    await window.go('writing/scenarios/~new');
    const lines = ['name: mine', 'summary: It fails at once.', 'orders:', '  - lifecycle:'];
    await writeScenario(page, [...lines, '      - { after: 1s, to: faild }', ''].join('\n'));
    await page.getByRole('button', { name: 'line 5' }).waitFor();
    await page.getByText('"failed"').waitFor();
    await writeScenario(page, [...lines, '      - { after: 1s, to: failed }', ''].join('\n'));
    await page.getByText('Valid: 1 order rule.').waitFor();
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    const picture = page.getByRole('group', { name: 'Sequence diagram of order 1, dry-run-1' });
    await picture.getByRole('img', { name: /Service: failed$/ }).waitFor();
    expect(await picture.getByRole('link').count()).toBe(0);
    expect(shop.state.scenarios).toEqual([]);
    expect([...destinations]).toEqual(['sandbox:receiver']);
    const { findings } = stage.sandbox.running;
    const ofDryRuns = findings.all(() => Number.POSITIVE_INFINITY);
    expect(ofDryRuns.filter(finding => finding.account?.startsWith('dry-run-'))).toEqual([]);
    unwatch();
    await shownBy(page, 'mine is active.', () =>
      page.getByRole('button', { name: 'Save and activate' }).click(),
    );
    expect(shop.state.scenarios.map(({ name }) => name)).toEqual(['mine']);
    expect(
      stage.sandbox.core.accounts.list().filter(({ state }) => state.name.startsWith('dry-run-')),
    ).toEqual([]);
  });

  test('a key is created, shown once, and revoked', async () => {
    const shop = account('keys');
    await using window = await stage.open();
    const { page } = window;
    await window.go('keys/settings');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('reader');
    await page.getByLabel('orders:create').uncheck();
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByRole('dialog').locator('code', { hasText: 'ersk_' }).textContent();
    expect((await shop.api.as(key).order({ package_id: 1, address: RECIPIENT })).outcome).toBe(
      '403 SCOPE_FORBIDDEN',
    );
    await copyKey(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Revoke reader' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('revoked', { exact: true }).waitFor();
    expect((await shop.api.as(key).balance()).status).toBe(401);
  });
});

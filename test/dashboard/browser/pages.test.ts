import { describe, expect, test } from 'vitest';
import { addressNumber, RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { LONG } from '../../support/tier.ts';
import { axeFindings, type DashboardWindow, loaded } from './browser.ts';
import { notFitting, WIDTHS } from './layout.ts';
import { observed, setUpStage } from './stage.ts';

const FAILS = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';

/** The pages with their headings: those of an account with everything that a page can show, and of others. */
const PAGES: readonly (readonly [place: string, heading: string])[] = [
  ['demo/overview', 'Overview'],
  ['demo/orders', 'Orders'],
  ['demo/orders/2', 'Order 2'],
  ['demo/orders/abc', 'Order abc'],
  ['demo/orders/new', 'New order'],
  ['demo/webhooks', 'Webhooks'],
  ['demo/webhooks/EVENT', 'Webhooks'],
  ['demo/webhooks/receiver', 'Webhooks'],
  ['demo/webhooks/receiver/1', 'Webhooks'],
  ['demo/requests', 'Requests'],
  ['demo/requests/REQUEST', 'Requests'],
  ['demo/scenarios', 'Scenarios'],
  ['demo/scenarios/failed-with-refund', 'Scenarios'],
  ['demo/scenarios/webhook-duplicated', 'Scenarios'],
  ['demo/scenarios/~new', 'Scenarios'],
  ['demo/findings', 'Findings'],
  ['demo/findings/coverage', 'Findings'],
  ['demo/balance', 'Balance'],
  ['demo/settings', 'Settings'],
  ['demo/settings/assumptions', 'Settings'],
  ['failing/orders/1', 'Order 1'],
  ['nobody/orders', 'Account nobody does not exist'],
];

needing('chromium').describe('every page', () => {
  const stage = setUpStage({ webhookUrl: 'sandbox:receiver' });
  let prepared: Promise<{ event: string; request: string }> | null = null;

  /** Creates orders with everything that a page can show: failures, retries, a rejected request, a duplicate, long names. */
  const prepare = async (): Promise<{ event: string; request: string }> => {
    const { sandbox } = stage;
    await sandbox.api.order({ external_id: 'beier:inv-10001', package_id: 1, address: RECIPIENT });
    await stage.control('PUT', '/accounts/demo/receiver', { status: 500, times: 3 });
    await sandbox.api.order({ external_id: 'fails', package_id: 2, address: FAILS });
    const refused = await sandbox.api.order({ energy_amount: 65_500, address: addressNumber(2), extra: 1 });
    // As long as an external_id can be.
    await sandbox.api.order({ external_id: 'long-'.padEnd(128, 'x'), package_id: 1, address: RECIPIENT });
    await sandbox.advance(60_000);
    const { items } = await stage.control<{ items: { event_id: string }[] }>(
      'GET',
      '/accounts/demo/events?order=2',
    );
    const event = items[0]!.event_id;
    await stage.control('POST', `/accounts/demo/events/${event}/resend`, { corrupt: 'wrong-secret' });
    await stage.control('PUT', '/accounts/demo/receiver', { hang: true });
    await stage.control('POST', '/accounts/demo/snapshots', { name: 'a'.repeat(64) });
    const scenarios = ['webhook-before-response', 'review'].map(name => sandbox.core.library.get(name)!);
    sandbox.core.runner.execute(sandbox.account, 'setScenarios', { scenarios });
    const failing = sandbox.openAccount({ name: 'failing', webhookUrl: 'sandbox:receiver' });
    await stage.control('PUT', '/accounts/failing/receiver', { status: 500 });
    await failing.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    await failing.advance(5 * 60_000);
    return { event, request: refused.headers['x-sandbox-request-id']! };
  };

  const whenPrepared = () => {
    prepared ??= prepare();
    return prepared;
  };

  /** Opens a page, and waits until it has loaded what it shows. */
  const visit = async ({ page, go }: DashboardWindow, place: string, heading: string): Promise<void> => {
    const { event, request } = await whenPrepared();
    await go(place.replace('EVENT', event).replace('REQUEST', request));
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await (heading.endsWith('does not exist') ? page.getByText('No such account').waitFor() : loaded(page));
    if (/orders\/\d|balance/.test(place)) await page.locator('.seq svg, .plot svg').first().waitFor();
  };

  const search = async (window: DashboardWindow): Promise<void> => {
    const { page } = window;
    await visit(window, 'demo/orders', 'Orders');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('order');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
  };

  test('loads without errors, fits every screen, and leaves no trace in journal, findings, coverage and keys', async () => {
    await whenPrepared();
    const before = await observed(stage, 'demo');
    // One window for all of them, as a person uses it.
    await using window = await stage.open({ expected: /404/ });
    for (const [place, heading] of PAGES) {
      await window.page.setViewportSize({ width: 1280, height: 800 });
      await visit(window, place, heading);
      expect(await notFitting(window.page), place).toEqual([]);
      expect(window.violations, place).toEqual({ errors: [], otherHosts: [], dialogs: [] });
    }
    expect(await observed(stage, 'demo')).toEqual(before);
  });

  test('fits every screen with the search', async () => {
    await using window = await stage.open();
    await search(window);
    expect(await notFitting(window.page)).toEqual([]);
  });

  describe.runIf(LONG)('is accessible', () => {
    test.each(PAGES)('%s', async (place, heading) => {
      await using window = await stage.open({ expected: /404/ });
      await visit(window, place, heading);
      expect(await axeFindings(window.page)).toEqual([]);
    });

    test('with the search and the menu of the clock', async () => {
      await using window = await stage.open();
      const { page } = window;
      await search(window);
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByLabel('Advance the clock').click();
      expect(await axeFindings(page)).toEqual([]);
    });
  });

  test('is reached through the navigation', async () => {
    await using window = await stage.open();
    const { page } = window;
    await window.go('demo/orders');
    const nav = page.getByRole('navigation', { name: 'Main' });
    const linksOf = (name: RegExp) => nav.getByRole('link', { name });
    const reach = async (name: RegExp): Promise<void> => {
      const link = linksOf(name);
      await link.scrollIntoViewIfNeeded();
    };
    const headings = ['Requests', 'Webhooks', 'Scenarios', 'Findings', 'Balance', 'Settings', 'Orders'];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await reach(/^API reference/);
      for (const heading of headings) {
        const name = new RegExp(`^${heading}`);
        await reach(name);
        await linksOf(name).click();
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      }
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await linksOf(/^Settings/).click();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Settings', exact: true }).waitFor();
    const { x, width } = (await linksOf(/^Settings/).boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(390);
  });

  test('is the target of a redirect from /', async () => {
    const response = await fetch(stage.sandbox.baseUrl, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/_sandbox/']);
  });

  test('shows, while it is empty, the command that creates the first entry', async () => {
    stage.sandbox.openAccount({ name: 'empty', webhookUrl: null });
    await using window = await stage.open();
    for (const [place, command] of [
      ['orders', '/api/v1/order/'],
      ['requests', '/api/v1/balance/'],
      ['webhooks', 'npx energy-rental-sandbox listen'],
    ]) {
      await window.go(`empty/${place}`);
      await window.page.getByRole('figure', { name: 'Command' }).getByText(command!).waitFor();
    }
  });
});

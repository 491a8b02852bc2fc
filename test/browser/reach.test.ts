import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { axeFindings, HAS_BROWSER, loaded } from './browser.ts';
import { setUpStage } from './stage.ts';

/** 320 px is the width at which a window of 1,280 px is zoomed to 400 %. */
const WIDTHS = [320, 390, 768, 1024, 1440];

const PLACES = [
  'overview',
  'orders',
  'orders/2',
  'orders/abc',
  'new',
  'webhooks',
  'webhooks/EVENT',
  'receiver',
  'receiver/1',
  'requests',
  'requests/REQUEST',
  'scenarios',
  'scenarios/webhook-duplicated',
  'findings',
  'coverage',
  'snapshots',
  'balance',
  'keys',
  'assumptions',
];

/** What does not fit: a wide page, controls outside the window, texts that are cut without a tooltip, and hints in fields. */
const NOT_FITTING = `(() => {
  const shown = element => element.checkVisibility({ visibilityProperty: true });
  const nameOf = element => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60);
  const page = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
  const controls = [...document.querySelectorAll('a, button, input, select, summary, textarea')]
    .filter(element => shown(element) && !element.closest('.skip, pre'))
    .filter(element => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -1 || right > innerWidth + 1);
    })
    .map(element => 'outside: ' + nameOf(element));
  const cut = [...document.querySelectorAll('h1, h2, h3, th, td, button, .clip, .pill, .place, dd, label')]
    .filter(element => shown(element) && element.scrollWidth > element.clientWidth + 1)
    .filter(element => getComputedStyle(element).overflowX !== 'visible')
    .filter(element => !element.closest('[title]') && !element.querySelector('[title]'))
    .map(element => 'cut: ' + nameOf(element));
  const pen = document.createElement('canvas').getContext('2d');
  const hints = [...document.querySelectorAll('input[placeholder]')]
    .filter(element => {
      const style = getComputedStyle(element);
      pen.font = style.font;
      const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return shown(element) && pen.measureText(element.placeholder).width > room;
    })
    .map(element => 'hint: ' + element.placeholder);
  return [...page, ...controls, ...cut, ...hints];
})()`;

describe.runIf(HAS_BROWSER)('at every width', () => {
  const stage = setUpStage({ webhookUrl: 'sandbox:receiver' });
  let ids: Promise<{ event: string; request: string }> | null = null;

  /** Creates what the pages show: orders with long ids, retries, a refused request, a duplicate. */
  const prepare = async (): Promise<{ event: string; request: string }> => {
    const { sandbox } = stage;
    await sandbox.api.order({ external_id: 'beier:inv-10001', package_id: 1, address: RECIPIENT });
    await stage.control('PUT', '/accounts/demo/receiver', { status: 500, times: 3 });
    await sandbox.api.order({
      external_id: 'fails',
      package_id: 2,
      address: 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR',
    });
    const refused = await sandbox.api.order({ energy_amount: 65_500, address: RECIPIENT });
    // As long as an external_id can be.
    await sandbox.api.order({ external_id: 'long-'.padEnd(128, 'x'), package_id: 1, address: RECIPIENT });
    await sandbox.advance(20_000);
    const { items } = await stage.control<{ items: { event_id: string }[] }>(
      'GET',
      '/accounts/demo/events?order=2',
    );
    await stage.control('POST', `/accounts/demo/events/${items[0]!.event_id}/resend`, {
      corrupt: 'wrong-secret',
    });
    await stage.control('PUT', '/accounts/demo/receiver', { hang: true });
    return { event: items[0]!.event_id, request: refused.headers['x-sandbox-request-id']! };
  };

  for (const width of WIDTHS) {
    test(`nothing is cut off or outside the window: ${width} px`, async () => {
      ids ??= prepare();
      const { event, request } = await ids;
      await using window = await stage.open({ width, expected: /404/ });
      for (const place of PLACES) {
        await window.go(`demo/${place.replace('EVENT', event).replace('REQUEST', request)}`);
        await loaded(window.page);
        expect.soft(await window.page.evaluate(NOT_FITTING), place).toEqual([]);
      }
      await window.page.keyboard.press('Control+k');
      await window.page.getByRole('combobox', { name: 'Search' }).waitFor();
      expect(await window.page.evaluate(NOT_FITTING), 'search').toEqual([]);
      expect(window.violations.errors).toEqual([]);
    });

    test(`every page is reached through the navigation: ${width} px`, async () => {
      await using window = await stage.open({ width });
      const { page } = window;
      await window.go('demo/orders');
      const headings = [
        'New order',
        'Webhooks',
        'Receiver',
        'Requests',
        'Scenarios',
        'Balance',
        'Keys and limits',
        'Assumptions',
        'Orders',
      ];
      const nav = page.getByRole('navigation', { name: 'Main' });
      for (const heading of headings) {
        const link = nav.getByRole('link', { name: new RegExp(`^${heading}`) });
        if (!(await link.first().isVisible())) await nav.getByLabel('More pages').click();
        await link.locator('visible=true').click();
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      }
      const docs = nav.getByRole('link', { name: 'Control API' });
      if (!(await docs.first().isVisible())) await nav.getByLabel('More pages').click();
      expect(await docs.locator('visible=true').count()).toBe(1);
    });
  }

  test('the new pages and popups are accessible in both color schemes', async () => {
    ids ??= prepare();
    await ids;
    for (const scheme of ['light', 'dark'] as const) {
      await using window = await stage.open({ scheme, expected: /404/ });
      const { page } = window;
      for (const place of ['receiver', 'receiver/1', 'orders/abc']) {
        await window.go(`demo/${place}`);
        await loaded(page);
        expect(await axeFindings(page), place).toEqual([]);
      }
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('order');
      await page.getByRole('option').first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByLabel('Advance the clock').click();
      expect(await axeFindings(page)).toEqual([]);
      await window.go('nobody/orders');
      await page.getByRole('heading', { name: 'Account nobody does not exist' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { addressNumber, RECIPIENT } from '../support/addresses.ts';
import { axeFindings, HAS_BROWSER, loaded } from './browser.ts';
import { setUpStage } from './stage.ts';

const FAILS = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';

/** The pages with their headings. */
const PAGES: readonly (readonly [place: string, heading: string])[] = [
  ['demo/overview', 'Overview'],
  ['demo/orders', 'Orders'],
  ['demo/orders/2', 'Order 2'],
  ['demo/new', 'New order'],
  ['demo/webhooks', 'Webhooks'],
  ['demo/webhooks/EVENT', 'Webhooks'],
  ['demo/requests', 'Requests'],
  ['demo/requests/REQUEST', 'Requests'],
  ['demo/scenarios', 'Scenarios'],
  ['demo/scenarios/failed-with-refund', 'Scenarios'],
  ['demo/scenarios/~new', 'Scenarios'],
  ['demo/findings', 'Findings'],
  ['demo/coverage', 'Coverage'],
  ['demo/snapshots', 'Snapshots'],
  ['demo/balance', 'Balance'],
  ['demo/keys', 'Keys and limits'],
  ['demo/assumptions', 'Assumptions'],
];

describe.runIf(HAS_BROWSER)('every page', () => {
  const stage = setUpStage();
  let ids: Promise<{ event: string; request: string }> | null = null;

  /** One window per color scheme. A violation on one page is still reported on the next. */
  const windows: Partial<Record<'light' | 'dark', ReturnType<typeof stage.open>>> = {};

  /** Creates orders with everything that a page can show: a failure, retries, a rejected request. */
  const prepare = async (): Promise<{ event: string; request: string }> => {
    const { sandbox } = stage;
    const receiver = await sandbox.receive();
    receiver.next(500, 'reset');
    await sandbox.api.order({ external_id: 'plain', package_id: 1, address: RECIPIENT });
    await sandbox.api.order({ external_id: 'fails', package_id: 2, address: FAILS });
    const refused = await sandbox.api.order({ energy_amount: 65_500, address: addressNumber(2), extra: 1 });
    await sandbox.advance(60_000);
    const { items } = await stage.control<{ items: { event_id: string }[] }>(
      'GET',
      '/accounts/demo/events?order=1',
    );
    return { event: items[0]!.event_id, request: refused.headers['x-sandbox-request-id']! };
  };

  for (const scheme of ['light', 'dark'] as const) {
    for (const [place, heading] of PAGES) {
      test(`is accessible and requests nothing from other hosts: ${place}, ${scheme}`, async () => {
        ids ??= prepare();
        const { event, request } = await ids;
        windows[scheme] ??= stage.open({ scheme });
        const window = await windows[scheme];
        const { page, violations } = window;
        await window.go(place.replace('EVENT', event).replace('REQUEST', request));
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
        await loaded(page);
        expect(await axeFindings(page)).toEqual([]);
        expect(violations).toEqual({ errors: [], otherHosts: [], dialogs: [] });
      });
    }
  }

  test('fits a phone without horizontal scrolling', async () => {
    ids ??= prepare();
    const { event, request } = await ids;
    await using window = await stage.open({ width: 380 });
    for (const [place] of PAGES) {
      await window.go(place.replace('EVENT', event).replace('REQUEST', request));
      await loaded(window.page);
      const { contentWidth, windowWidth } = (await window.page.evaluate(
        'Promise.resolve({ contentWidth: document.documentElement.scrollWidth, windowWidth: innerWidth })',
      )) as { contentWidth: number; windowWidth: number };
      expect(contentWidth, place).toBeLessThanOrEqual(windowWidth);
    }
    expect(await axeFindings(window.page)).toEqual([]);
  });

  test('is the target of a redirect from /', async () => {
    const response = await fetch(stage.sandbox.baseUrl, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/_sandbox/']);
  });

  test('shows, while it is empty, the command that creates the first entry', async () => {
    stage.sandbox.openAccount({ name: 'empty' });
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

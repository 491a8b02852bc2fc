import { describe, expect, test } from 'vitest';
import { addressNumber, RECIPIENT } from '../support/addresses.ts';
import { axeFindings, HAS_BROWSER } from './browser.ts';
import { setStage } from './stage.ts';

const FAILS = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';

/** A place with something to see, and its heading. */
const PLACES: readonly (readonly [place: string, heading: string])[] = [
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
  ['demo/balance', 'Balance'],
  ['demo/keys', 'Keys and limits'],
  ['demo/assumptions', 'Assumptions'],
];

describe.runIf(HAS_BROWSER)('every page', () => {
  const stage = setStage();
  let ids: Promise<{ event: string; request: string }> | null = null;

  /** One window a colour scheme: what is wrong on one page would still be told on the next. */
  const windows: Partial<Record<'light' | 'dark', ReturnType<typeof stage.open>>> = {};

  /** Orders with all that can be shown about them: a failure, retries, a refused call. */
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
    for (const [place, heading] of PLACES) {
      test(`is open to everybody and asks nobody else: ${place}, ${scheme}`, async () => {
        ids ??= prepare();
        const { event, request } = await ids;
        windows[scheme] ??= stage.open({ scheme });
        const window = await windows[scheme];
        const { page, offences } = window;
        await window.go(place.replace('EVENT', event).replace('REQUEST', request));
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
        await page.getByText('Live', { exact: true }).waitFor();
        await expect.poll(() => page.getByText('Reading…').count()).toBe(0);
        expect(await axeFindings(page)).toEqual([]);
        expect(offences).toEqual({ errors: [], foreign: [], dialogs: [] });
      });
    }
  }

  test('fits a telephone without scrolling sideways', async () => {
    ids ??= prepare();
    const { event, request } = await ids;
    await using window = await stage.open({ width: 380 });
    for (const [place] of PLACES) {
      await window.go(place.replace('EVENT', event).replace('REQUEST', request));
      const { wide, room } = (await window.page.evaluate(
        'Promise.resolve({ wide: document.documentElement.scrollWidth, room: innerWidth })',
      )) as { wide: number; room: number };
      expect(wide, place).toBeLessThanOrEqual(room);
    }
    expect(await axeFindings(window.page)).toEqual([]);
  });

  test('is led to from the bare address', async () => {
    const response = await fetch(stage.sandbox.baseUrl, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/_sandbox/']);
  });

  test('teaches, where there is nothing yet, the command that fills it', async () => {
    stage.sandbox.openAccount({ name: 'empty' });
    await using window = await stage.open();
    for (const [place, command] of [
      ['orders', '/api/v1/order/'],
      ['requests', '/api/v1/balance/'],
      ['webhooks', 'energy-sandbox listen'],
    ]) {
      await window.go(`empty/${place}`);
      await window.page.getByRole('figure', { name: 'Command' }).getByText(command!).waitFor();
    }
  });
});

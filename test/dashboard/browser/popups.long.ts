import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { axeFindings, type DashboardWindow, loaded, openSnapshots } from './browser.ts';
import { setUpStage } from './stage.ts';

const FAILS = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';
const LONG_NAME = 'a-name-of-64-characters-'.padEnd(64, 'x');

/** Opens something on a page. */
type Opening = readonly [what: string, place: string, open: (page: Page) => Promise<unknown>];

const dialog = (page: Page) => page.getByRole('dialog').waitFor();

const OPENINGS: readonly Opening[] = [
  ['the menu of the accounts', 'orders', page => page.getByLabel('Account: demo').click()],
  [
    'the search',
    'orders',
    async page => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('order');
      await page.getByRole('option', { name: /^POST/ }).first().waitFor();
    },
  ],
  ['the menu of the speeds', 'orders', page => page.getByLabel('Speed: stopped').click()],
  ['the menu of the events', 'webhooks', page => page.getByLabel('Trigger an event').click()],
  ['the menu of the corruptions', 'orders/2', page => page.getByLabel('Resend corrupted').first().click()],
  [
    'the form of a new account',
    'orders',
    async page => {
      await page.getByLabel('Account: demo').click();
      await page.getByRole('button', { name: 'New account' }).click();
      await dialog(page);
    },
  ],
  [
    'the form of a new key',
    'settings',
    async page => {
      await page.getByRole('button', { name: 'New key' }).click();
      await dialog(page);
    },
  ],
  [
    'a question with a long name',
    'settings',
    async page => {
      await page.getByRole('button', { name: `Revoke ${LONG_NAME}` }).click();
      await dialog(page);
    },
  ],
  [
    'the question before a snapshot with a long name is restored',
    'orders',
    async page => {
      await openSnapshots(page);
      await page.getByRole('button', { name: `Restore ${LONG_NAME}` }).click();
      await page.getByRole('dialog', { name: /^Restore/ }).waitFor();
    },
  ],
  [
    'the destination and secret',
    'webhooks',
    async page => {
      await page.getByRole('button', { name: 'Destination and secret' }).click();
      await dialog(page);
    },
  ],
  [
    'the bytes of a delivery',
    'orders/2',
    async page => {
      await page
        .getByRole('link', { name: /Service to Receiver/ })
        .first()
        .click();
      await dialog(page);
    },
  ],
  [
    'the bytes of a request',
    'orders/2',
    async page => {
      await page
        .getByRole('link', { name: /POST \/order\// })
        .first()
        .click();
      await page.getByRole('dialog').getByText('Request ID').waitFor();
    },
  ],
  [
    'the form of an assumption',
    'settings/assumptions',
    async page => {
      await page
        .getByRole('button', { name: /^Change / })
        .first()
        .click();
      await page.getByLabel(/^New value of /).waitFor();
    },
  ],
  [
    'the comparison of a corrupted resend',
    'webhooks/EVENT',
    page => page.getByRole('region', { name: /compared with/ }).waitFor(),
  ],
];

/** Whether an open dialog or menu has something that cannot be seen: it is wider than its place, or outside the window. */
const NOT_SHOWN = `[...document.querySelectorAll('dialog[open], :popover-open')].flatMap(element => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  // Browsers scroll by whole pixels.
  const outside = left < 0 || Math.floor(right) > innerWidth || top < 0 || Math.floor(bottom) > innerHeight;
  return [
    ...(outside ? ['outside the window'] : []),
    ...(element.scrollWidth > element.clientWidth ? ['wider than its place'] : []),
    ...(element.scrollTop > 0 ? ['scrolled away from its beginning'] : []),
  ];
})`;

needing('chromium').describe('menus and dialogs', () => {
  const stage = setUpStage({ webhook_url: 'sandbox:receiver' });
  let event: Promise<string> | null = null;

  const prepare = async (): Promise<string> => {
    const { sandbox } = stage;
    await sandbox.api.order({ external_id: 'plain', package_id: 1, address: RECIPIENT });
    await sandbox.api.order({ external_id: 'fails', package_id: 2, address: FAILS });
    await sandbox.advance(4_000);
    await stage.control('POST', '/accounts/demo/keys', { name: LONG_NAME });
    await stage.control('POST', '/accounts/demo/snapshots', { name: LONG_NAME });
    const { items } = await stage.control<{ items: { event_id: string }[] }>(
      'GET',
      '/accounts/demo/events?order=1',
    );
    const { event_id } = items[0]!;
    await stage.control('POST', `/accounts/demo/events/${event_id}/resend`, { corrupt: 'altered-body' });
    return event_id;
  };

  const opened = async (place: string, open: Opening[2], width: number): Promise<DashboardWindow> => {
    event ??= prepare();
    const path = place.replace('EVENT', await event);
    const window = await stage.open({ width });
    await window.go(`demo/${path}`);
    await loaded(window.page);
    await open(window.page);
    await expect.poll(() => window.page.getByText('Loading…').count()).toBe(0);
    return window;
  };

  test.each(OPENINGS)('are shown from their beginning: %s', async (_what, place, open) => {
    for (const width of [390, 1_024]) {
      await using window = await opened(place, open, width);
      // A menu scrolls into view once it is open.
      await expect.poll(() => window.page.evaluate(NOT_SHOWN)).toEqual([]);
      expect(window.violations).toEqual({ errors: [], otherHosts: [], dialogs: [] });
    }
  });

  test.each(OPENINGS)('are accessible: %s', async (_what, place, open) => {
    await using window = await opened(place, open, 390);
    expect(await axeFindings(window.page)).toEqual([]);
  });
});

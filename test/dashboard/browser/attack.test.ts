import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { loaded } from './browser.ts';
import { writeScenario } from './scenario-editor.ts';
import { setUpStage } from './stage.ts';

const IMAGE = '<img src=x onerror="globalThis.attacked=true;alert(1)">';
const SCRIPT = '"><script>globalThis.attacked=true;alert(1)</script>';
const BOTH = IMAGE + SCRIPT;

/** A receiver whose responses contain markup and scripts. */
async function attackingReceiver(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(500, { 'x-attack': BOTH, 'content-type': 'text/html' }).end(BOTH);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

needing('chromium').describe('input from clients', () => {
  const stage = setUpStage();

  test('is rendered as text and never as markup: requests, webhooks, scenarios, settings', async () => {
    const { sandbox } = stage;
    const shop = sandbox.openAccount({ name: 'attacked' });
    const server = await attackingReceiver();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?${encodeURI(BOTH)}`;
    await stage.control('PUT', '/accounts/attacked/webhook', { url, secret: BOTH });
    await shop.api.order({ external_id: 'plain', package_id: 1, address: RECIPIENT });
    await shop.api.order({ external_id: BOTH, package_id: 1, address: BOTH, [BOTH]: BOTH });
    await shop.api.call(
      'GET',
      `/api/v1/status/?external_id=${encodeURIComponent(BOTH)}&${encodeURIComponent(BOTH)}=1`,
      {
        headers: { 'user-agent': BOTH, 'x-attack': BOTH, 'x-sandbox-scenario': BOTH },
      },
    );
    await shop.api.call('POST', '/api/v1/order/', { body: BOTH });
    await shop.quiet();
    const yaml = `name: nasty\nsummary: ${JSON.stringify(BOTH)}\norders: []\n`;
    await stage.control('POST', '/accounts/attacked/scenarios', { yaml });
    await stage.control('POST', '/accounts/attacked/keys', { name: 'nasty', ip_allow: [] });

    await using window = await stage.open();
    const { page, violations } = window;
    const { items: events } = await stage.control<{ items: { event_id: string }[] }>(
      'GET',
      '/accounts/attacked/events',
    );
    const { items: requests } = await stage.control<{ items: { id: string }[] }>(
      'GET',
      '/accounts/attacked/requests',
    );
    const places = [
      'orders',
      'orders/1',
      'orders/new',
      'webhooks',
      `webhooks/${events[0]!.event_id}`,
      'requests',
      ...requests.map(({ id }) => `requests/${id}`),
      'scenarios',
      'scenarios/nasty',
      'balance',
      'settings',
      'settings/assumptions',
    ];
    for (const place of places) {
      await window.go(`attacked/${place}`);
      await loaded(page);
      const found = await page.evaluate<[boolean, number]>(
        '[globalThis.attacked === true, document.querySelectorAll("img, #app script").length]',
      );
      expect(found, place).toEqual([false, 0]);
    }
    await window.go(`attacked/webhooks/${events[0]!.event_id}`);
    await page.getByText(IMAGE).locator('visible=true').first().waitFor();
    await window.go(`attacked/requests/${requests[1]!.id}`);
    await page.getByText('<img src=x').locator('visible=true').first().waitFor();
    server.close();
    server.closeAllConnections();
    expect(violations).toEqual({ errors: [], otherHosts: [], dialogs: [] });
  });

  test('cannot reverse the text around it, or hide in it', async () => {
    const { sandbox } = stage;
    const shop = sandbox.openAccount({ name: 'reversed' });
    await shop.api.order({ external_id: 'inv-\u202e10001\u2066', package_id: 1, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('reversed/requests');
    await page.locator('.body-row').getByText('inv-\\u202e10001\\u2066').waitFor();
    await page.locator('.body-row a.hit').click();
    await page.locator('pre', { hasText: '"inv-\\u202e10001\\u2066"' }).first().waitFor();
    expect(await page.locator('#page').textContent()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  test('is rendered as text when it is part of the URL', async () => {
    await using window = await stage.open({ expected: /404/ });
    for (const hash of [
      `${encodeURIComponent(BOTH)}/orders`,
      `demo/webhooks/${encodeURIComponent(BOTH)}`,
      `demo/requests/${BOTH}`,
      '%E0%A4%A/x',
    ]) {
      await window.go(hash);
      const images = await window.page.evaluate<number>('document.images.length');
      expect(images).toBe(0);
    }
    expect(window.violations.dialogs).toEqual([]);
    expect(window.violations.otherHosts).toEqual([]);
  });

  test('is rendered as text while it is typed into forms', async () => {
    await using window = await stage.open({ expected: /422/ });
    const { page } = window;
    await window.go('demo/orders/new');
    await page.getByLabel('external_id').fill(BOTH);
    await page.getByLabel('Recipient').fill(BOTH);
    await page.getByRole('figure', { name: 'Command' }).getByText('<script>').first().waitFor();
    await page.getByRole('button', { name: 'Place order', exact: true }).click();
    await page.getByText('EXTERNAL_ID_INVALID').first().waitFor();
    await window.go('demo/scenarios/~new');
    await writeScenario(page, `name: ${BOTH}\n`);
    await page.getByRole('button', { name: 'line 1' }).first().waitFor();
    expect(await page.evaluate('globalThis.attacked')).toBeUndefined();
    expect(window.violations).toEqual({ errors: [], otherHosts: [], dialogs: [] });
  });
});

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import type { TestAccount } from '../../support/sandbox.ts';
import { LONG } from '../../support/tier.ts';
import { axeFindings, shownBy } from './browser.ts';
import { setUpStage } from './stage.ts';

/** The parts of an element that functions use which run in the page. */
interface Titled {
  querySelector(selector: 'title'): { readonly textContent: string };
}
interface Styled {
  getComputedStyle(element: unknown): { readonly fill: string };
}

const ORDER = { package_id: 1, address: RECIPIENT } as const;

needing('chromium').describe('the pictures of an order', () => {
  const stage = setUpStage();

  const account = (name: string): TestAccount => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });

  /** An order whose response was lost, which was placed again, and whose first webhook was retried. */
  const disturbOrder = async (): Promise<TestAccount> => {
    const shop = account('disturbed');
    const receiver = await stage.sandbox.receive(shop.account);
    receiver.next(500);
    const call = shop.api.call('POST', '/api/v1/order/', {
      body: { ...ORDER, external_id: 'inv-1' },
      headers: { 'x-sandbox-scenario': 'response-lost' },
    });
    await expect(call).rejects.toThrow();
    // The receiver has responded before the client asks again.
    await shop.quiet();
    await shop.api.order({ ...ORDER, external_id: 'inv-1' });
    await shop.advance(20_000);
    return shop;
  };
  let disturbed: Promise<TestAccount> | null = null;
  const disturbedOrder = (): Promise<TestAccount> => {
    disturbed ??= disturbOrder();
    return disturbed;
  };

  /** An order whose receiver always fails. */
  const failingOrder = async (name: string): Promise<TestAccount> => {
    const shop = account(name);
    const receiver = await stage.sandbox.receive(shop.account);
    receiver.always(500);
    await shop.api.order({ ...ORDER, external_id: 'inv-1' });
    return shop;
  };

  const diagramOf = (page: Page) => page.getByRole('group', { name: 'Sequence diagram of order 1, inv-1' });

  test('the sequence diagram shows who sent what to whom, and each arrow opens its bytes', async () => {
    await disturbedOrder();
    await using window = await stage.open();
    const { page } = window;
    await window.go('disturbed/orders/1');
    const diagram = diagramOf(page);
    await diagram.getByText('clock advanced by 3 s').first().waitFor();
    const names = await diagram
      .getByRole('link')
      .evaluateAll(links =>
        links.map(link => (link as unknown as Titled).querySelector('title').textContent),
      );
    expect(names.slice(0, 5).map(name => name.replace(/, <?\d+ m?s$/, ''))).toEqual([
      '00:00:00, Client to Service: POST /order/',
      '00:00:00, Service to Client: no response, connection-reset',
      '00:00:00, Service to Receiver: order.processing',
      '00:00:00, Receiver to Service: 500',
      '00:00:00, Client to Service: POST /order/',
    ]);
    await diagram.getByRole('link', { name: /no response, connection-reset/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Injected fault: connection-reset.').waitFor();
    await dialog.getByText('"external_id"').first().waitFor();
    // The cause is said once, and no response is shown that was never sent.
    expect(await dialog.getByText('connection-reset').count()).toBe(1);
    expect(await dialog.getByText(/^Rule /).count()).toBe(0);
    expect(await dialog.getByRole('region', { name: 'Response' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await diagram.getByRole('link', { name: /order\.processing, attempt 2/ }).click();
    await dialog
      .getByRole('figure', { name: 'Exact request body' })
      .getByText('"order.processing"')
      .waitFor();
    expect(window.violations.errors).toEqual([]);
  });

  test('the arrows are reached and opened by keyboard, and get the focus back', async () => {
    await disturbedOrder();
    await using window = await stage.open();
    const { page } = window;
    await window.go('disturbed/orders/1');
    await page.getByLabel('Share', { exact: true }).focus();
    await page.keyboard.press('Tab');
    const focused = (): Promise<string> =>
      page.evaluate('document.activeElement.querySelector("title")?.textContent');
    await expect.poll(focused).toContain('Client to Service: POST /order/');
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('no response');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Open in Requests').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toContain('no response');
  });

  test('its links are named by what is written on them, where a narrow window cuts it', async () => {
    await disturbedOrder();
    await using window = await stage.open({ width: 320 });
    await window.go('disturbed/orders/1');
    await diagramOf(window.page).getByText('…').first().waitFor();
    expect(await axeFindings(window.page)).toEqual([]);
  });

  test('the diagram follows the order live', async () => {
    const shop = await disturbedOrder();
    await using window = await stage.open();
    await window.go('disturbed/orders/1');
    await diagramOf(window.page).getByText('delegated', { exact: true }).waitFor();
    await shop.api.call('GET', '/api/v1/status/?external_id=inv-1');
    await diagramOf(window.page)
      .getByRole('link', { name: /GET \/status\// })
      .first()
      .waitFor();
    await shop.settle();
    await diagramOf(window.page).getByText('completed', { exact: true }).waitFor();
  });

  test('an order is shared as a link, as Mermaid, and as SVG, PNG and HTML files that need nothing else', async () => {
    await disturbedOrder();
    await using window = await stage.open();
    const { page } = window;
    await window.go('disturbed/orders/1');
    const share = async (way: string): Promise<void> => {
      await page.getByLabel('Share', { exact: true }).click();
      await page.getByRole('button', { name: way }).click();
    };
    const saved = async (way: string): Promise<Buffer> => {
      const [download] = await Promise.all([page.waitForEvent('download'), share(`Save as ${way}`)]);
      expect(download.suggestedFilename()).toBe(`order-1.${way.toLowerCase()}`);
      return readFileSync(await download.path());
    };
    const svg = (await saved('SVG')).toString();
    expect(svg).toContain('connection-reset');
    expect((await saved('PNG')).subarray(1, 4).toString()).toBe('PNG');
    const html = (await saved('HTML')).toString();
    expect(html).toContain('3.90 TRX debited, client does not know');
    expect(html).toContain('&#34;external_id&#34;: &#34;inv-1&#34;');
    expect(html).toContain('<td>3.90 TRX</td>');
    expect(html).toContain('name="viewport"');
    expect(html).not.toMatch(/<script|src=|href=|ersk_/);
    await shownBy(page, 'Copied', () => share('Copy link'));
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(page.url());
    await shownBy(page, 'Copied', () => share('Copy as Mermaid'));
    const mermaid = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(mermaid).toContain('S--xC: no response, connection-reset');
    const file = `${stage.sandbox.baseUrl}/saved.svg`;
    await page.route(file, route => route.fulfill({ contentType: 'image/svg+xml', body: svg }));
    await page.goto(file);
    const color = await page
      .locator('.seq-text', { hasText: 'no response' })
      .evaluate(element => (globalThis as unknown as Styled).getComputedStyle(element).fill);
    expect(color).toBe('rgb(179, 32, 44)');
  });

  test('what a response told outlasts the journal, and after a restore the picture says that nothing is recorded', async () => {
    const shop = account('outlasts');
    await shop.api.order({ ...ORDER, external_id: 'inv-1' });
    await shop.advance(1_000);
    await stage.control('POST', '/accounts/outlasts/snapshots', { name: 'kept' });
    await stage.control('DELETE', '/accounts/outlasts/requests');
    await using window = await stage.open();
    const { page } = window;
    await window.go('outlasts/orders/1');
    await diagramOf(page)
      .getByLabel(/Service to Client: told processing/)
      .waitFor();
    expect(await page.getByText('client does not know').count()).toBe(0);
    await stage.control('POST', '/accounts/outlasts/snapshots/kept/restore');
    await diagramOf(page).getByText('its requests are not recorded').waitFor();
    expect(await page.getByText('client does not know').count()).toBe(0);
    await window.go('outlasts/findings');
    await page.getByText('No findings since 2026-01-01 00:00:01 UTC').waitFor();
    await window.go('outlasts/overview');
    const verdict = page.getByRole('list', { name: 'Verdict' });
    await verdict.getByText('responses lost since 01-01 00:00').waitFor();
  });

  test('the built-in receiver is not the client: what it acknowledges tells the client nothing', async () => {
    const shop = account('built-in');
    await stage.control('PUT', '/accounts/built-in/webhook', { url: 'sandbox:receiver' });
    await shop.api.order({ ...ORDER, external_id: 'inv-1' });
    await shop.advance(20_000);
    await using window = await stage.open();
    await window.go('built-in/orders/1');
    await diagramOf(window.page).getByText('delegated, client still believes processing').first().waitFor();
  });

  test('repetitions are folded into one arrow, which unfolds', async () => {
    const shop = await failingOrder('folding');
    await shop.advance(5 * 60_000);
    await using window = await stage.open();
    const { page } = window;
    await window.go('folding/orders/1');
    await diagramOf(page)
      .getByRole('link', { name: /attempts/ })
      .first()
      .click();
    await diagramOf(page)
      .getByRole('link', { name: /order\.processing, attempt 4/ })
      .waitFor();
    await page.getByRole('button', { name: 'Fold repetitions' }).click();
    await expect
      .poll(() =>
        diagramOf(page)
          .getByRole('link', { name: /attempt 4/ })
          .count(),
      )
      .toBe(0);
  });

  test('webhooks that were given up are red on every page, and so is the report of a resend that is refused', async () => {
    const shop = await failingOrder('given-up');
    await using window = await stage.open();
    const { page } = window;
    await window.go('given-up/orders');
    await page.getByRole('cell', { name: 'processing' }).waitFor();
    await shop.settle();
    const warning = page.getByRole('img', { name: 'gave up on 5 webhooks' });
    await warning.waitFor();
    await window.go('given-up/orders/1');
    const pill = page.getByText('gave up: 9 × 500, last at 03:52:35').first();
    expect(await pill.getAttribute('class')).toContain('tone-bad');
    await page
      .getByRole('row', { name: /order\.processing/ })
      .getByRole('button', { name: 'Resend', exact: true })
      .click();
    const text = 'order.processing resent: refused with 500.';
    expect(await page.getByText(text).locator('..').getAttribute('class')).toContain('bad');
    await window.go('given-up/webhooks');
    await page.getByRole('cell', { name: 'gave up' }).first().waitFor();
  });

  test('a forged resend that the receiver refuses is what it should be, and one that it accepts is not', async () => {
    const shop = account('forging');
    const receiver = await stage.sandbox.receive(shop.account);
    await shop.api.order({ ...ORDER, external_id: 'inv-1' });
    await shop.quiet();
    await using window = await stage.open();
    const { page } = window;
    await window.go('forging/orders/1');
    /** Forges a webhook. Returns the class of the toast with a text; the toast disappears by itself. */
    const forge = async (text: RegExp): Promise<string | null> => {
      const resend = async (): Promise<void> => {
        await page.getByLabel('Resend corrupted').first().click();
        await page.getByRole('button', { name: 'wrong-secret' }).first().click();
      };
      const toast = page.getByText(text).locator('..');
      const [name] = await Promise.all([toast.getAttribute('class'), resend()]);
      return name;
    };
    expect(await forge(/acknowledged with 204\. It must refuse forged webhooks with a 4xx\./)).toContain(
      'bad',
    );
    await diagramOf(page)
      .getByRole('link', { name: /204, forged webhook accepted/ })
      .waitFor();
    const state = page.getByText('forged, accepted', { exact: true });
    expect(await state.getAttribute('class')).toContain('tone-bad');
    receiver.always(401);
    expect(await forge(/refused with 401, as it should be\./)).not.toContain('bad');
    await diagramOf(page)
      .getByRole('link', { name: /401, forged webhook refused/ })
      .waitFor();
    await window.go('forging/webhooks');
    await page.getByRole('cell', { name: 'forged, accepted' }).waitFor();
  });

  test('the steps come before the facts, and success is not gray', async () => {
    const shop = account('facts');
    await shop.api.order({ ...ORDER, external_id: 'inv-1' });
    await shop.settle();
    await using window = await stage.open();
    const { page } = window;
    await window.go('facts/orders/1');
    const headings = page.locator('.card > header h2');
    for (const name of ['Transitions', 'Details']) await headings.getByText(name, { exact: true }).waitFor();
    const titles = await headings.allTextContents();
    expect(titles.indexOf('Transitions')).toBeLessThan(titles.indexOf('Details'));
    const pill = page.getByRole('heading', { name: 'Order 1' }).locator('..').getByText('completed');
    expect(await pill.getAttribute('class')).toContain('tone-good');
  });

  test('a corrupted resend is verified, and compared with the original bytes', async () => {
    const shop = account('altered');
    await stage.sandbox.receive(shop.account);
    await shop.api.order({ ...ORDER, external_id: 'inv-1' });
    await shop.quiet();
    const { items } = await stage.control<{ items: { event_id: string }[] }>(
      'GET',
      '/accounts/altered/events',
    );
    const id = items[0]!.event_id;
    await stage.control('POST', `/accounts/altered/events/${id}/resend`, { corrupt: 'altered-body' });
    await using window = await stage.open();
    const { page } = window;
    await window.go('altered/webhooks');
    await page.getByRole('link', { name: 'order.processing' }).click();
    await page.getByText('The signatures differ').waitFor();
    await page.getByLabel('Resend corrupted').click();
    await page.getByRole('button', { name: 'reserialised' }).click();
    await page.getByText('Deliberately corrupted: reserialised').waitFor();
    const exact = page.getByRole('region', { name: 'attempt 1 compared with resend 2, reserialised' });
    await exact.getByRole('button', { name: 'Exact bytes', pressed: true }).waitFor();
    await page.getByRole('button', { name: /^Resend 00/ }).click();
    const altered = page.getByRole('region', { name: 'attempt 1 compared with resend, altered-body' });
    await altered.getByText('1 line differs.').waitFor();
    expect(await altered.locator('del').allTextContents()).toEqual(['false']);
    expect(await altered.locator('ins').allTextContents()).toEqual(['true']);
    await altered.getByRole('button', { name: 'Exact bytes' }).click();
    await altered.getByText('1 line differs.').waitFor();
    if (LONG) expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Attempt 1/ }).click();
    await page.getByText('The signatures match: the body is authentic.').waitFor();
  });

  test('any two requests can be compared', async () => {
    const shop = account('any-two');
    await shop.api.call('GET', '/api/v1/balance/');
    await shop.api.call('GET', '/api/v1/quote/?package_id=1');
    await shop.api.order({ ...ORDER, external_id: 'inv-1' });
    await using window = await stage.open();
    const { page } = window;
    await window.go('any-two/requests');
    await page.getByRole('link', { name: /quote/ }).click();
    await page.getByText('Compare with another request').click();
    const named = page.getByRole('option', { name: /^\d\d:\d\d:\d\d POST [/]order[/] inv-1: 202, req-\d+$/ });
    await named.waitFor({ state: 'attached' });
    const other = page.getByRole('option', { name: /balance/ });
    await page.getByLabel('Compare with').selectOption((await other.getAttribute('value'))!);
    const both = page.getByRole('region', { name: /compared with request/ });
    await both.getByText('/api/v1/balance/').waitFor();
    await both.getByText('/api/v1/quote/?package_id=1').waitFor();
  });

  test('two requests that are the same are told apart by their responses', async () => {
    const shop = account('responses');
    await stage.control('POST', '/accounts/responses/scenarios', { name: 'rate-limited', times: 1 });
    const { headers: refused } = await shop.api.order({ ...ORDER, external_id: 'inv-1' });
    await shop.api.order({ ...ORDER, external_id: 'inv-1' });
    await using window = await stage.open();
    const { page } = window;
    await window.go(`responses/requests/${refused['x-sandbox-request-id']}`);
    await page.getByText('Compare with another request').click();
    const other = page.getByRole('option', { name: /inv-1: 202/ });
    await page.getByLabel('Compare with').selectOption((await other.getAttribute('value'))!);
    const requests = page.getByRole('region', { name: /^request .* compared with request / });
    await requests.getByText('No differences.').waitFor();
    const responses = page.getByRole('region', { name: /^response .* compared with response / });
    await responses.getByText(/lines differ[.]/).waitFor();
    expect(await responses.locator('del').allTextContents()).toContain('202');
    expect(await responses.locator('ins').allTextContents()).toContain('429');
  });

  test('a repeated order is compared with the first request', async () => {
    const shop = account('repeated');
    await shop.api.order({ ...ORDER, external_id: 'inv-1' });
    const { headers } = await shop.api.order({ ...ORDER, package_id: 2, external_id: 'inv-1' });
    await using window = await stage.open();
    const { page } = window;
    await window.go(`repeated/requests/${headers['x-sandbox-request-id']}`);
    const both = page.getByRole('region', { name: /request req-\d+ compared with request req-\d+/ });
    await both.getByText('1 line differs.').waitFor();
    expect(await both.locator('del').allTextContents()).toEqual(['1']);
    expect(await both.locator('ins').allTextContents()).toEqual(['2']);
  });
});

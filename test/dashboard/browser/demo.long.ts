import { describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { setUpStage } from './stage.ts';

describe.runIf(HAS_BROWSER)('the demo', () => {
  const stage = setUpStage({ webhooksAsDescribed: false, demo: true });

  test('is what opens, its switch governs it, and elsewhere there is a link to it', async () => {
    await using window = await stage.open();
    const { page } = window;
    await window.go('');
    await expect.poll(() => page.url()).toContain('#/showroom/overview');
    await page.getByText('demo traffic is running').waitFor();
    await window.go('demo/overview');
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('link', { name: 'Go to demo' }).click();
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('button', { name: 'Stop demo' }).click();
    await page.getByText('demo traffic is stopped').waitFor();
    expect(await stage.control('GET', '/demo')).toMatchObject({ running: false });
  });

  test('has a tour of five steps, each of which does what it says', async () => {
    await using window = await stage.open({ expected: /ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/ });
    const { page } = window;
    await window.go('showroom/overview');
    const tour = page.getByRole('region', { name: 'A tour in five steps' });
    for (const [action, text] of [
      ['Lose a response', 'returned order'],
      ['Fail an order', 'TRX came back'],
      ['Forge a webhook', 'accepted the forgery'],
      ['Skip an hour', 'An hour of rental passed'],
      ['Show a finding', 'so it found:'],
    ] as const) {
      await tour.getByRole('button', { name: action, exact: true }).click();
      await tour.getByText(text).waitFor();
      const next = tour.getByRole('button', { name: /^Next: / });
      if ((await next.count()) > 0) await next.click();
    }
    const findings = await stage.control<{ items: { rule: string }[] }>('GET', '/accounts/showroom/findings');
    expect(findings.items.map(({ rule }) => rule)).toContain('forged-accepted');
    const lost = await stage.control<{ items: { fault: string | null }[] }>(
      'GET',
      '/accounts/showroom/requests?sort=newest',
    );
    expect(lost.items.map(({ fault }) => fault)).toContain('connection-reset');
    await tour.getByRole('link', { name: 'All findings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Findings' }).waitFor();
  });

  test('is started, shows its orders, and is stopped', async () => {
    await stage.control('PUT', '/demo', { running: false });
    await using window = await stage.open();
    const { page } = window;
    await window.go('demo/orders');
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('button', { name: 'Start demo' }).click();
    await expect.poll(() => page.url()).toContain('#/showroom/overview');
    await window.go('showroom/orders');
    await page.locator('.body-row').nth(1).waitFor();
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('button', { name: 'Stop demo' }).click();
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('button', { name: 'Start demo' }).waitFor();
  });
});

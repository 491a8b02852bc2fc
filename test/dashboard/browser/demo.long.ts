import { expect, test } from 'vitest';
import { needing } from '../../support/needing.ts';
import { setUpStage } from './stage.ts';

needing('chromium').describe('the demo', () => {
  const stage = setUpStage({ webhooksAsDescribed: false, demo: true });

  test('is what opens, and is reached and stopped in the menu of the accounts', async () => {
    await using window = await stage.open();
    const { page } = window;
    await window.go('');
    await expect.poll(() => page.url()).toContain('#/showroom/overview');
    await page.getByText('demo traffic is running').waitFor();
    await window.go('demo/overview');
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('link', { name: 'showroom' }).click();
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('button', { name: 'Stop demo' }).click();
    await page.getByText('demo traffic is stopped').waitFor();
    expect(await stage.control('GET', '/demo')).toMatchObject({ running: false });
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

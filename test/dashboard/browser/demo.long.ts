import { expect, test } from 'vitest';
import { needing } from '../../support/needing.ts';
import { axeFindings } from './browser.ts';
import { setUpStage } from './stage.ts';

needing('chromium').describe('the demo', () => {
  const stage = setUpStage({ webhooksAsDescribed: false, demo: true });

  test('is what opens, and is reached and stopped in the menu of the accounts', async () => {
    await using window = await stage.open();
    const { page } = window;
    await window.go('');
    await expect.poll(() => page.url()).toMatch(/#[/]naive[/]overview$/);
    const losses = page.getByRole('list', { name: 'What the shops lost' }).getByRole('link');
    await losses.nth(1).waitFor();
    const [naive, sound] = await losses.allTextContents();
    expect(naive).toMatch(
      /^naive lost ?[1-9]\d*[.]\d+ ?TRX by \d+ mistakes: 7[.]0125 in the chapters, [\d.]+ since then$/,
    );
    expect(sound).toMatch(
      /^sound lost ?0[.]00 ?TRX by 0 mistakes: 0[.]00 in the chapters, 0[.]00 since then$/,
    );
    const first = page.getByRole('link', {
      name: '1. A transfer without Energy costs 6.43 TRX, and with Energy 3.90',
    });
    expect((await losses.first().boundingBox())!.y).toBeLessThan((await first.boundingBox())!.y);
    await page.getByText('demo traffic is running').waitFor();
    await window.go('demo/overview');
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('link', { name: 'naive' }).click();
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('button', { name: 'Stop demo' }).click();
    await page.getByText('demo traffic is stopped').waitFor();
    expect(await stage.control('GET', '/demo')).toMatchObject({ running: false });
  });

  test('tells five chapters, each with a link, with what both shops did', async () => {
    await using window = await stage.open({ width: 1440 });
    const { page } = window;
    await window.go('naive/overview/chapter-1');
    const naive = page.getByRole('region', { name: 'The naive shop', exact: true });
    const sound = page.getByRole('region', { name: 'The sound shop', exact: true });
    await page
      .getByRole('heading', {
        level: 1,
        name: '1 of 5: A transfer without Energy costs 6.43 TRX, and with Energy 3.90',
      })
      .waitFor();
    await page.getByText('saves 2.53 TRX with each transfer').waitFor();
    await naive.getByText('6.4285 TRX').first().waitFor();
    await sound.getByText('0.00 TRX').first().waitFor();
    await page.getByRole('link', { name: 'Next chapter' }).click();
    await naive.getByRole('heading', { name: /^Paid twice, 3[.]90 TRX: / }).waitFor();
    await sound.locator('li.lane').first().waitFor();
    expect(await sound.getByRole('region', { name: 'Mistakes of the integration' }).count()).toBe(0);
    await window.go('naive/overview/chapter-3');
    await expect.poll(() => naive.locator('.story-track .is-forged.tone-bad').count()).toBe(5);
    await expect.poll(() => sound.locator('.story-track .is-forged.tone-good').count()).toBe(5);
    await naive.locator('li.lane').getByRole('link', { name: 'Forged accepted' }).waitFor();
    await window.go('naive/overview/chapter-4');
    await naive.getByText('refunded on 2026-01-02 at 08:02:01').waitFor();
    await naive.locator('.story-axis').getByText('01-02 08:02').waitFor();
    expect(await naive.locator('.story-track .story-cut').count()).toBe(1);
    await window.go('naive/overview/chapter-5');
    await naive.getByRole('heading', { name: /^Transfer burned, 3[.]1125 TRX: / }).waitFor();
    await naive.getByText(/transaction [0-9a-f]{8}…[0-9a-f]{6} of T\w{7}…\w{6} burned/).waitFor();
    await naive.getByRole('cell', { name: '3.1125 TRX' }).waitFor();
    await sound.getByRole('cell', { name: '0.345 TRX' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Connect your client' }).waitFor();
    // Its orders have ended, so it ends with what happened to them last, however long it has run.
    expect(await naive.getByText('now', { exact: true }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await window.go('naive/findings');
    await page.getByRole('link', { name: 'Transfer burned' }).waitFor();
    const cells = await page.locator('.body-row').getByRole('cell').allTextContents();
    const costs = cells.filter(text => /^\d+[.]\d+$/.test(text));
    expect(new Set(costs.map(text => text.split('.')[1]!.length)), costs.join()).toEqual(new Set([4]));
    expect(window.violations.errors).toEqual([]);
  });

  test('is started, shows its orders, and is stopped', async () => {
    await stage.control('PUT', '/demo', { running: false });
    await using window = await stage.open();
    const { page } = window;
    await window.go('demo/orders');
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('button', { name: 'Start demo' }).click();
    await expect.poll(() => page.url()).toMatch(/#[/]naive[/]overview$/);
    await window.go('naive/orders');
    await page.locator('.body-row').nth(1).waitFor();
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('button', { name: 'Stop demo' }).click();
    await page.getByLabel(/^Account: /).click();
    await page.getByRole('button', { name: 'Start demo' }).waitFor();
  });
});

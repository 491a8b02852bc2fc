import { expect, test } from 'vitest';
import { needing } from '../../support/needing.ts';
import { axeFindings } from './browser.ts';
import { PAGES, setUpEveryPage } from './every-page.ts';

needing('chromium').describe('every page is accessible', () => {
  const { stage, visit, search } = setUpEveryPage();

  test.each(PAGES)('%s', async (place, heading) => {
    await using window = await stage.open({ expected: /404/ });
    await visit(window, place, heading);
    expect(await axeFindings(window.page)).toEqual([]);
  });

  test.each([320, 390, 768, 1440])('all of them, %d pixels wide', async width => {
    await using window = await stage.open({ width, expected: /404/ });
    for (const [place, heading] of PAGES) {
      await visit(window, place, heading);
      expect(await axeFindings(window.page), place).toEqual([]);
    }
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

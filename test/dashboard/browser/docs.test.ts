import { expect, test } from 'vitest';
import { needing } from '../../support/needing.ts';
import { LONG } from '../../support/tier.ts';
import { axeFindingsAsShown } from './browser.ts';
import { setUpStage } from './stage.ts';

/** The colors of the page and of its head. */
const COLORS =
  'Array.from([document.body, document.querySelector(".docs-top")], element => getComputedStyle(element).backgroundColor)';

needing('chromium').describe('the API docs', () => {
  const stage = setUpStage();

  // The docs choose their colors when they are loaded.
  const SCHEMES = [
    ['dark', ['rgb(16, 17, 22)', 'rgb(23, 24, 31)']],
    ['light', ['rgb(246, 246, 249)', 'rgb(255, 255, 255)']],
  ] as const;
  test.each(LONG ? SCHEMES : SCHEMES.slice(0, 1))(
    'have the look of the dashboard, link back to it, and hold its key: %s',
    async (scheme, colors) => {
      const name = `docs-${scheme}`;
      const shop = stage.sandbox.openAccount({ name });
      await using window = await stage.open();
      const { page, violations } = window;
      await page.emulateMedia({ colorScheme: scheme });
      await window.go(`${name}/orders/new`);
      await page.getByText('TRX', { exact: false }).first().waitFor();
      await page.evaluate(
        `sessionStorage.setItem('energy-sandbox:known-key:' + location.origin + ':${name}', '${shop.apiKey}')`,
      );
      await page.getByRole('link', { name: 'API reference' }).click();
      await page.getByText('/api/v1/balance/').waitFor();
      expect(await page.evaluate(COLORS)).toEqual(colors);
      await page.getByText('/api/v1/balance/').click();
      await page.getByRole('button', { name: 'Execute' }).click();
      await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
      if (LONG) expect(await axeFindingsAsShown(page)).toEqual([]);
      await page.getByRole('link', { name: 'Control API' }).click();
      await page.getByText('/_sandbox/info').first().waitFor();
      if (LONG) expect(await axeFindingsAsShown(page)).toEqual([]);
      await page.getByRole('link', { name: 'Back to the dashboard' }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(page.url()).toContain(`#/${name}/`);
      expect(violations).toEqual({ errors: [], otherHosts: [], dialogs: [] });
    },
  );
});

import { expect, test } from 'vitest';
import { needing } from '../../support/needing.ts';
import { axeFindingsAsShown } from './browser.ts';
import { setUpStage } from './stage.ts';

needing('chromium').describe('the API docs', () => {
  const stage = setUpStage();

  test.each([
    ['light', 390],
    ['dark', 1_024],
  ] as const)('are accessible with the dialog for the key: %s, %i px', async (scheme, width) => {
    await using window = await stage.open({ width });
    const { page } = window;
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`${stage.sandbox.baseUrl}/_sandbox/docs?api=energy-rental-v1&account=demo`);
    await page
      .getByRole('button', { name: /authorize/i })
      .first()
      .click();
    await page.getByText('Available authorizations').waitFor();
    expect(await axeFindingsAsShown(page)).toEqual([]);
    expect(window.violations).toEqual({ errors: [], otherHosts: [], dialogs: [] });
  });
});

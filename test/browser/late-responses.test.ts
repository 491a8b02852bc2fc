import { EventEmitter, once } from 'node:events';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { HAS_BROWSER } from './browser.ts';
import { setUpStage } from './stage.ts';

/** Holds the next request of a page to a path. The returned function resolves with it once it was sent. */
async function hold(page: Page, path: string): Promise<() => Promise<Route>> {
  const asked = new EventEmitter();
  const request = once(asked, 'request');
  await page.route(path, route => asked.emit('request', route), { times: 1 });
  return async () => ((await request) as [Route])[0];
}

describe.runIf(HAS_BROWSER)('a response that is late', () => {
  const stage = setUpStage();

  test('does not hide what happened between the first look at the account and the opening of its stream', async () => {
    const shop = stage.sandbox.openAccount({ name: 'between', balanceSun: 100_000_000 });
    await using window = await stage.open();
    const { page } = window;
    const stream = await hold(page, '**/accounts/between/stream');
    await window.go('between/orders');
    await page.getByText('No orders yet').waitFor();
    const opened = await stream();
    await shop.api.order({ external_id: 'unheard', package_id: 1, address: RECIPIENT });
    await opened.continue();
    await page.getByRole('row', { name: /unheard/ }).waitFor();
  });

  test('does not close the form of another assumption', async () => {
    stage.sandbox.openAccount({ name: 'two-forms' });
    await using window = await stage.open();
    const { page } = window;
    await window.go('two-forms/assumptions');
    const change = await hold(page, '**/_sandbox/accounts/two-forms');
    await page.getByLabel('Change custom_energy_step').click();
    await page.getByLabel('New value of custom_energy_step').fill('500');
    await page.getByRole('button', { name: 'Save' }).click();
    const saved = await change();
    await page.getByLabel('Change unknown_fields').click();
    await page.getByLabel('New value of unknown_fields').selectOption('reject');
    await saved.continue();
    await page.getByRole('listitem').filter({ hasText: 'custom_energy_step' }).getByText('changed').waitFor();
    expect(await page.getByLabel('New value of unknown_fields').inputValue()).toBe('reject');
  });

  test('does not move what was chosen in the search', async () => {
    const shop = stage.sandbox.openAccount({ name: 'searched', balanceSun: 100_000_000 });
    await shop.api.order({ external_id: 'found', package_id: 1, address: RECIPIENT });
    await using window = await stage.open();
    const { page } = window;
    await window.go('searched/balance');
    const events = await hold(page, '**/accounts/searched/events?*');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('order.processing');
    const listed = await events();
    await page.keyboard.press('ArrowUp');
    const chosen = page.locator('[role="option"][aria-selected="true"]');
    const before = await chosen.textContent();
    await listed.continue();
    await page.getByRole('option', { name: /^order-1-order\.processing/ }).waitFor();
    expect(await chosen.textContent()).toBe(before);
    expect(before).not.toMatch(/^order-1/);
  });
});

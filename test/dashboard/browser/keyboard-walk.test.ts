import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { needing } from '../../support/needing.ts';
import { setUpStage } from './stage.ts';

/** The element that has the focus, and its name. */
const FOCUSED = `(() => {
  const { activeElement: element } = document;
  const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent.trim();
  return element.localName + ' ' + name;
})()`;

/** More presses than any page has controls. */
const MOST_PRESSES = 150;

/** Presses Tab until a control has the focus, given as its element and name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    if (name.test(await page.evaluate<string>(FOCUSED))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

needing('chromium').describe('with the keyboard alone', () => {
  const stage = setUpStage({ webhooksAsDescribed: false });
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });

  test('an order is placed that fails, followed to its refund, and read', async () => {
    account('walker');
    await using window = await stage.open();
    const { page, violations } = window;
    await window.go('walker/overview');
    await page.getByText('Live', { exact: true }).waitFor();
    await tabTo(page, /^a New order/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'New order' }).waitFor();
    await page.getByRole('radio', { name: 'failed-with-refund' }).waitFor();
    await tabTo(page, /^input As usual$/);
    const wanted = page.getByRole('radio', { name: 'failed-with-refund' });
    while (!(await wanted.isChecked())) await page.keyboard.press('ArrowRight');
    await tabTo(page, /^input external_id$/);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('by-keyboard');
    await page.getByText('"external_id":"by-keyboard"').waitFor();
    await tabTo(page, /^button Place order$/);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Order 1', exact: true }).waitFor();
    // The button keeps the focus, so that what follows it is one press away.
    expect(await page.evaluate(FOCUSED)).toBe('button Place order');
    await tabTo(page, /^a Order 1$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Order 1' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type('until nothing');
    await page.getByRole('option', { name: /^Advance until nothing is due/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^Failed at/).waitFor();
    await page.getByText('were refunded at').waitFor();
    expect(violations.errors).toEqual([]);
  });

  test('the button that goes to what is due next keeps the focus', async () => {
    const shop = account('stepper');
    await shop.api.order({ package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' });
    await using window = await stage.open();
    const { page } = window;
    await window.go('stepper/orders');
    const row = page.getByRole('row', { name: /TSandboxRecipient|3[.]90/ });
    await row.getByText('processing').waitFor();
    const next = page.getByRole('button', { name: 'Go to next' });
    // Without anything that is due, and while the clock is being advanced, the button does nothing.
    const ready = next.and(page.locator('[aria-busy="false"][aria-disabled="false"]'));
    await ready.focus();
    await page.keyboard.press('Enter');
    await row.getByText('delegating').waitFor();
    await expect.poll(() => page.evaluate(FOCUSED)).toBe('button Go to next');
    await page.getByText('order 1 → delegated').waitFor();
    await ready.waitFor();
    await page.keyboard.press('Enter');
    await row.getByText('delegated').waitFor();
  });

  test('a menu at the lower edge of the window opens where it can be seen', async () => {
    const shop = account('edge');
    await shop.api.order({ package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' });
    await shop.settle();
    await using window = await stage.open({ width: 1024 });
    const { page } = window;
    await window.go('edge/orders/1');
    const menu = page.getByLabel('Resend corrupted').last();
    await menu.evaluate('element => element.scrollIntoView({ block: "end" })');
    await menu.focus();
    await page.keyboard.press('ArrowUp');
    await page.locator(':popover-open .option').last().waitFor();
    // Browsers scroll by whole pixels.
    const isInside =
      '(() => { const { bottom } = document.querySelector(":popover-open").getBoundingClientRect(); return Math.floor(bottom) <= innerHeight; })()';
    await expect.poll(() => page.evaluate(isInside)).toBe(true);
  });
});

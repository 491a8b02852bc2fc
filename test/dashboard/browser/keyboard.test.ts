import { expect, test } from 'vitest';
import { needing } from '../../support/needing.ts';
import { setUpStage } from './stage.ts';

const FOCUSED = 'document.activeElement.textContent.trim()';
const FOCUSED_NAME =
  'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.trim()';

needing('chromium').describe('with the keyboard and before something is destroyed', () => {
  const stage = setUpStage();
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });

  test('a menu moves with arrows, Home and End, and closes with Escape or when it is left', async () => {
    account('menus');
    await using window = await stage.open();
    const { page } = window;
    await window.go('menus/webhooks');
    const trigger = page.getByLabel('Trigger an event');
    await trigger.focus();
    await page.keyboard.press('ArrowDown');
    const focused = () => page.evaluate(FOCUSED);
    await expect.poll(focused).toBe('order.processing');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('order.delegating');
    await page.keyboard.press('End');
    expect(await focused()).toBe('order.failed');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('order.processing');
    await page.keyboard.press('Home');
    expect(await focused()).toBe('order.processing');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(FOCUSED_NAME)).toBe('Trigger an event');
    expect(await page.getByRole('button', { name: 'order.review' }).isVisible()).toBe(false);
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toBe('order.failed');
    await page.keyboard.press('Tab');
    expect(await page.getByRole('button', { name: 'order.review' }).isVisible()).toBe(false);
  });

  test('a dialog focuses its first field, and returns the focus when it closes', async () => {
    account('dialogs');
    await using window = await stage.open();
    const { page } = window;
    await window.go('dialogs/settings');
    await page.getByRole('button', { name: 'New key' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('reader');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('reader');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(FOCUSED_NAME)).toBe('New key');
    await page.getByLabel('Account: dialogs').click();
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('typed');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('typed');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(FOCUSED_NAME)).toBe('Account: dialogs');
  });

  test('revoking the only key asks first, and Cancel has the focus', async () => {
    const shop = account('only-key');
    await using window = await stage.open({ width: 768 });
    const { page } = window;
    await window.go('only-key/settings');
    const revoke = page.getByRole('button', { name: 'Revoke default' });
    // Its word is on one line.
    expect((await revoke.boundingBox())!.height).toBeLessThan(30);
    await revoke.click();
    await page.getByText('It is the only key of only-key that is not revoked.').waitFor();
    expect(await page.evaluate(FOCUSED)).toBe('Cancel');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(shop.state.keys.map(({ revoked }) => revoked)).toEqual([false]);
  });

  test('clearing the journal asks first', async () => {
    const shop = account('clearing');
    await shop.api.balance();
    await using window = await stage.open();
    const { page } = window;
    await window.go('clearing/requests');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'GET /balance/' }).waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
    await page.getByText('No requests yet').waitFor();
    expect(window.violations.dialogs).toEqual([]);
  });

  test('a deposit is added, and a balance is set only to a typed amount', async () => {
    const shop = account('sums');
    await using window = await stage.open();
    const { page } = window;
    await window.go('sums/balance');
    await page.getByLabel('Amount to add (TRX)').fill('12.5');
    await page.getByRole('button', { name: 'Deposit' }).click();
    await page.getByRole('cell', { name: '+12.50' }).waitFor();
    expect(await page.getByRole('button', { name: 'Set', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('New balance (TRX)').fill('7');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByText('Balance set to 7.00 TRX.').waitFor();
    expect(shop.state.balanceSun).toBe(7_000_000);
  });
});

import { expect, test } from 'vitest';
import { needing } from '../../support/needing.ts';
import { openSnapshots, shownBy } from './browser.ts';
import { hold, workedOff } from './held.ts';
import { setUpStage } from './stage.ts';

needing('chromium').describe('what a page shows stays true', () => {
  const stage = setUpStage({ webhooksAsDescribed: false });
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });

  test('the order form and its response are there after a look at the order', async () => {
    account('form-kept');
    await using window = await stage.open();
    const { page } = window;
    await window.go('form-kept/orders/new');
    await page.getByLabel('Duration', { exact: true }).selectOption('5');
    await page.getByRole('button', { name: 'Place order', exact: true }).click();
    await page.getByRole('link', { name: 'Order 1', exact: true }).click();
    await page.getByRole('heading', { name: 'Order 1' }).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Response' }).getByText('202').first().waitFor();
    expect(await page.getByLabel('Duration', { exact: true }).inputValue()).toBe('5');
  });

  test('an order does not select a scenario that is deleted while the form is open', async () => {
    account('form-scenario');
    await stage.control('PUT', '/accounts/form-scenario/scenarios/mine/file', {
      yaml: 'name: mine\nsummary: Fails.\norders:\n  - lifecycle:\n      - { after: 1s, to: failed }\n',
    });
    await using window = await stage.open();
    const { page } = window;
    await window.go('form-scenario/orders/new');
    await page.getByRole('button', { name: 'Own', exact: true }).click();
    await page.getByRole('radio', { name: 'mine' }).click();
    await page.getByText('X-Sandbox-Scenario: mine').first().waitFor();
    await stage.control('DELETE', '/accounts/form-scenario/scenarios/mine/file');
    await page.getByRole('radio', { name: 'As usual', checked: true }).waitFor();
    await expect.poll(() => page.getByText('X-Sandbox-Scenario: mine').count()).toBe(0);
    await page.getByRole('button', { name: 'Lifecycles', exact: true, pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Place order', exact: true }).click();
    await page.getByRole('link', { name: 'Order 1', exact: true }).waitFor();
  });

  test('the limits follow the account, apart from what is being edited', async () => {
    account('limits');
    await using window = await stage.open();
    const { page } = window;
    await window.go('limits/settings');
    await page.getByLabel('Requests per minute per key').fill('77');
    await stage.control('PATCH', '/accounts/limits', { discount_percent: 12, time_zone: 'Europe/Berlin' });
    await expect.poll(() => page.getByLabel('Discount (%)').inputValue()).toBe('12');
    expect(await page.getByLabel('Requests per minute per key').inputValue()).toBe('77');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect(await stage.control('GET', '/accounts/limits')).toMatchObject({
      rate_limit_per_minute: 77,
      discount_percent: 12,
      time_zone: 'Europe/Berlin',
    });
    await stage.control('POST', '/accounts/limits/reset');
    await expect.poll(() => page.getByLabel('Discount (%)').inputValue()).toBe('0');
  });

  test('saving one assumption does not close another that is edited by then', async () => {
    account('two-edits');
    await using window = await stage.open();
    const { page } = window;
    await window.go('two-edits/settings/assumptions');
    const buttons = page.getByRole('button', { name: /^Change / });
    const save = await hold(page, { method: 'PATCH', path: '/accounts/two-edits', part: 'request' });
    await buttons.nth(0).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await save.reached;
    await buttons.nth(2).click();
    const edited = page.getByLabel(/^New value of /);
    const name = await edited.getAttribute('id');
    await shownBy(page, 'is changed for two-edits.', () => save.release());
    await workedOff(page);
    expect(await edited.getAttribute('id')).toBe(name);
  });

  test('importing a file asks before it replaces a snapshot of its name', async () => {
    account('imports');
    await stage.control('POST', '/accounts/imports/snapshots', { name: 'kept' });
    const content = await stage.control('GET', '/accounts/imports/snapshots/kept');
    await stage.control('POST', '/accounts/imports/deposit', { amount_trx: 5 });
    await stage.control('POST', '/accounts/imports/snapshots', { name: 'kept' });
    await using window = await stage.open();
    const { page } = window;
    await window.go('imports/overview');
    await openSnapshots(page);
    await page.getByRole('listitem').getByText('105.00 TRX').waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Import file' }).click(),
    ]);
    const buffer = Buffer.from(JSON.stringify(content));
    await chooser.setFiles({ name: 'kept.json', mimeType: 'application/json', buffer });
    const question = page.getByRole('dialog', { name: 'Replace kept?' });
    await question.waitFor();
    await page.getByRole('listitem').getByText('105.00 TRX').waitFor();
    await question.getByRole('button', { name: 'Replace' }).click();
    await page.getByRole('listitem').getByText('100.00 TRX').waitFor();
  });

  test('an amount that is refused stays in its field', async () => {
    account('refused');
    await using window = await stage.open();
    const { page } = window;
    await window.go('refused/balance');
    await page.getByLabel('Amount to add (TRX)').fill('-5');
    await page.getByRole('button', { name: 'Deposit' }).click();
    await page.locator('.toast.tone-bad').waitFor();
    await workedOff(page);
    expect(await page.getByLabel('Amount to add (TRX)').inputValue()).toBe('-5');
  });

  test('an account that is deleted while it is shown takes its clock and balance along', async () => {
    account('deleted');
    await using window = await stage.open({ expected: /404/ });
    const { page } = window;
    await window.go('deleted/orders');
    await page.getByRole('group', { name: 'Account clock' }).waitFor();
    await stage.control('DELETE', '/accounts/deleted');
    await page.getByRole('heading', { name: 'Account deleted does not exist' }).waitFor();
    await expect.poll(() => page.getByRole('group', { name: 'Account clock' }).count()).toBe(0);
    await expect.poll(() => page.getByTitle('Balance and ledger').count()).toBe(0);
    await page.getByText('No such account').waitFor();
  });

  test('the text of a dry run is named as changed once it is edited', async () => {
    account('dry-run-text');
    await using window = await stage.open();
    const { page } = window;
    await window.go('dry-run-text/scenarios/failed-with-refund');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByRole('group', { name: /^Sequence diagram of order/ }).waitFor();
    expect(await page.getByText('The text has changed since this dry run.').count()).toBe(0);
    await page.getByLabel('Scenario file').press('Control+End');
    await page.keyboard.insertText('# more\n');
    await page.getByText('The text has changed since this dry run.').waitFor();
  });
});

import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { LONG } from '../../support/tier.ts';
import { axeFindings, openSnapshots, shownBy } from './browser.ts';
import { writeScenario } from './scenario-editor.ts';
import { setUpStage } from './stage.ts';

/** A scenario file; every order fails after the given number of seconds. */
const failing = (name: string, seconds: number): string =>
  `name: ${name}\nsummary: Every order fails.\norders:\n  - lifecycle:\n      - { after: ${seconds}s, to: failed }\n`;

needing('chromium').describe('on the dashboard', () => {
  const stage = setUpStage();
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });

  describe('the scenarios of an account', () => {
    test('show the text that runs: an edited built-in one, switched off and on, in two browsers', async () => {
      const shop = account('edited');
      await using first = await stage.open();
      await using second = await stage.open();
      const { page } = first;
      await first.go('edited/scenarios/failed-with-refund');
      await writeScenario(page, failing('failed-with-refund', 55));
      await page.getByText("Saving creates this account's own version").waitFor();
      await page.getByRole('button', { name: 'Save and activate' }).click();
      await page.getByText("This account's own version of the built-in scenario.").waitFor();
      await page.getByRole('button', { name: 'Deactivate' }).click();
      await page.getByText('No active scenarios').waitFor();
      await second.go('edited/scenarios/failed-with-refund');
      await second.page.getByText('after: 55s').waitFor();
      const activate = page.getByRole('button', { name: 'Activate', exact: true });
      await activate.and(page.locator('[aria-busy="false"]')).click();
      await page.getByTitle('1 active: failed-with-refund').waitFor();
      await page.getByText('after: 55s').waitFor();
      await shop.api.order({ package_id: 1, address: RECIPIENT });
      await shop.advance(54_000);
      expect(shop.state.orders[0]!.steps.at(-1)!.status).toBe('processing');
      await shop.advance(1_000);
      expect(shop.state.orders[0]!.steps.at(-1)!.status).toBe('failed');
      await page.getByRole('button', { name: 'Back to built-in' }).click();
      await page.getByRole('button', { name: 'Delete own version' }).click();
      await page.getByText("From the server's library.").waitFor();
      expect(shop.state.scenarios[0]!.orders[0]!.lifecycle.length).toBe(2);
      expect(first.violations).toEqual({ errors: [], otherHosts: [], dialogs: [] });
    });

    test('stay listed when they are off, and are deleted after a question', async () => {
      const shop = account('listed');
      await using window = await stage.open();
      const { page } = window;
      await window.go('listed/scenarios/~new');
      await writeScenario(page, failing('mine', 5));
      await shownBy(page, 'mine is saved.', () =>
        page.getByRole('button', { name: 'Save', exact: true }).click(),
      );
      expect(shop.state.scenarios).toEqual([]);
      await page.getByRole('region', { name: 'Of this account' }).getByText('mine').waitFor();
      await page.getByRole('button', { name: 'Activate', exact: true }).click();
      // A click while something is carried out does nothing.
      const idle = (name: string) =>
        page.getByRole('button', { name, exact: true }).and(page.locator('[aria-busy="false"]'));
      await idle('Deactivate').click();
      await idle('Activate').waitFor();
      await page.getByRole('region', { name: 'Of this account' }).getByText('mine').waitFor();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const question = page.getByRole('dialog', { name: 'Delete mine?' });
      await shownBy(page, 'mine is deleted.', () => question.getByRole('button', { name: 'Delete' }).click());
      await expect.poll(() => shop.state.ownScenarios).toBeUndefined();
      await page.getByRole('region', { name: 'Of this account' }).waitFor({ state: 'detached' });
    });

    test('keep their unsaved text while the reader looks at other pages and accounts', async () => {
      account('draft');
      await using window = await stage.open();
      const { page } = window;
      await window.go('draft/orders');
      await page.getByRole('link', { name: 'Scenarios' }).click();
      await page
        .getByRole('link', { name: /^review\b/ })
        .first()
        .click();
      await writeScenario(page, 'name: review\n');
      await page.getByText('unsaved', { exact: true }).waitFor();
      await page.getByLabel('Account: draft').click();
      await page.getByRole('link', { name: 'demo' }).click();
      await page.waitForURL(/#\/demo\/scenarios/);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
      await window.go('draft/scenarios');
      await page.getByRole('link', { name: /^review unsaved/ }).click();
      await expect.poll(() => page.getByLabel('Scenario file').textContent()).toBe('name: review');
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.locator('.cm-line', { hasText: 'orders:' }).waitFor();
      expect(window.violations.dialogs).toEqual([]);
    });

    test('keep the tab open while there is unsaved text', async () => {
      account('closing');
      await using window = await stage.open();
      const { page, violations } = window;
      await window.go('closing/scenarios/~new');
      await writeScenario(page, 'name: half\n');
      await page.getByText(/problems? found/).waitFor();
      await page.close({ runBeforeUnload: true });
      await expect.poll(() => violations.dialogs.length).toBe(1);
      // The page answers again once the dialog is dismissed; closing it before can crash the browser.
      await page.evaluate('document.title');
      expect(page.isClosed()).toBe(false);
    });

    test('are edited with completion from the schema and with marks at their problems', async () => {
      account('editor');
      await using window = await stage.open();
      const { page, violations } = window;
      await window.go('editor/scenarios/~new');
      const file = page.getByLabel('Scenario file');
      await writeScenario(
        page,
        'name: mine\nsummary: Text.\nrequests:\n  - match: { operation: createOrder }\n    ',
      );
      await page.keyboard.type('fau');
      await page.getByRole('option', { name: 'fault' }).click();
      await page.keyboard.type('h');
      await page.getByRole('option', { name: 'hang', exact: true }).click();
      await page.getByText('Valid: 1 request rule.').waitFor();
      // Characters that are typed faster than the page renders are not lost.
      await page.keyboard.press('Enter');
      await page.keyboard.type('# typed without a pause, as fast as the keyboard can');
      await page.getByText('# typed without a pause, as fast as the keyboard can').waitFor();
      await page.keyboard.press('ArrowUp');
      await file.press('End');
      await page.keyboard.type('x');
      await page.getByRole('button', { name: 'line 5' }).waitFor();
      const marked = page.locator('.cm-lintRange-error');
      await expect.poll(() => marked.allTextContents()).toEqual(['hangx']);
      await page.getByRole('button', { name: 'line 5' }).click();
      await page.keyboard.press('Control+z');
      await page.getByText('Valid: 1 request rule.').waitFor();
      // Tab leaves the editor, so that it is no trap for the keyboard.
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.tagName')).not.toBe('DIV');
      if (LONG) expect(await axeFindings(page)).toEqual([]);
      expect(violations).toEqual({ errors: [], otherHosts: [], dialogs: [] });
    });

    test('are cards on the page for new orders, by group, chosen by keyboard and sent with the order', async () => {
      const shop = account('cards');
      await using window = await stage.open();
      const { page } = window;
      await window.go('cards/orders/new');
      const cards = page.getByRole('radiogroup', { name: 'Scenario of the order' });
      await cards
        .getByText(/^The delegation fails/)
        .first()
        .waitFor();
      await cards.getByLabel('As usual').focus();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => cards.getByLabel('energy-late').isChecked()).toBe(true);
      await page.getByText('X-Sandbox-Scenario: energy-late').first().waitFor();
      await page.getByRole('button', { name: 'Place order', exact: true }).click();
      await page.getByText('202', { exact: true }).waitFor();
      await page.getByRole('group', { name: 'Group' }).getByRole('button', { name: 'Webhooks' }).click();
      await cards.getByLabel('webhooks-lost').check();
      await page.getByRole('button', { name: 'Place order', exact: true }).click();
      await expect.poll(() => shop.state.orders.length).toBe(2);
      expect(shop.state.picked.map(({ name }) => name)).toEqual(['energy-late', 'webhooks-lost']);
    });

    test('fail the next requests whatever they are, as many as were asked for, and no more', async () => {
      const shop = account('fail-next');
      await using window = await stage.open();
      const { page } = window;
      await window.go('fail-next/scenarios');
      await page.getByLabel('How many requests fail').fill('3');
      await page.getByRole('button', { name: 'Fail the next requests' }).click();
      await page.getByText('The next 3 requests fail.').waitFor();
      const order = () => shop.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
      const first = await shop.api.balance();
      await page.getByText('2 of 3 left').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('fail next');
      await page.getByRole('option', { name: /^Fail the next requests/ }).waitFor();
      await page.getByRole('option', { name: /^fail-next-requests/ }).click();
      await page.getByText('Applied once; each rule may apply 3 times.').waitFor();
      // A scenario that an address opens is in view in the list.
      await page.setViewportSize({ width: 1280, height: 500 });
      await window.go('fail-next/scenarios/webhooks-lost');
      const chosen = page.locator('li.chosen').getByText('webhooks-lost', { exact: true });
      await expect.poll(async () => ((await chosen.boundingBox())?.y ?? 999) < 500).toBe(true);
      const statuses = [
        first.status,
        (await order()).status,
        (await shop.api.call('GET', '/api/v1/status/?external_id=inv-1')).status,
        (await order()).status,
        (await shop.api.balance()).status,
      ];
      expect(statuses).toEqual([503, 503, 503, 202, 200]);
    });

    test('are activated for the next request, and are then used up, on every page', async () => {
      const shop = account('used-up');
      await using window = await stage.open();
      const { page } = window;
      await window.go('used-up/scenarios/insufficient-balance');
      await page.getByRole('button', { name: 'Next request', exact: true }).click();
      await page.getByRole('button', { name: 'Activate', exact: true }).click();
      await page.getByText('Applied 0 times; each rule may apply 1 time.').waitFor();
      const strip = page.getByTitle('1 active: insufficient-balance');
      await strip.waitFor();
      expect((await shop.api.order({ package_id: 1, address: RECIPIENT })).status).toBe(402);
      await page.getByText('Used up: it applied once, and no longer does anything.').waitFor();
      await page.getByText('No active scenarios: every order follows the happy path. Used up').waitFor();
      await strip.waitFor({ state: 'detached' });
      await window.go('used-up/orders/new');
      const usual = page.getByRole('radio', { name: 'As usual' }).locator('..');
      await usual.getByText('the happy path').waitFor();
      await window.go('used-up/scenarios/insufficient-balance');
      await page.getByRole('button', { name: 'Activate again' }).click();
      await page.getByText('Applied 0 times; each rule may apply 1 time.').waitFor();
      expect((await shop.api.order({ package_id: 1, address: RECIPIENT })).status).toBe(402);
    });
  });

  describe('the page of snapshots', () => {
    test('takes one under a name, restores it after a question, downloads it and imports it', async () => {
      const shop = stage.sandbox.openAccount({ name: 'snap', balanceSun: 100_000_000 });
      await using window = await stage.open();
      const { page, violations } = window;
      await window.go('snap/overview');
      await openSnapshots(page);
      await page.getByText('No snapshots yet').waitFor();
      await page.getByLabel('Name of the new snapshot').fill('empty-account');
      await page.getByRole('button', { name: 'Take snapshot' }).click();
      await page.getByText('0 orders, 0 events').waitFor();
      await shop.api.order({ package_id: 1, address: RECIPIENT });
      await page.getByLabel('Restore empty-account').click();
      await page
        .getByRole('dialog', { name: /^Restore/ })
        .getByRole('button', { name: 'Cancel' })
        .click();
      expect(shop.state.orders.length).toBe(1);
      await page.getByLabel('Restore empty-account').click();
      await shownBy(page, 'snap is as it was in empty-account.', () =>
        page
          .getByRole('dialog', { name: /^Restore/ })
          .getByRole('button', { name: 'Restore', exact: true })
          .click(),
      );
      expect(shop.account.state.orders).toEqual([]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByLabel('Download empty-account').click(),
      ]);
      expect(download.suggestedFilename()).toBe('snap-empty-account.json');
      const path = await download.path();
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ format: 2, account: 'snap' });
      await page.getByLabel('Delete empty-account').click();
      await page
        .getByRole('dialog', { name: /^Delete/ })
        .getByRole('button', { name: 'Delete', exact: true })
        .click();
      await page.getByText('No snapshots yet').waitFor();
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Import file' }).click(),
      ]);
      await chooser.setFiles({
        name: 'from elsewhere.json',
        mimeType: 'application/json',
        buffer: await readFile(path),
      });
      await page.getByText('from-elsewhere').waitFor();
      expect(violations).toEqual({ errors: [], otherHosts: [], dialogs: [] });
    });
  });

  describe('assumptions', () => {
    test('are changed for the account, refused at their field, and set back to the default', async () => {
      const shop = stage.sandbox.openAccount({ name: 'assume' });
      await using window = await stage.open({ expected: /400/ });
      const { page } = window;
      await window.go('assume/settings/assumptions');
      await page.getByLabel('Change custom_energy_step').click();
      await page.getByLabel('New value of custom_energy_step').fill('-1');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('expected an integer from 1 to').waitFor();
      await page.getByLabel('New value of custom_energy_step').fill('500');
      await shownBy(page, 'custom_energy_step is changed for assume.', () =>
        page.getByRole('button', { name: 'Save' }).click(),
      );
      expect(shop.state.settings.custom_energy_step).toBe(500);
      await page.getByLabel('Change custom_energy_step').click();
      await page.getByRole('button', { name: 'Use the default' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => shop.state.settings.custom_energy_step).toBe(1_000);
      await page.getByLabel('Change unknown_fields').click();
      await page.getByLabel('New value of unknown_fields').selectOption('reject');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => shop.state.settings.unknown_fields).toBe('reject');
    });
  });
});

import { describe, expect, test } from 'vitest';
import { needing } from '../../support/needing.ts';
import { axeFindings, copyKey, shownBy } from './browser.ts';
import { hold } from './held.ts';
import { writeScenario } from './scenario-editor.ts';
import { setUpStage } from './stage.ts';

/** A scenario file; every order fails after the given number of seconds. */
const failing = (name: string, seconds: number): string =>
  `name: ${name}\nsummary: Every order fails.\norders:\n  - lifecycle:\n      - { after: ${seconds}s, to: failed }\n`;

needing('chromium').describe('on the dashboard', () => {
  const stage = setUpStage({ webhooksAsDescribed: false });

  describe('a scenario file that is edited in two browsers', () => {
    const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 100_000_000 });
    const path = (shop: string) => `/accounts/${shop}/scenarios/mine/file`;
    /** Saves the file as another browser does. */
    const save = (shop: string, seconds: number) =>
      stage.control('PUT', path(shop), { yaml: failing('mine', seconds) });
    const textOf = (shop: { state: { ownScenarios?: readonly { text: string }[] } }) =>
      shop.state.ownScenarios?.map(({ text }) => text);

    /** Opens the file, which fails after one second, and changes it to two. */
    async function edited(name: string) {
      const shop = account(name);
      await save(name, 1);
      // The server says 409 to a text that someone else has changed.
      const window = await stage.open({ expected: /409/ });
      const { page } = window;
      await window.go(`${name}/scenarios/mine`);
      await page.getByText('after: 1s').waitFor();
      await writeScenario(page, failing('mine', 2));
      await page.getByText('Valid: 1 order rule.').waitFor();
      return { shop, window, page, button: page.getByRole('button', { name: 'Save', exact: true }) };
    }

    test('is not overwritten silently, but on request', async () => {
      const { shop, window, page, button } = await edited('two-overwrite');
      await using _ = window;
      await save('two-overwrite', 9);
      await page.getByText('Unsaved changes. Someone else has saved the file meanwhile.').waitFor();
      await button.click();
      const question = page.getByRole('dialog', { name: 'mine was changed meanwhile' });
      await question.waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await question.getByRole('button', { name: 'Keep editing' }).click();
      expect(textOf(shop)).toEqual([failing('mine', 9)]);
      await button.click();
      await shownBy(page, 'mine is saved.', () =>
        question.getByRole('button', { name: 'Overwrite' }).click(),
      );
      await page.getByText('Kept in this account.').waitFor();
      expect(textOf(shop)).toEqual([failing('mine', 2)]);
      expect(window.violations).toEqual({ errors: [], otherHosts: [], dialogs: [] });
    });

    test('can be taken as the other browser has saved it', async () => {
      const { shop, window, page } = await edited('two-discard');
      await using _ = window;
      await save('two-discard', 9);
      await page.getByRole('button', { name: 'Save and activate' }).click();
      const question = page.getByRole('dialog', { name: 'mine was changed meanwhile' });
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByText('after: 9s').waitFor();
      await page.getByText('Kept in this account.').waitFor();
      expect(textOf(shop)).toEqual([failing('mine', 9)]);
      expect(shop.state.scenarios).toEqual([]);
    });

    test('keeps its unsaved text in the one browser when the other deletes it', async () => {
      const { shop, window, page, button } = await edited('two-deleted');
      await using _ = window;
      await stage.control('DELETE', path('two-deleted'));
      await page.getByText('Unsaved changes. Someone else has deleted the file meanwhile.').waitFor();
      await button.click();
      const question = page.getByRole('dialog', { name: 'mine was changed meanwhile' });
      await shownBy(page, 'mine is saved.', () =>
        question.getByRole('button', { name: 'Overwrite' }).click(),
      );
      await expect.poll(() => textOf(shop)).toEqual([failing('mine', 2)]);
    });

    test('is not deleted by one who has not seen how the other saved it', async () => {
      const shop = account('two-delete');
      await save('two-delete', 1);
      await using window = await stage.open({ expected: /409/ });
      const { page } = window;
      await window.go('two-delete/scenarios/mine');
      await page.getByText('after: 1s').waitFor();
      const remove = page.getByRole('button', { name: 'Delete', exact: true });
      await remove.click();
      const first = page.getByRole('dialog', { name: 'Delete mine?' });
      await first.waitFor();
      await save('two-delete', 9);
      // The page behind the question shows the new text already.
      await page.getByText('after: 9s').waitFor();
      await shownBy(page, 'was changed by someone else meanwhile', () =>
        first.getByRole('button', { name: 'Delete', exact: true }).click(),
      );
      expect(textOf(shop)).toEqual([failing('mine', 9)]);
      // What is read now can be deleted.
      await remove.click();
      const deleting = () => first.getByRole('button', { name: 'Delete', exact: true }).click();
      await shownBy(page, 'mine is deleted.', deleting);
      expect(textOf(shop) ?? []).toEqual([]);
      expect(window.violations).toEqual({ errors: [], otherHosts: [], dialogs: [] });
    });

    test('is saved without a question by the one who alone edits it, also twice while typing', async () => {
      const { shop, window, page, button } = await edited('two-alone');
      await using _ = window;
      const first = await hold(page, { method: 'PUT', path: '/mine/file', part: 'request' });
      await button.click();
      await first.reached;
      await writeScenario(page, failing('mine', 3));
      await shownBy(page, 'mine is saved.', () => first.release());
      await page.getByText('Unsaved changes.', { exact: true }).waitFor();
      await expect.poll(() => button.getAttribute('aria-busy')).toBe('false');
      await button.click();
      await page.getByText('Kept in this account.').waitFor();
      expect(textOf(shop)).toEqual([failing('mine', 3)]);
    });
  });

  describe('secrets that the server returns only once', () => {
    test('are shown even if the form was closed, and the page left, while the key was being created', async () => {
      const shop = stage.sandbox.openAccount({ name: 'late-key' });
      await using window = await stage.open();
      const { page } = window;
      await window.go('late-key/settings');
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill('worker');
      const answer = await hold(page, { method: 'POST', path: '/late-key/keys', part: 'answer' });
      await page.getByRole('button', { name: 'Create key' }).click();
      await answer.reached;
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await window.go('late-key/balance');
      await answer.release();
      const dialog = page.getByRole('dialog', { name: 'Key worker' });
      const secret = (await dialog.locator('code').textContent())!;
      expect(secret).toMatch(/^ersk_/);
      const answered = await fetch(`${stage.sandbox.baseUrl}/api/v1/balance/`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      expect(answered.status).toBe(200);
      await copyKey(dialog);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(shop.state.keys.length).toBe(2);
    });

    test('leave a form that was opened meanwhile as it is, and return the focus when they are dismissed', async () => {
      stage.sandbox.openAccount({ name: 'two-keys' });
      await using window = await stage.open();
      const { page } = window;
      await window.go('two-keys/settings');
      const newKey = page.getByRole('button', { name: 'New key' });
      await newKey.click();
      await page.getByLabel('Name').fill('first');
      const answer = await hold(page, { method: 'POST', path: '/two-keys/keys', part: 'answer' });
      await page.getByRole('button', { name: 'Create key' }).click();
      await answer.reached;
      await page.getByRole('button', { name: 'Close' }).click();
      await newKey.click();
      await page.getByLabel('Name').fill('second');
      await answer.release();
      const first = page.getByRole('dialog', { name: 'Key first' });
      await copyKey(first);
      await first.getByRole('button', { name: 'Close' }).click();
      await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('second');
      await page.getByRole('button', { name: 'Create key' }).click();
      await copyKey(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('New key');
    });

    test('of a new account are shown even if its form was closed meanwhile, with a link to the account', async () => {
      await using window = await stage.open();
      const { page } = window;
      await window.go('demo/balance');
      await page.getByLabel('Account: demo').click();
      await page.getByRole('button', { name: 'New account' }).click();
      await page.getByLabel('Name').fill('late-account');
      const answer = await hold(page, { method: 'POST', path: '/_sandbox/accounts', part: 'answer' });
      await page.getByRole('button', { name: 'Create account' }).click();
      await answer.reached;
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await answer.release();
      const dialog = page.getByRole('dialog', { name: 'Account late-account' });
      await dialog.getByText(/^whsec_/).waitFor();
      await dialog.getByRole('button', { name: 'Open account' }).click();
      await page.waitForURL(/#\/late-account\/overview/);
    });
  });
});

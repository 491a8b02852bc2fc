import { expect, test } from 'vitest';
import { needing } from '../../support/needing.ts';
import { axeFindingsAsShown } from './browser.ts';
import { PAGES, setUpEveryPage } from './every-page.ts';
import { notFitting, WIDTHS } from './layout.ts';
import { observed } from './stage.ts';

/** One of each kind: figures, pictures, a form, an editor. */
const KINDS = ['demo/overview', 'demo/orders/2', 'demo/orders/new', 'demo/scenarios/~new'];

needing('chromium').describe('every page', () => {
  const { stage, whenPrepared, visit, search } = setUpEveryPage();

  test('loads without errors, fits every screen, and leaves no trace in journal, findings, coverage and keys', async () => {
    await whenPrepared();
    const before = await observed(stage, 'demo');
    // One window for all of them, as a person uses it.
    await using window = await stage.open({ expected: /404/ });
    for (const [place, heading] of PAGES) {
      await window.page.setViewportSize({ width: 1280, height: 800 });
      await visit(window, place, heading);
      expect(await notFitting(window.page), place).toEqual([]);
      expect(window.violations, place).toEqual({ errors: [], otherHosts: [], dialogs: [] });
    }
    expect(await observed(stage, 'demo')).toEqual(before);
  });

  test('is accessible, of each kind one, in light colors', async () => {
    await using window = await stage.open();
    const pages = PAGES.filter(([place]) => KINDS.includes(place));
    expect(pages.length).toBe(KINDS.length);
    for (const [place, heading] of pages) {
      await visit(window, place, heading);
      expect(await axeFindingsAsShown(window.page), place).toEqual([]);
    }
  });

  test('fits every screen with the search', async () => {
    await using window = await stage.open();
    await search(window);
    expect(await notFitting(window.page)).toEqual([]);
  });

  test('is reached through the navigation', async () => {
    await using window = await stage.open();
    const { page } = window;
    await window.go('demo/orders');
    const nav = page.getByRole('navigation', { name: 'Main' });
    const linksOf = (name: RegExp) => nav.getByRole('link', { name });
    const reach = async (name: RegExp): Promise<void> => {
      const link = linksOf(name);
      await link.scrollIntoViewIfNeeded();
    };
    const headings = ['Requests', 'Webhooks', 'Scenarios', 'Findings', 'Balance', 'Settings', 'Orders'];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await reach(/^API reference/);
      for (const heading of headings) {
        const name = new RegExp(`^${heading}`);
        await reach(name);
        await linksOf(name).click();
        await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      }
    }
    await page.setViewportSize({ width: 390, height: 800 });
    // All are there without scrolling, as wide as a thumb, and so is what is due next.
    const links = await nav.getByRole('link').all();
    expect(links.length).toBe(headings.length + 2);
    for (const link of links) {
      const { x, y, width, height } = (await link.boundingBox())!;
      expect([x >= 0, x + width <= 390, y + height <= 800, width >= 60]).toEqual([true, true, true, true]);
    }
    await page.getByRole('region', { name: 'What is due next' }).waitFor();
    await window.go('demo/nonsense');
    await page.getByRole('link', { name: 'Show the overview' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview', exact: true }).waitFor();
  });

  test('is the target of a redirect from /', async () => {
    const response = await fetch(stage.sandbox.baseUrl, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/_sandbox/']);
  });

  test('shows, while it is empty, the command that creates the first entry', async () => {
    stage.sandbox.openAccount({ name: 'empty', webhookUrl: null });
    await using window = await stage.open();
    for (const [place, command] of [
      ['orders', '/api/v1/order/'],
      ['requests', '/api/v1/balance/'],
      ['webhooks', 'npx energy-rental-sandbox listen'],
    ]) {
      await window.go(`empty/${place}`);
      await window.page.getByRole('figure', { name: 'Command' }).getByText(command!).waitFor();
    }
  });
});

import { addressNumber, RECIPIENT } from '../../support/addresses.ts';
import { type DashboardWindow, loaded } from './browser.ts';
import { type Stage, setUpStage } from './stage.ts';

const FAILS = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';

/** The pages with their headings: those of an account with everything that a page can show, and of others. */
export const PAGES: readonly (readonly [place: string, heading: string])[] = [
  ['demo/overview', 'Overview'],
  ['demo/orders', 'Orders'],
  ['demo/orders/2', 'Order 2'],
  ['demo/orders/abc', 'Order abc'],
  ['demo/orders/new', 'New order'],
  ['demo/webhooks', 'Webhooks'],
  ['demo/webhooks/EVENT', 'Webhooks'],
  ['demo/webhooks/receiver', 'Webhooks'],
  ['demo/webhooks/receiver/1', 'Webhooks'],
  ['demo/requests', 'Requests'],
  ['demo/requests/REQUEST', 'Requests'],
  ['demo/scenarios', 'Scenarios'],
  ['demo/scenarios/failed-with-refund', 'Scenarios'],
  ['demo/scenarios/webhook-duplicated', 'Scenarios'],
  ['demo/scenarios/~new', 'Scenarios'],
  ['demo/findings', 'Findings'],
  ['demo/findings/coverage', 'Findings'],
  ['demo/balance', 'Balance'],
  ['demo/settings', 'Settings'],
  ['demo/settings/assumptions', 'Settings'],
  ['failing/orders/1', 'Order 1'],
  ['demo/nonsense', 'No such page'],
  ['demo/balance/1', 'No such page'],
  ['demo/overview/chapter-6', 'No such page'],
  ['nobody/orders', 'Account nobody does not exist'],
];

/** A sandbox with an account that has everything that a page can show, and ways to its pages. */
export interface EveryPage {
  readonly stage: Stage;
  /** Resolves when the account has everything. */
  whenPrepared(): Promise<unknown>;
  /** Opens a page, and waits until it has loaded what it shows. */
  visit(window: DashboardWindow, place: string, heading: string): Promise<void>;
  /** Opens the search on a page, with results. */
  search(window: DashboardWindow): Promise<void>;
}

/** Starts the sandbox before the tests of a file, and stops it after. */
export function setUpEveryPage(): EveryPage {
  const stage = setUpStage({ webhook_url: 'sandbox:receiver' });
  let prepared: Promise<{ event: string; request: string }> | null = null;

  /** Creates orders with everything that a page can show: failures, retries, a rejected request, a duplicate, long names. */
  const prepare = async (): Promise<{ event: string; request: string }> => {
    const { sandbox } = stage;
    await sandbox.api.order({ external_id: 'beier:inv-10001', package_id: 1, address: RECIPIENT });
    await stage.control('PUT', '/accounts/demo/receiver', { status: 500, times: 3 });
    await sandbox.api.order({ external_id: 'fails', package_id: 2, address: FAILS });
    const refused = await sandbox.api.order({ energy_amount: 65_500, address: addressNumber(2), extra: 1 });
    // As long as an external_id can be.
    await sandbox.api.order({ external_id: 'long-'.padEnd(128, 'x'), package_id: 1, address: RECIPIENT });
    await sandbox.advance(60_000);
    const { items } = await stage.control<{ items: { event_id: string }[] }>(
      'GET',
      '/accounts/demo/events?order=2',
    );
    const event = items[0]!.event_id;
    await stage.control('POST', `/accounts/demo/events/${event}/resend`, { corrupt: 'wrong-secret' });
    await stage.control('PUT', '/accounts/demo/receiver', { hang: true });
    await stage.control('POST', '/accounts/demo/snapshots', { name: 'a'.repeat(64) });
    const scenarios = ['webhook-before-response', 'review'].map(name => sandbox.core.library.get(name)!);
    sandbox.core.runner.execute(sandbox.account, 'setScenarios', { scenarios });
    const failing = sandbox.openAccount({ name: 'failing', webhookUrl: 'sandbox:receiver' });
    await stage.control('PUT', '/accounts/failing/receiver', { status: 500 });
    await failing.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    await failing.advance(5 * 60_000);
    return { event, request: refused.headers['x-sandbox-request-id']! };
  };

  const whenPrepared = () => {
    prepared ??= prepare();
    return prepared;
  };

  const visit = async ({ page, go }: DashboardWindow, place: string, heading: string): Promise<void> => {
    const { event, request } = await whenPrepared();
    await go(place.replace('EVENT', event).replace('REQUEST', request));
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await (heading.endsWith('does not exist') ? page.getByText('No such account').waitFor() : loaded(page));
    if (/orders\/\d/.test(place)) await page.locator('.seq svg').first().waitFor();
  };

  const search = async (window: DashboardWindow): Promise<void> => {
    const { page } = window;
    await visit(window, 'demo/orders', 'Orders');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('order');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
  };

  return { stage, whenPrepared, visit, search };
}

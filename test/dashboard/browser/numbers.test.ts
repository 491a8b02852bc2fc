import { beforeAll, expect, test } from 'vitest';
import type { components } from '../../../src/contract/control-v1.generated.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { type DashboardWindow, loaded, openSnapshots } from './browser.ts';
import { setUpStage } from './stage.ts';

type Schemas = components['schemas'];

const FAILS = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';

const trx = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
const whole = (amount: number) => amount.toLocaleString('en-US');

needing('chromium').describe('each number is that of the control API', () => {
  const stage = setUpStage({ webhooksAsDescribed: false, webhook_url: 'sandbox:receiver' });

  const get = <Data>(call: string) => stage.control<Data>('GET', `/accounts/numbers${call}`);
  /** The items of a list, the latest first. */
  const read = async <Item>(call: string): Promise<Item[]> =>
    (await get<{ items: Item[] }>(`/${call}`)).items.reverse();

  /** Opens a page, and waits until it has loaded what it shows. */
  const visit = async (window: DashboardWindow, place: string): Promise<void> => {
    await window.go(`numbers/${place}`);
    await loaded(window.page);
  };
  /** The texts of the cells of the list of a page, row by row. */
  const rowsOf = async (window: DashboardWindow, place: string): Promise<string[][]> => {
    await visit(window, place);
    const rows = await window.page.locator('.body-row').all();
    return Promise.all(rows.map(row => row.getByRole('cell').allTextContents()));
  };
  const tally = ({ page }: DashboardWindow) => page.locator('.title [aria-live]').first().textContent();
  /** The names and values of the first list of facts of a page. */
  const factsOf = async ({ page }: DashboardWindow): Promise<Record<string, string>> => {
    const facts = await page.locator('.facts').first().locator('> div').all();
    const pairs = facts.map(async fact => [
      await fact.locator('dt').textContent(),
      (await fact.locator('dd').textContent())!.trim(),
    ]);
    return Object.fromEntries(await Promise.all(pairs));
  };
  const open = () => stage.open({ width: 1440 });

  beforeAll(async () => {
    const shop = stage.sandbox.openAccount({ name: 'numbers', balanceSun: 1_000_000_000_000 });
    await stage.control('PUT', '/accounts/numbers/receiver', { status: 500, times: 2 });
    await stage.control('POST', '/accounts/numbers/scenarios', { name: 'rate-limited', times: 1 });
    for (const [external_id, address] of [
      ['inv-1', RECIPIENT],
      ['inv-2', FAILS],
      ['inv-3', RECIPIENT],
    ] as const)
      await shop.api.order({ external_id, package_id: 1, address });
    for (const address of [RECIPIENT, RECIPIENT, 'nonsense'])
      await shop.api.order({ package_id: 2, address });
    await shop.api.order({ external_id: 'inv-4', package_id: 1, address: RECIPIENT, colour: 'red' });
    await shop.advance(20 * 60_000);
    await stage.control('POST', '/accounts/numbers/keys', { name: 'second', rate_limit_per_minute: 1_234 });
    await stage.control('POST', '/accounts/numbers/snapshots', { name: 'kept' });
  });

  test('in the navigation, the bar and the overview', async () => {
    await using window = await open();
    const { page } = window;
    await visit(window, 'overview');
    const account = await get<Schemas['Account']>('');
    const counts = { Orders: account.orders, Requests: account.requests, Webhooks: account.events };
    for (const [name, count] of Object.entries(counts)) {
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
      expect(await link.locator('.count').textContent(), name).toBe(whole(count));
    }
    expect(await page.getByTitle('Balance and ledger').textContent()).toBe(`${trx(account.balance_trx)} TRX`);
    const orders = await read<Schemas['Order']>('orders');
    const lanes = await page.locator('.story li').all();
    const shown = lanes.map(lane =>
      Promise.all([lane.locator('strong').textContent(), lane.locator('.num').textContent()]),
    );
    expect(await Promise.all(shown)).toEqual(
      orders.map(({ id, price_trx, refunded }) => [`${id}`, refunded ? '0.00' : `−${trx(price_trx)}`]),
    );
    const refunds = orders.filter(({ refunded }) => refunded).map(({ price_trx }) => `+${trx(price_trx)}`);
    expect(await page.locator('.story-refund').allTextContents()).toEqual(refunds);
    const events = await read<Schemas['Event']>('events');
    expect(await page.locator('.story-track .story-mark').count()).toBe(events.length);
    const findings = await read<Schemas['Finding']>('findings?limit=1000');
    const mistakes = findings.filter(({ severity }) => severity !== 'info');
    const cost = mistakes.reduce((sum, { cost_trx }) => sum + (cost_trx ?? 0), 0);
    const spent = orders.reduce((sum, one) => sum + (one.refunded ? 0 : one.price_trx), 0);
    const unacknowledged = events.filter(({ state }) => state === 'exhausted' || state === 'dropped').length;
    const verdict = page.getByRole('list', { name: 'Verdict' }).locator('.figure');
    expect(await verdict.locator('strong').allTextContents()).toEqual([
      whole(orders.length),
      trx(spent),
      trx(cost),
      '0',
      whole(unacknowledged),
    ]);
    const cards = page.getByRole('region', { name: 'Mistakes of the integration' }).getByRole('listitem');
    expect(await cards.count()).toBe(Math.min(4, new Set(mistakes.map(({ rule }) => rule)).size));
  });

  test('in the lists of orders, requests, events, arrivals and the ledger', async () => {
    await using window = await open();
    const { page } = window;
    const orders = await read<Schemas['Order']>('orders');
    expect((await rowsOf(window, 'orders')).map(cells => [cells[0], cells[2], cells[5], cells[6]])).toEqual(
      orders.map(order => [
        `${order.id}`,
        order.external_id ?? 'none',
        `${whole(order.energy_amount)}, ${order.duration_minutes / 60} h`,
        trx(order.price_trx),
      ]),
    );
    expect(await tally(window)).toBe(`${orders.length} orders`);

    const requests = await read<Schemas['RequestSummary']>('requests');
    const requestRows = await rowsOf(window, 'requests');
    expect(requestRows.map(cells => [cells[1]!.slice(0, 3), cells[3], cells[4], cells[5]])).toEqual(
      requests.map(one => [
        `${one.status}`,
        `${one.orders[0] ?? '–'}`,
        one.violations.length ? `${one.violations.length}` : '',
        one.duration_ms.toFixed(1),
      ]),
    );
    expect(await tally(window)).toBe(`${requests.length} requests`);

    const events = await read<Schemas['Event']>('events');
    expect(
      (await rowsOf(window, 'webhooks')).map(cells => [cells[1], cells[4]!.slice(0, 3), cells[6]]),
    ).toEqual(
      events.map(event => [`${event.order_id}`, `${event.last_delivery?.status}`, `${event.attempts}`]),
    );
    expect(await tally(window)).toBe(`${events.length} events`);

    const arrivals = await read<Schemas['Arrival']>('receiver/arrivals');
    const arrivalRows = await rowsOf(window, 'webhooks/receiver');
    expect(arrivalRows.map(cells => [cells[6], cells[1], cells[5], cells[4]])).toEqual(
      arrivals.map(one => [
        `${one.number}`,
        `${one.order_id}`,
        `${one.status}`,
        one.duplicate_of === null ? 'first' : `of no. ${one.duplicate_of}`,
      ]),
    );
    expect(await tally(window)).toBe(`${arrivals.length} arrivals`);
    await page.getByText(`${arrivals.filter(one => one.duplicate_of !== null).length} duplicates`).waitFor();

    const entries = await read<Schemas['LedgerEntry']>('ledger');
    expect((await rowsOf(window, 'balance')).map(cells => [cells[2], cells[3]!.slice(1), cells[4]])).toEqual(
      entries.map(one => [`${one.order_id ?? '–'}`, trx(Math.abs(one.amount_trx)), trx(one.balance_trx)]),
    );
    expect(await tally(window)).toBe(`${entries.length} entries`);
    expect(await page.locator('.title strong').textContent()).toBe(`${trx(entries[0]!.balance_trx)} TRX`);
  });

  test('of an order, a request and an event', async () => {
    await using window = await open();
    const { page } = window;
    const failed = (await read<Schemas['Order']>('orders')).find(({ refunded }) => refunded)!;
    const order = await get<Schemas['OrderDetail']>(`/orders/${failed.id}`);
    await visit(window, `orders/${order.id}`);
    expect(await factsOf(window)).toMatchObject({
      Energy: `${whole(order.energy_amount)}, package ${order.package_id}`,
      Price: `${trx(order.price_trx)} TRX`,
      Refund: `${trx(order.refund!.amount_trx)} TRX, ${order.refund!.at.slice(11, 19)}`,
      Created: order.created_at.slice(0, 19).replace('T', ' '),
    });
    const table = page.getByRole('table', { name: /^States of the order/ });
    const times = await table.locator('tbody tr td:first-child').allTextContents();
    expect(times).toEqual(order.timeline.map(({ at }) => at.slice(11, 19)));

    const requests = await read<Schemas['RequestSummary']>('requests');
    const { id } = requests.find(({ violations }) => violations.length > 0)!;
    const request = await get<Schemas['RequestDetail']>(`/requests/${id}`);
    await visit(window, `requests/${id}`);
    expect(await factsOf(window)).toMatchObject({
      Duration: `${request.duration_ms.toFixed(1)} ms`,
      Time: request.at.slice(0, 19).replace('T', ' '),
    });
    await page.getByText(`${request.violations.length} deviation`).waitFor();

    const { event } = order.timeline[0]!;
    await visit(window, `webhooks/${event.event_id}`);
    const deliveries = page.getByRole('group', { name: /deliver(y|ies)$/ }).getByRole('button');
    expect(await deliveries.count()).toBe(event.deliveries.length);
    const bytes = Buffer.byteLength(event.deliveries.at(-1)!.sent.body);
    await page.getByText(`${bytes} bytes`, { exact: true }).waitFor();
  });

  test('of findings and coverage', async () => {
    await using window = await open();
    const { page } = window;
    const findings = await read<Schemas['Finding']>('findings?limit=1000');
    const titleOf = ({ rule }: Schemas['Finding']) =>
      (rule[0]!.toUpperCase() + rule.slice(1)).replaceAll('-', ' ');
    const sum = (title: string, value: (one: Schemas['Finding']) => number) =>
      findings.filter(one => titleOf(one) === title).reduce((total, one) => total + value(one), 0);
    const rules = await rowsOf(window, 'findings');
    expect(rules.map(([rule]) => rule).sort()).toEqual([...new Set(findings.map(titleOf))].sort());
    for (const [rule, , times, cost] of rules) {
      expect(times, rule).toBe(`${sum(rule!, one => one.count)}`);
      expect(Number(cost!.replace('–', '0')), rule).toBeCloseTo(sum(rule!, one => one.cost_trx ?? 0));
    }
    const decimals = rules.flatMap(([, , , cost]) => cost!.split('.')[1]?.length ?? []);
    expect(new Set(decimals).size, 'aligned on the point').toBeLessThanOrEqual(1);
    const broken = findings.reduce((total, one) => total + one.count, 0);
    expect(await tally(window)).toContain(`${rules.length} rules broken, ${broken} times in total`);

    const coverage = await get<Schemas['Coverage']>('/coverage');
    await visit(window, 'findings/coverage');
    expect(await tally(window)).toBe(`${coverage.met} of ${coverage.total} covered, ${coverage.percent}%`);
    for (const { id, met } of coverage.items) {
      const covered = met === 1 ? 'covered once' : met > 0 ? `covered ${met} times` : 'not covered';
      expect(await page.getByRole('button', { name: `${id}: ${covered}`, exact: true }).count(), id).toBe(1);
    }
  });

  test('of scenarios, prices, keys, limits and snapshots', async () => {
    await using window = await open();
    const { page } = window;
    const scenarios = await get<Schemas['ActiveScenarios']>('/scenarios');
    await visit(window, 'scenarios');
    await page.getByText(`${scenarios.library.length} scenarios`).waitFor();
    const [active] = scenarios.active;
    await visit(window, `scenarios/${active!.name}`);
    await page
      .getByText(
        active!.used_up
          ? 'Used up: it applied once'
          : `Applied ${active!.applied === 1 ? 'once' : active!.applied}`,
      )
      .waitFor();

    const { quote } = await get<Schemas['PricePreview']>('/quote?package_id=1');
    await visit(window, 'orders/new');
    await page.getByText(`${trx(quote!.price_trx)} TRX`).waitFor();
    await page
      .getByText(`${whole(quote!.energy_amount)} Energy for ${quote!.duration_minutes} minutes`)
      .waitFor();

    const account = await get<Schemas['Account']>('');
    const keys = await read<Schemas['Key']>('keys');
    await visit(window, 'settings');
    await page.getByRole('heading', { name: `${keys.length} API keys` }).waitFor();
    await page.getByRole('cell', { name: whole(keys[0]!.rate_limit_per_minute!), exact: true }).waitFor();
    const limit = page.getByLabel('Requests per minute per key');
    expect(await limit.inputValue()).toBe(`${account.rate_limit_per_minute}`);
    expect(await page.getByLabel('Discount (%)').inputValue()).toBe(`${account.discount_percent}`);

    const [snapshot] = await read<Schemas['Snapshot']>('snapshots');
    await openSnapshots(page);
    const { orders, events, balance_trx } = snapshot!;
    await page.getByText(`${orders} orders, ${events} events, ${trx(balance_trx)} TRX`).waitFor();
  });

  test('of the assumptions, the receiver and what is due', async () => {
    await using window = await open();
    const { page } = window;
    const { items } = await stage.control<{ items: Schemas['Assumption'][] }>(
      'GET',
      '/assumptions?account=numbers',
    );
    await visit(window, 'settings/assumptions');
    const rows = await page.getByRole('main').getByRole('listitem').all();
    const values = rows.map(async row => [
      await row.locator('code').first().textContent(),
      await row.locator('> div.row code').textContent(),
    ]);
    const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
    expect(await Promise.all(values)).toEqual(items.map(({ name, value }) => [name, textOf(value)]));

    await stage.control('PUT', '/accounts/numbers/receiver', { status: 503, delay: '2s', times: 7 });
    const receiver = await get<Schemas['Receiver']>('/receiver');
    await visit(window, 'webhooks/receiver');
    const { status, delay_ms, times } = receiver;
    await page
      .getByText(`Responds with ${status} after ${delay_ms / 1_000} s, for ${times} more deliveries`)
      .waitFor();
    expect(await page.getByLabel('For how many deliveries').inputValue()).toBe(`${times}`);

    const { items: due, total } = await get<{ items: Schemas['Upcoming'][]; total: number }>(
      '/clock/upcoming?limit=100',
    );
    const rail = page.getByRole('region', { name: 'What is due next' });
    await rail.getByText(`order ${due[0]!.order_id} → ${due[0]!.status}`).first().waitFor();
    await rail.getByText(`, then ${total - 1} more`).waitFor();
    const { clock } = await get<Schemas['Account']>('');
    const seconds = (Date.parse(due[0]!.at) - Date.parse(clock.now)) / 1_000;
    await rail.getByText(`in ${Math.floor(seconds / 60)} min`).waitFor();
  });
});

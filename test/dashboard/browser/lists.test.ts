import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { deferred } from '../../support/deferred.ts';
import { HAS_BROWSER, loaded } from './browser.ts';
import { setUpStage } from './stage.ts';

interface Coverage {
  readonly items: readonly { readonly id: string; readonly met: number }[];
  readonly met: number;
  readonly total: number;
  readonly percent: number;
}

const FAILS = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';

/** The lists, and the call that loads each. */
const LISTS = [
  ['orders', 'orders'],
  ['requests', 'requests'],
  ['webhooks', 'events'],
  ['webhooks/receiver', 'arrivals'],
  ['findings', 'findings'],
  ['findings/coverage', 'coverage'],
  ['balance', 'ledger'],
] as const;

describe.runIf(HAS_BROWSER)('a list', () => {
  const stage = setUpStage({ webhooksAsDescribed: false, webhookUrl: 'sandbox:receiver' });
  const account = (name: string) => stage.sandbox.openAccount({ name, balanceSun: 1_000_000_000_000 });

  test.each(LISTS)(
    'claims nothing about %s until it was received, and is loaded again after a failure',
    async (place, call) => {
      const name = `slow-${call}`;
      account(name);
      await using window = await stage.open({ expected: /500/ });
      const { page } = window;
      const url = new RegExp(`/accounts/${name}/(receiver/)?${call}([?]|$)`);
      const answer = deferred();
      await page.route(url, async route => {
        await answer.promise;
        await route.fulfill({
          status: 500,
          json: { success: false, error: 'INTERNAL', message: 'It broke.' },
        });
      });
      await window.go(`${name}/${place}`);
      const main = page.getByRole('main');
      await main.locator('.skeleton').last().waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      const claims = main.locator('.empty, table, [role=table], .title [aria-live]:not(:empty), .machine');
      expect(await claims.count()).toBe(0);
      answer.resolve();
      await main.getByText('It broke.').waitFor();
      expect(await claims.count()).toBe(0);
      await page.unroute(url);
      await main.getByRole('button', { name: 'Retry' }).click();
      await claims.first().waitFor();
      expect(await main.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    },
  );

  test('shows a refund of 3.90 TRX in the plot of a large balance, with labels that are not cut', async () => {
    const shop = account('plot');
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: FAILS });
    await shop.advance(60_000);
    await using window = await stage.open();
    const { page } = window;
    await window.go('plot/balance');
    const plot = page.getByRole('img', { name: 'Balance after 3 ledger entries, now 1,000,000.00 TRX' });
    await page.getByText(/refund of order 1: \+3\.90 TRX, balance 1,000,000\.00 TRX/).waitFor();
    await plot.hover({ position: { x: 96, y: 40 } });
    await page.getByText(/opening: \+1,000,000\.00 TRX/).waitFor();
    const levels = await page.locator('.plot-amount').allTextContents();
    expect(levels).toContain('1,000,000.00');
    expect(levels).toContain('999,996.00');
    const heights = await page.locator('.plot-line').getAttribute('d');
    const [start, debit, refund] = heights!.match(/[V ][\d.]+/g)!.map(text => Number(text.slice(1)));
    expect(debit! - start!).toBeGreaterThan(50);
    expect(refund).toBe(start);
    const cut =
      '[...document.querySelectorAll(".plot-amount")].some(text => text.getBBox().x + text.ownerSVGElement.firstChild.getCTM().e < text.ownerSVGElement.getCTM().e)';
    expect(await page.evaluate(cut)).toBe(false);
  });

  test('shows an arrival that is older than those that are loaded first', async () => {
    const shop = account('older');
    await shop.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    await shop.quiet();
    const { items } = await stage.control<{ items: { event_id: string }[] }>('GET', '/accounts/older/events');
    for (let count = 0; count < 100; count++)
      await stage.control('POST', `/accounts/older/events/${items[0]!.event_id}/resend`, {});
    await using window = await stage.open();
    await window.go('older/webhooks/receiver/1');
    await window.page.getByText('The signatures match').waitFor();
    await window.page.getByText('101 arrivals').waitFor();
  });

  test('has the numbers of the control API', async () => {
    const shop = account('numbers');
    await stage.control('PUT', '/accounts/numbers/receiver', { status: 500, times: 2 });
    for (const [external_id, address] of [
      ['inv-1', RECIPIENT],
      ['inv-2', FAILS],
    ] as const)
      await shop.api.order({ external_id, package_id: 1, address });
    for (const address of [RECIPIENT, RECIPIENT, 'nonsense'])
      await shop.api.order({ package_id: 2, address });
    await shop.advance(20 * 60_000);
    await using window = await stage.open({ width: 1440 });
    const { page } = window;
    const read = <Item>(call: string) =>
      stage
        .control<{ items: Item[] }>('GET', `/accounts/numbers/${call}`)
        .then(({ items }) => items.reverse());
    const trx = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
    /** The texts of the cells of the list, row by row. */
    const rowsOf = async (place: string): Promise<string[][]> => {
      await window.go(`numbers/${place}`);
      await loaded(page);
      const rows = await page.locator('.body-row').all();
      return Promise.all(rows.map(row => row.getByRole('cell').allTextContents()));
    };
    const tally = () => page.locator('.title [aria-live]').first().textContent();

    const orders = await read<{ id: number; external_id: string; price_trx: number; cause: string }>(
      'orders',
    );
    expect((await rowsOf('orders')).map(cells => [cells[0], cells[3], cells[7]])).toEqual(
      orders.map(order => [`${order.id}`, order.external_id ?? 'none', trx(order.price_trx)]),
    );
    expect(await tally()).toBe(`${orders.length} orders`);

    const requests = await read<{ status: number; duration_ms: number; violations: [] }>('requests');
    expect((await rowsOf('requests')).map(cells => [cells[1]!.slice(0, 3), cells[4], cells[5]])).toEqual(
      requests.map(one => [
        `${one.status}`,
        one.violations.length ? `${one.violations.length}` : '',
        one.duration_ms.toFixed(1),
      ]),
    );
    expect(await tally()).toBe(`${requests.length} requests`);

    const events = await read<{ order_id: number; attempts: number }>('events');
    expect((await rowsOf('webhooks')).map(cells => [cells[1], cells[6]])).toEqual(
      events.map(event => [`${event.order_id}`, `${event.attempts}`]),
    );
    expect(await tally()).toBe(`${events.length} events`);

    const arrivals = await read<{
      number: number;
      order_id: number;
      status: number;
      duplicate_of: number | null;
    }>('receiver/arrivals');
    expect(
      (await rowsOf('webhooks/receiver')).map(cells => [cells[6], cells[1], cells[5], cells[4]]),
    ).toEqual(
      arrivals.map(one => [
        `${one.number}`,
        `${one.order_id}`,
        `${one.status}`,
        one.duplicate_of === null ? 'first' : `of no. ${one.duplicate_of}`,
      ]),
    );
    expect(await tally()).toBe(`${arrivals.length} arrivals`);
    await page.getByText(`${arrivals.filter(one => one.duplicate_of !== null).length} duplicates`).waitFor();

    const entries = await read<{ order_id: number | null; amount_trx: number; balance_trx: number }>(
      'ledger',
    );
    expect((await rowsOf('balance')).map(cells => [cells[2], cells[3]!.slice(1), cells[4]])).toEqual(
      entries.map(one => [`${one.order_id ?? '–'}`, trx(Math.abs(one.amount_trx)), trx(one.balance_trx)]),
    );
    expect(await tally()).toBe(`${entries.length} entries`);
    expect(await page.locator('.amount').textContent()).toBe(`${trx(entries[0]!.balance_trx)} TRX`);

    const findings = await read<{ rule: string; count: number; cost_trx: number | null }>(
      'findings?limit=1000',
    );
    const sum = (rule: string, value: (one: (typeof findings)[0]) => number) =>
      findings.filter(one => one.rule === rule).reduce((total, one) => total + value(one), 0);
    const rules = await rowsOf('findings');
    expect(rules.map(([rule]) => rule).sort()).toEqual([...new Set(findings.map(({ rule }) => rule))].sort());
    for (const [rule, , times, cost] of rules) {
      expect(times, rule).toBe(`${sum(rule!, one => one.count)}`);
      expect(Number(cost!.replace('–', '0')), rule).toBeCloseTo(sum(rule!, one => one.cost_trx ?? 0));
    }
    const broken = findings.reduce((total, one) => total + one.count, 0);
    expect(await tally()).toContain(`${rules.length} rules broken, ${broken} times in total`);

    const coverage = await stage.control<Coverage>('GET', '/accounts/numbers/coverage');
    await window.go('numbers/findings/coverage');
    await loaded(page);
    expect(await tally()).toBe(`${coverage.met} of ${coverage.total} covered, ${coverage.percent}%`);
    for (const { id, met } of coverage.items) {
      const covered = met === 1 ? 'covered once' : met > 0 ? `covered ${met} times` : 'not covered';
      expect(await page.getByRole('button', { name: `${id}: ${covered}`, exact: true }).count(), id).toBe(1);
    }
  });
});

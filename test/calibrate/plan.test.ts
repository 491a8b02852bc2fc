import { expect, test } from 'vitest';
import { type PlannedCall, planOf } from '../../src/calibrate/plan.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/assumptions.ts';
import { toTrx } from '../../src/domain/money.ts';
import { calibrateText } from './draws.ts';
import { harOf } from './har-log.ts';
import { RealService } from './real-service.ts';
import { RECIPIENTS } from './traffic.ts';

const EXTRA: readonly string[] = ['webhook_retry_delays_ms', 'webhook_snapshot'];

async function perform(
  service: RealService,
  { method, path, body, contentType, isAnonymous }: PlannedCall,
): Promise<void> {
  const text = (typeof body === 'string' ? body : JSON.stringify(body))?.replaceAll(
    '<your address>',
    RECIPIENTS[0]!,
  );
  await service.call({
    method,
    path,
    ...(text === undefined ? {} : { raw: Buffer.from(text) }),
    ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
    ...(isAnonymous ? { key: null } : {}),
  });
}

test('the calls of the plan settle the rows that it names, and cost what it says', {
  timeout: 60_000,
}, async () => {
  await using service = await RealService.start({});
  service.fails = (event, _order, attempt) => event === 'order.processing' && attempt <= 2;
  const balance = async (): Promise<number> => (await service.account.read()).balanceTrx;
  const before = await balance();
  const plan = planOf(DEFAULT_SETTINGS);
  for (const { calls } of plan) {
    for (const call of calls) await perform(service, call);
    await service.account.advance({ by: '2m' });
  }
  await service.account.advance({ by: '2h' });
  const spent = before - (await balance());
  expect(spent).toBeCloseTo(toTrx(plan.reduce((sum, { costSun }) => sum + costSun, 0)), 6);
  const { rows } = await calibrateText(JSON.stringify(harOf(service.exchanges)), { replay: false });
  const silent = new Set(rows.filter(({ verdict }) => verdict === 'not-observed').map(({ row }) => row));
  expect(plan.flatMap(({ settles }) => settles).filter(row => silent.has(row))).toEqual([]);
  expect(plan.flatMap(({ settles }) => settles)).toEqual(expect.arrayContaining([...EXTRA]));
  expect(rows.filter(({ verdict }) => verdict === 'contradicted')).toEqual([]);
});

test('the plan leaves out what is settled', () => {
  const all = planOf(DEFAULT_SETTINGS);
  const settled = new Set(all.slice(0, 5).flatMap(({ settles }) => settles));
  expect(planOf(DEFAULT_SETTINGS, settled)).toHaveLength(all.length - 5);
  expect(planOf(DEFAULT_SETTINGS, new Set(all.flatMap(({ settles }) => settles)))).toEqual([]);
});
